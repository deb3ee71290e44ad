/** Goal: limits count networks, however their addresses are written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaOf, networkOf } from './network.ts';

test('R13.6 an address is its network: one of IPv4, 64 bits of IPv6, without the port that proxies add', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:50123', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
    ['[2001:DB8::1]', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
    ['192.0.2.7.evil', 'unknown'],
    ['1:2', 'unknown'],
    ['', 'unknown'],
  ] as const)
    assert.equal(networkOf(address), network, address);
  assert.equal(areaOf(networkOf('192.0.2.7:1')), '192.0.2');
  assert.equal(areaOf(networkOf('2001:db8:1:2::9')), '2001:db8:1');
});
