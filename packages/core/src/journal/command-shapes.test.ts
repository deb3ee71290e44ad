/**
 * Goal: the journal accepts only commands of a valid shape, and returns them unchanged. Method:
 * each field of a command of every type takes each kind of invalid value.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Player } from '../../sim/player.ts';
import { randomStep } from '../../sim/random-commands.ts';
import { SET_UP } from '../../sim/set-up.ts';
import { World } from '../../sim/spot-world.ts';
import { Exchange, type Command } from '../index.ts';
import { COMMANDS as SPECS } from '../features.ts';
import { faultOf } from './command-codecs.ts';
import { decodeCommands, encodeCommands } from './journal.ts';

const DRAWS = 2_000;
const world = new World();
const prices = { price: 110, trigger: 90, stopPrice: 0 };
const WRITTEN: readonly Command[] = [
  ...SET_UP,
  { type: 'process-due', limit: 10 },
  { type: 'transfer', owner: 1000, from: 1, to: 2, asset: 0, amount: 5 },
  { type: 'move-capital', from: 2, to: 4, asset: 0, amount: 5 },
  { type: 'fund-trader', owner: 100, asset: 0, amount: -5 },
  world.order(1000, 0, 40, 3),
  world.stop(1000, 1, 40),
  world.oco(1000, 1, prices),
  { type: 'amend-order', owner: 1000, order: 7, price: 40, lots: 2 },
  world.extended(1000, 0, 40, 3),
  {
    type: 'amend-conditional',
    owner: 1000,
    order: 7,
    trigger: 40,
    trailPpm: 0,
    price: 40,
    lots: 2,
    quoteAmount: 0,
    target: 0,
    trail: 0,
    activation: 0,
    offset: 0,
  },
  { type: 'amend-oco', owner: 1000, order: 7, lots: 2, ...prices },
  { type: 'cancel-order', owner: 1000, order: 7 },
  { type: 'cancel-all', owner: 1000, market: -1 },
  { type: 'cancel-prefixed', owner: 1000, market: 0, prefix: 'a' },
  { type: 'cancel-after', owner: 1000, market: -1, atMs: 1_000 },
  { type: 'replace-quotes', owner: 100, market: 0, bids: [40, 1], asks: [41, 1] },
  { type: 'set-market-status', market: 0, status: 1, cancels: 1 },
  { type: 'set-chain-status', chain: 1, status: 1 },
  { type: 'finalise-deposit', deposit: 7 },
  {
    type: 'request-withdrawal',
    owner: 1000,
    chain: 1,
    asset: 0,
    amount: 5,
    fee: 1,
    address: 'T',
    memo: '',
  },
  { type: 'approve-withdrawal', withdrawal: 7 },
  { type: 'settle-withdrawal', withdrawal: 7, txid: 'ab', output: 1, cost: 2, costRest: 3 },
  { type: 'reject-withdrawal', withdrawal: 7 },
  { type: 'cancel-withdrawal', owner: 1000, withdrawal: 7 },
  { type: 'place-hold', owner: 1000, asset: -1, amount: 0, reason: 'security', untilMs: 9 },
  { type: 'book-chain-cost', chain: 1, asset: 0, amount: 1, rest: 2, txid: '', output: 4 },
  {
    type: 'exchange-coins',
    owner: 1000,
    payAsset: 0,
    pay: 5,
    receiveAsset: 1,
    receive: 6,
    validUntilMs: 7,
  },
  {
    type: 'exchange-dust',
    owner: 1000,
    receiveAsset: 0,
    validUntilMs: 7,
    parts: [{ asset: 1, pay: 5, receive: 0 }],
  },
  { type: 'open-position', owner: 1000, market: 0, direction: 1, stake: 5, seconds: 30 },
  { type: 'buy-finance', owner: 1000, offer: 1, amount: 5, dailyRatePpb: 3, days: 7 },
  { type: 'buy-miner', owner: 1000, offer: 1, amount: 5, dailyRatePpb: 3, days: 7 },
  { type: 'redeem-miner', owner: 1000, order: 1 },
  { type: 'redeem-miner-early', owner: 1000, order: 1 },
  {
    type: 'define-subscription',
    project: 1,
    market: 0,
    price: 5,
    supply: 100,
    forSale: 10,
    minAmount: 1,
    maxPerOwner: 0,
    opensMs: 1,
    closesMs: 2,
    distributesMs: 3,
    listsMs: 4,
    feePpm: 0,
  },
  { type: 'subscribe', owner: 1000, project: 1, amount: 5 },
  { type: 'cancel-subscription', owner: 1000, subscription: 1 },
  { type: 'buy-fund', owner: 1000, fund: 1, units: 100, leverage: 2, maxNav: 5 },
  { type: 'sell-fund', owner: 1000, holding: 1, minNav: 5 },
  { type: 'set-fund-limit', owner: 1000, holding: 1, limitNav: 5 },
  { type: 'cancel-fund-limit', owner: 1000, holding: 1 },
  { type: 'exit-fund', owner: 1000, holding: 1, minNav: 5 },
  new Player().commandOf({ type: 'next-tick', gap: 1, moves: [1, 1] }, new Exchange()),
];

/** Of the types that are not written here one each, as the simulation draws it. */
function drawn(): Command[] {
  const [player, exchange] = [new Player(), new Exchange()];
  const byType = new Map<string, Command>();
  for (const step of fc.sample(randomStep, { numRuns: DRAWS, seed: 1 })) {
    const command = player.commandOf(step, exchange);
    if (faultOf(command) === null) byType.set(command.type, command);
  }
  for (const { type } of WRITTEN) byType.delete(type);
  return [...byType.values()];
}
const COMMANDS = [...WRITTEN, ...drawn()];

const WRONG: readonly unknown[] = [
  '40',
  1.5,
  NaN,
  Infinity,
  2 ** 53,
  undefined,
  true,
  {},
  [[]],
  'x'.repeat(200),
];
const WRONG_CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  side: [2, -1, '0', null],
  timeInForce: [4, 7, '0'],
  selfTrade: [5, -1],
  kind: [4],
  source: [2],
  status: [2],
  direction: [0, 3],
  isFinal: [2, true],
  feature: ['stocks', 0],
  reason: ['gift', 0],
};

test('D0008 D0021 every command has a shape; each field of the wrong type or with an unknown value is named', () => {
  assert.deepEqual([...new Set(COMMANDS.map(({ type }) => type))].sort(), Object.keys(SPECS).sort());
  for (const command of COMMANDS) {
    assert.equal(faultOf(command), null, command.type);
    assert.deepEqual(decodeCommands(encodeCommands([command])), [structuredClone(command)]);
    for (const field of Object.keys(command).filter((name) => name !== 'type')) {
      const texts = [
        'clientOrderId',
        'listClientOrderId',
        'stopClientOrderId',
        'cancelled',
        'prefix',
        'code',
        'txid',
        'address',
        'memo',
        'quotesHash',
      ].includes(field);
      for (const wrong of [...WRONG, ...(WRONG_CHOICES[field] ?? [])])
        if (!texts || wrong !== '40')
          assert.equal(
            faultOf({ ...command, [field]: wrong }),
            field,
            `${command.type} ${field} ${String(wrong)}`,
          );
    }
    assert.equal(faultOf({ ...command, extra: 1 }), 'extra');
  }
  assert.equal(faultOf({ type: 'print-money' }), 'type');
  assert.equal(faultOf({}), 'type');
});
