/**
 * Goal: the journal returns every command unchanged, and never takes damage for a command. Method:
 * fast-check draws commands of every type with numbers and texts of every kind, and truncates and
 * flips their bytes.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Command, CommandType } from '../index.ts';
import { COMMANDS, FEATURE_NAMES } from '../index.ts';
import { decodeCommands, encodeCommands, encodeOutcomes, JournalFormatError } from './journal.ts';

const number = fc.oneof(
  fc.nat(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(0, -0, 127, 128, 2 ** 14 - 1, 2 ** 14, 2 ** 21 - 1, 2 ** 21, 2 ** 28 - 1, 2 ** 28),
  fc.constantFrom(2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 48 - 1, 2 ** 48, 2 ** 53 - 1, -1, NaN, Infinity, 1.5),
);
const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('', '\ud800', '价格'));
const list = fc.array(number, { maxLength: 60 });
const field = <T extends string | number>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** What a field accepts says of which kind it is. */
const KINDS: readonly (readonly [example: unknown, values: fc.Arbitrary<unknown>])[] = [
  [1, number],
  ['', text],
  [null, fc.constant(null)],
  [[1], list],
];

function arbitraryOf(type: CommandType): fc.Arbitrary<Command> {
  const own: fc.Arbitrary<Command> | undefined = ARBITRARIES[type];
  if (own !== undefined) return own;
  const fields = Object.entries(COMMANDS[type].shape).map(([name, { accepts }]) => {
    const kinds = KINDS.filter(([example]) => accepts(example)).map(([, values]) => values);
    assert.ok(kinds.length > 0, `${type}.${name} needs values of its own in ARBITRARIES`);
    return [name, fc.oneof(...kinds)] as const;
  });
  return fc.record({ type: fc.constant(type), ...Object.fromEntries(fields) }) as fc.Arbitrary<Command>;
}

/** Commands whose fields need a look. All others are drawn by their shapes. */
const ARBITRARIES: { readonly [T in CommandType]?: fc.Arbitrary<Extract<Command, { type: T }>> } = {
  'set-rules': fc.record({
    type: field('set-rules' as const),
    feature: field(...FEATURE_NAMES),
    version: number,
  }),
  'define-market': fc.record({
    type: field('define-market' as const),
    market: number,
    base: number,
    quote: number,
    priceDecimals: number,
    lotDecimals: number,
    indexDecimals: number,
    makerFeePpm: number,
    takerFeePpm: number,
    minNotional: number,
    maxNotional: number,
    limitBandPpm: number,
    marketBandPpm: number,
    maxOpenOrders: number,
  }),
  'define-seconds-contract': fc.record({
    type: field('define-seconds-contract' as const),
    market: number,
    feeRatePpm: number,
    maxPositions: number,
    maxUserStake: number,
    maxOpenStake: number,
    durations: fc.array(
      fc.record({ seconds: number, profitRatePpm: number, minStake: number, maxStake: number }),
    ),
  }),
  issue: fc.record({
    type: field('issue' as const),
    owner: number,
    wallet: number,
    asset: number,
    amount: number,
    reason: field('play-money' as const, 'house-capital' as const),
  }),
  'place-hold': fc.record({
    type: field('place-hold' as const),
    owner: number,
    asset: number,
    amount: number,
    reason: field('security' as const, 'review' as const),
    untilMs: number,
  }),
  'exchange-dust': fc.record({
    type: field('exchange-dust' as const),
    owner: number,
    receiveAsset: number,
    validUntilMs: number,
    parts: fc.array(fc.record({ asset: number, pay: number, receive: number })),
  }),
  'define-fund-offer': fc.record({
    type: field('define-fund-offer' as const),
    basket: fc.array(fc.record({ asset: number, market: number, quantity: number })),
    fund: number,
    quote: number,
    buyFeePpm: number,
    sellFeePpm: number,
    exitFeePpm: number,
    lendingDailyPpb: number,
    maintenancePpm: number,
    maxLeverage: number,
    minUnits: number,
    maxPerOwner: number,
    quota: number,
    coverPpm: number,
    endsMs: number,
  }),
  'place-order': fc.record({
    type: field('place-order' as const),
    owner: number,
    market: number,
    side: field(0 as const, 1 as const),
    price: number,
    lots: number,
    quoteAmount: fc.oneof(number, fc.constant(0)),
    timeInForce: fc.oneof(number, fc.nat({ max: 3 })),
    selfTrade: fc.oneof(number, fc.nat({ max: 3 })),
    clientOrderId: fc.option(text),
  }),
  'place-conditional': fc.record({
    type: field('place-conditional' as const),
    owner: number,
    market: number,
    side: field(0 as const, 1 as const),
    kind: number,
    trigger: number,
    trailPpm: number,
    price: number,
    lots: number,
    quoteAmount: number,
    timeInForce: number,
    selfTrade: number,
    clientOrderId: fc.option(text),
    source: number,
    target: number,
    trail: number,
    activation: number,
    offset: number,
    expiresMs: number,
  }),
  'place-extended': fc.record({
    type: field('place-extended' as const),
    owner: number,
    market: number,
    side: field(0 as const, 1 as const),
    price: number,
    lots: number,
    quoteAmount: number,
    timeInForce: number,
    selfTrade: number,
    clientOrderId: fc.option(text),
    slippagePpm: number,
    expiresMs: number,
    stopLoss: number,
    takeProfit: number,
    visibleLots: number,
  }),
  'amend-conditional': fc.record({
    type: field('amend-conditional' as const),
    owner: number,
    order: number,
    trigger: number,
    trailPpm: number,
    price: number,
    lots: number,
    quoteAmount: number,
    target: number,
    trail: number,
    activation: number,
    offset: number,
  }),
  'amend-oco': fc.record({
    type: field('amend-oco' as const),
    owner: number,
    order: number,
    price: number,
    lots: number,
    trigger: number,
    stopPrice: number,
  }),
  'place-oco': fc.record({
    type: field('place-oco' as const),
    owner: number,
    market: number,
    side: field(0 as const, 1 as const),
    price: number,
    lots: number,
    trigger: number,
    stopPrice: number,
    selfTrade: number,
    clientOrderId: fc.option(text),
  }),
  'define-fee-tiers': fc.record({
    type: field('define-fee-tiers' as const),
    asset: number,
    tiers: fc.array(fc.record({ volume: number, makerSharePpm: number, takerSharePpm: number })),
  }),
  'replace-quotes': fc.record({
    type: field('replace-quotes' as const),
    owner: number,
    market: number,
    bids: list,
    asks: list,
  }),
  'open-position': fc.record({
    type: field('open-position' as const),
    owner: number,
    market: number,
    direction: field(1 as const, 2 as const),
    stake: number,
    seconds: number,
  }),
  tick: fc.record({ type: field('tick' as const), tick: number, tickMs: number, prices: list }),
  'quoted-tick': fc.record({
    type: field('quoted-tick' as const),
    tick: number,
    tickMs: number,
    prices: list,
    rules: number,
    quotesHash: fc.string({ maxLength: 64 }),
  }),
};
const command: fc.Arbitrary<Command> = fc.oneof(
  ...Object.keys(COMMANDS).map((type) => arbitraryOf(type as CommandType)),
);

