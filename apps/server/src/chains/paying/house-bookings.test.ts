/**
 * Goal: coins of the house are booked when two people have named the same transaction, once.
 * Method: the operating command beside a running server, and a chain that says what the test needs.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { commandOn } from '../../testing/command.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { HouseBookings, type HouseApproval } from './house-bookings.ts';
import type { Booked } from './house-coins.ts';

const TXID = 'ab'.repeat(32);
const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-house-'));
const chains = commandOn('chains', () => dataDir);
let server: TestServer;
before(async () => {
  server = await startTestServer({ dataDir });
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('D0046 D0036 one person names a transaction of the house, and only another one has it looked at', async () => {
  const credit = (by: string, txid = TXID) => chains('credit', 'BEP20', '--txid', txid, '--by', by);
  for (const by of ['Ann', ' ann'])
    assert.match((await credit(by)).output, /booked when another person names the same transaction/);
  assert.match((await credit('Bob', 'cd'.repeat(32))).output, /another person/, 'another transaction');
  const waiting = await chains('found');
  assert.match(waiting.output, new RegExp(`coins of the house on BEP20 {2}${TXID} {2}named by ann\n`));
  // The chains of a demo have no transactions of the house.
  assert.match((await credit('Bob', `0x${TXID}`)).output, /Nothing is booked: nothing is paid on BEP20/);
  assert.match((await chains('found')).output, /named by ann, bob {2}refused: nothing is paid on BEP20/);
});

test('D0046 D0036 what is refused can be tried again, and what is booked waits no more', async () => {
  const answers: Booked[] = [
    { refused: 'its block 7 is not confirmed yet' },
    { booked: [{ coin: 'ETH', units: '5' }] },
  ];
  let asked = 0;
  const book = async (): Promise<Booked> => answers[asked++]!;
  const { database } = server.server;
  const bookings = new HouseBookings({ database, nowMs: () => Date.now(), book });
  const name = (who: string, more: Partial<HouseApproval> = {}) =>
    bookings.approve({ what: 'coins', chain: 'ERC20', txid: TXID, operator: who, name: who, ...more });
  const [first, second] = await Promise.all([name('Ann'), name('Bob')]);
  assert.deepEqual([first, second], [{ waits: true }, answers[0]]);
  assert.deepEqual(await name('Ann'), answers[1]);
  assert.equal(asked, 2);
  assert.ok((await bookings.waiting()).every(({ chain }) => chain !== 'ERC20'));
  answers.push({ booked: [{ coin: 'ETH', units: '1' }] });
  assert.deepEqual(await name('Ann', { what: 'cost' }), answers[2], 'a cost needs one person');
  await assert.rejects(database.query('delete from chain_house_acts'), /only added to/);
});
