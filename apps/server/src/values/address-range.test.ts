/**
 * Goal: a range of addresses has one text, contains what it says and nothing else, and what is not
 * exactly one range is refused. Method: tables.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin, parseRange, type AddressRange } from './address-range.ts';

function range(text: string): AddressRange {
  const parsed = parseRange(text);
  assert.ok(typeof parsed !== 'string', text);
  return parsed;
}

test('D0051 a range has one text, however it is written', () => {
  const texts = {
    '203.0.113.7': '203.0.113.7',
    ' 203.0.113.7/32 ': '203.0.113.7',
    '203.0.113.0/24': '203.0.113.0/24',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::ffff:cb00:7107': '203.0.113.7',
    '2001:DB8::0:1': '2001:db8::1',
    '2001:db8:0:0:1:0:0:1/128': '2001:db8::1:0:0:1',
    '2001:db8:0:1:1:1:1:1': '2001:db8:0:1:1:1:1:1',
    '2001:db8:1:0:0:0:0:0/48': '2001:db8:1::/48',
    '1:0:0:2:0:0:0:3': '1:0:0:2::3',
    '10:0:0:2:0:0:3:100': '10::2:0:0:3:100',
    '::1': '::1',
    '64:ff9b::192.0.2.33': '64:ff9b::c000:221',
  };
  for (const [written, text] of Object.entries(texts)) assert.equal(range(written).text, text, written);
});

test('D0051 what is not exactly one range of a moderate size is refused', () => {
  const invalid = ['', 'localhost', '203.0.113', '203.0.113.7/24', '203.0.113.7/33', '203.0.113.0/+24'];
  const more = [
    '203.0.113.0/024',
    '203.0.113.0/24/1',
    '203.0.113.7:80',
    'fe80::1%eth0',
    '2001:db8::1/64',
    '1.2.3.4/',
  ];
  for (const text of [...invalid, ...more]) assert.equal(parseRange(text), 'invalid', text);
  for (const text of ['0.0.0.0/0', '10.0.0.0/8', '::/0', '2001::/16'])
    assert.equal(parseRange(text), 'wide', text);
});

test('D0051 a range contains its own addresses alone, in every form that a request has', () => {
  const office = range('203.0.113.0/24');
  for (const ip of ['203.0.113.0', '203.0.113.255', '::ffff:203.0.113.9', '203.0.113.9:4711'])
    assert.ok(isWithin([office], ip), ip);
  for (const ip of ['203.0.112.255', '203.0.114.0', '::cb00:7109', '', 'unknown', '2001:db8::1'])
    assert.ok(!isWithin([office], ip), ip);
  const home = range('2001:db8:1::/48');
  assert.ok(isWithin([home], '2001:db8:1:ffff::1') && isWithin([office, home], '[2001:db8:1::1]:443'));
  assert.ok(!isWithin([home], '2001:db8:2::1') && !isWithin([home], '203.0.113.7'));
  assert.ok(office.covers(range('203.0.113.7')) && office.covers(office));
  assert.ok(!office.covers(range('203.0.0.0/16')) && !office.covers(home));
});