test('R11.3 D0008 commands of every type come back from the journal exactly, to the last bit', () => {
  const seen = new Set<CommandType>();
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (drawn) => {
      // Plain objects, as callers make them. Those of fast-check have no prototype.
      const commands = structuredClone(drawn);
      const decoded = decodeCommands(encodeCommands(commands));
      // Strict: -0 differs from 0, and NaN equals NaN.
      assert.deepStrictEqual(decoded, commands);
      for (const { type } of commands) seen.add(type);
    }),
    { numRuns: 3000 },
  );
  assert.deepEqual([...seen].sort(), Object.keys(COMMANDS).sort());
});

test('R11.3 D0008 a long list and a long text come back as well', () => {
  const commands: Command[] = [
    { type: 'tick', tick: 1, tickMs: 2, prices: Array.from({ length: 20_000 }, (_, i) => i * 1e9 + 0.5) },
    { type: 'define-asset', asset: 1, code: '价'.repeat(30_000), decimals: 2 },
  ];
  assert.deepStrictEqual(decodeCommands(encodeCommands(commands)), commands);
});

test('R12.2 D0008 a record that is cut off at any byte is no record', () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 1, maxLength: 5 }), (commands) => {
      const bytes = encodeCommands(commands).slice();
      for (let end = 0; end < bytes.length; end++)
        assert.throws(() => decodeCommands(bytes.subarray(0, end)), JournalFormatError);
    }),
    { numRuns: 300 },
  );
});

test('R12.2 D0008 bytes that never were a record end in an error, not in a loop or a flood', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        const commands = decodeCommands(bytes);
        assert.ok(commands.length <= bytes.length);
      } catch (error) {
        assert.ok(error instanceof JournalFormatError, String(error));
      }
    }),
    { numRuns: 3000 },
  );
});

test('R11.3 outcomes that differ in anything are different bytes', () => {
  const outcomes = fc.array(
    fc.record({
      error: fc.constantFrom(null, 'wallet/insufficient-balance' as const, 'request/invalid' as const),
      id: fc.nat({ max: 3 }),
      count: fc.nat({ max: 3 }),
    }),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(outcomes, outcomes, (one, other) => {
      const isSame = Buffer.from(encodeOutcomes(one).slice()).equals(encodeOutcomes(other));
      assert.equal(isSame, JSON.stringify(one) === JSON.stringify(other));
    }),
    { numRuns: 5000 },
  );
});
