/**
 * Goal: programs read their user's deposits once each, however they page and spell. Method: many
 * deposits of two users, some credited in one moment, on a real server.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ProgramDeposit } from '@glasshouse/protocol/funding/endpoints';
import { programOf, type Parameters, type Program } from '../../../testing/program.ts';
import { TRC20, UNIT, USDT, WithdrawalRig } from '../../../testing/withdrawal-rig.ts';

const LIST = 'GET /sapi/v1/capital/deposit/hisrec';
const COUNT = 25;

const rig = new WithdrawalRig();
let ann: Program;
let bob: Program;
before(async () => {
  await rig.start();
  await rig.openChains();
  const users = [await rig.server.register('ann'), await rig.server.register('bob')];
  const credits = users.flatMap(({ userId }, of) =>
    Array.from({ length: COUNT }, (_, i) =>
      rig.submit({
        type: 'credit-deposit',
        owner: Number(userId),
        chain: TRC20,
        asset: USDT,
        amount: (i + 1) * UNIT,
        rest: 0,
        txid: (of === 0 ? 'ab' : 'cd').repeat(31) + String(i).padStart(2, '0'),
        output: 0,
        isFinal: i % 2 === 0 ? 1 : 0,
      }),
    ),
  );
  await Promise.all(credits);
  [ann, bob] = await Promise.all([
    programOf(rig.server, users[0]!, ['read']),
    programOf(rig.server, users[1]!, ['read']),
  ]);
});
after(() => rig.remove());

const listed = async (asks: Program, more: Parameters = {}): Promise<readonly ProgramDeposit[]> =>
  (await asks.ask<ProgramDeposit[]>(LIST, more)).body;
const idsOf = (rows: readonly ProgramDeposit[]): string[] => rows.map(({ id }) => id);

test('D0052 R3.7 pages of deposits have each of them once, also of one moment', async () => {
  const all = idsOf(await listed(ann));
  assert.equal(new Set(all).size, COUNT);
  const paged: string[] = [];
  for (let offset = 0; offset < COUNT + 7; offset += 7)
    paged.push(...idsOf(await listed(ann, { offset, limit: 7 })));
  assert.deepEqual(paged, all);
  const [final, open] = [await listed(ann, { status: 1 }), await listed(ann, { status: 6 })];
  assert.deepEqual(idsOf([...final, ...open]).toSorted(), all.toSorted());
});

test('D0052 a deposit is found by its transaction, however that is spelled, by its user alone', async () => {
  const [row] = await listed(ann);
  const txId = row!.txId;
  for (const spelled of [txId, `0x${txId}`, txId.toUpperCase(), `0X${txId.toUpperCase()}`])
    assert.deepEqual(idsOf(await listed(ann, { txId: spelled })), [row!.id], spelled);
  assert.deepEqual(await listed(bob, { txId }), []);
});
