/**
 * Goal: costs and profits by average cost are what all events add up to. Method: random courses of
 * two users are written by the projection in random batches to a real database, and again merged
 * into one, as a rebuild does; a naive recount of each whole course must give the same units.
 */
import assert from 'node:assert/strict';
import { Exchange, type Command, type CoreEvent } from '@glasshouse/core';
import fc from 'fast-check';
import { openPlace, testOnBoth } from '../../../test/engines.ts';
import { worldCommands } from '../../../test/world.ts';
import type { Database } from '../../db/database.ts';
import { mergedRow, type Projection } from '../../pipeline/projection.ts';
import { rowsText } from '../../pipeline/row-text.ts';
import { insertText } from '../../pipeline/statement.ts';
import { costBasis } from './cost-projection.ts';

const [USDT, BTC, ETH] = [0, 1, 2] as const;
const [BTC_USDT, ETH_USDT, ETH_BTC] = [0, 1, 2] as const;
const HOUSE = 100;
const PLACE = { seq: 1, timeMs: 1, ordinal: 0 };
/** Units of a lot of each market, as `exchangeOf` defines them. */
const PER_LOT = 1000;

function exchangeOf(): Exchange {
  const exchange = new Exchange();
  const [market] = worldCommands().filter((command) => command.type === 'define-market');
  const commands: readonly Command[] = [
    ...worldCommands().filter((command) =>
      ['set-rules', 'define-asset', 'define-market'].includes(command.type),
    ),
    { type: 'define-asset', asset: ETH, code: 'ETH', decimals: 8 },
    { ...market!, market: ETH_USDT, base: ETH },
    { ...market!, market: ETH_BTC, base: ETH, quote: BTC },
  ];
  const outcomes = exchange.applyAll({ firstSeq: 1, timeMs: 1, commands });
  assert.ok(outcomes.every(({ error }) => error === null));
  exchange.log.clear();
  return exchange;
}

/** What happens to an owner. Amounts are shares of what he has, or units. */
type Step =
  | { readonly kind: 'tick'; readonly btc: number; readonly eth: number }
  | { readonly kind: 'in'; readonly asset: number; readonly units: number }
  | { readonly kind: 'out'; readonly asset: number; readonly share: number }
  | {
      readonly kind: 'trade' | 'exchange';
      readonly pair: number;
      readonly isBuy: boolean;
      readonly lots: number;
      readonly quote: number;
      readonly fee: number;
    };

const coin = fc.constantFrom(BTC, ETH);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('tick' as const),
    btc: fc.integer({ min: 0, max: 9_000_000 }),
    eth: fc.integer({ min: 1, max: 400_000 }),
  }),
  fc.record({ kind: fc.constant('in' as const), asset: coin, units: fc.integer({ min: 1, max: 1e12 }) }),
  fc.record({ kind: fc.constant('out' as const), asset: coin, share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    kind: fc.constantFrom('trade' as const, 'exchange' as const),
    pair: fc.constantFrom(BTC_USDT, ETH_USDT, ETH_BTC),
    isBuy: fc.boolean(),
    lots: fc.integer({ min: 1, max: 1e7 }),
    quote: fc.integer({ min: 1, max: 1e10 }),
    fee: fc.integer({ min: 0, max: 900 }),
  }),
);

const PAIRS = [
  [BTC, USDT],
  [ETH, USDT],
  [ETH, BTC],
] as const;

/** The events of a course, and what is expected of it, worked out by the definition alone. */
class Course {
  readonly owner: number;
  readonly events: CoreEvent[] = [];
  readonly #prices: [btc: number, eth: number] = [0, 0];
  /** By coin: the lots of money that came in and went out, in order. */
  readonly #moves = new Map<number, { readonly units: bigint; readonly worth: bigint | null }[]>();

  constructor(owner: number, steps: readonly Step[]) {
    this.owner = owner;
    for (const each of steps) this.#take(each);
  }

  #take(each: Step): void {
    if (each.kind === 'tick') this.#tick(each);
    else if (each.kind === 'in') {
      const { asset, units } = each;
      this.#post(asset, units);
      this.#note(asset, BigInt(units), this.#worth(asset, units));
    } else if (each.kind === 'out') {
      const units = (this.#held(each.asset) * BigInt(each.share)) / 100n;
      if (units === 0n) return;
      this.#post(each.asset, -Number(units));
      this.#note(each.asset, -units, null);
    } else this.#swap(each);
  }

  #tick({ btc, eth }: Extract<Step, { kind: 'tick' }>): void {
    [this.#prices[0], this.#prices[1]] = [btc, eth];
    this.events.push({ type: 'ticked', tick: 1, tickMs: 1, prices: [btc, eth, 0], quoted: null });
  }

  #post(asset: number, units: number): void {
    const { owner } = this;
    const available = Math.trunc(units / 3);
    const posting = { owner, wallet: 2, asset, available, frozen: units - available, reference: 1 };
    this.events.push({ type: 'posting', ...posting, reason: units > 0 ? 'deposit' : 'withdrawal-paid' });
  }

  #swap({ kind, pair, isBuy, lots, quote, fee }: Extract<Step, { kind: 'trade' | 'exchange' }>): void {
    const [base, quoteCoin] = PAIRS[pair]!;
    const baseUnits = lots * PER_LOT;
    const [paid, received] = isBuy
      ? [
          { asset: quoteCoin, units: quote },
          { asset: base, units: baseUnits },
        ]
      : [
          { asset: base, units: baseUnits },
          { asset: quoteCoin, units: quote },
        ];
    if (paid.asset !== USDT && this.#held(paid.asset) < BigInt(paid.units)) return;
    const charged = kind === 'trade' ? Math.min(fee, received.units) : 0;
    const gained = received.units - charged;
    const { owner } = this;
    if (kind === 'exchange')
      this.events.push({
        type: 'coins-exchanged',
        exchange: 1,
        owner,
        payAsset: paid.asset,
        pay: paid.units,
        receiveAsset: received.asset,
        receive: gained,
        exchangedMs: 1,
      });
    else {
      const sides = fee % 2 === 0 ? { taker: owner, maker: HOUSE } : { taker: HOUSE, maker: owner };
      const takerSide = (sides.taker === owner) === isBuy ? 0 : 1;
      const fees =
        sides.taker === owner ? { takerFee: charged, makerFee: 7 } : { takerFee: 7, makerFee: charged };
      this.events.push({
        type: 'traded',
        trade: 1,
        market: pair,
        price: 1,
        lots,
        quoteUnits: quote,
        takerSide,
        takerOrder: 1,
        makerOrder: 2,
        ...sides,
        ...fees,
      });
    }
    // The other side of USDT is what it cost or brought; of two coins, what was paid says it.
    const worth = received.asset === USDT ? BigInt(gained) : this.#worth(paid.asset, paid.units);
    this.#note(paid.asset, -BigInt(paid.units), worth);
    this.#note(received.asset, BigInt(gained), worth);
  }

  #worth(asset: number, units: number): bigint | null {
    if (asset === USDT) return BigInt(units);
    const price = this.#prices[asset === BTC ? 0 : 1];
    // Prices have two decimals, coins eight, USDT six.
    return price === 0 ? null : (BigInt(units) * BigInt(price)) / 10_000n;
  }

  #note(asset: number, units: bigint, worth: bigint | null): void {
    if (asset === USDT || units === 0n) return;
    const moves = this.#moves.get(asset) ?? [];
    this.#moves.set(asset, [...moves, { units, worth }]);
  }

  #held(asset: number): bigint {
    return (this.#moves.get(asset) ?? []).reduce((sum, { units }) => sum + units, 0n);
  }

  /** Rows as text, recounted from the first move on. */
  expected(): readonly string[] {
    return [...this.#moves]
      .toSorted(([a], [b]) => a - b)
      .map(([asset, moves]) => `${this.owner} ${asset} ${recount(moves)}`);
  }
}

function recount(moves: readonly { readonly units: bigint; readonly worth: bigint | null }[]): string {
  let [held, realised] = [0n, 0n];
  let cost: bigint | null = 0n;
  for (const { units, worth } of moves) {
    if (units > 0n) cost = cost === null || worth === null ? null : cost + worth;
    else {
      // What leaves takes its part of the cost along, rounded down.
      const part: bigint | null = cost === null ? null : (cost * -units) / held;
      if (worth !== null && part !== null) realised += worth - part;
      cost = held + units === 0n ? 0n : cost === null || part === null ? null : cost - part;
    }
    held += units;
  }
  return `${held} ${cost} ${realised}`;
}

type Row = ReturnType<ReturnType<Projection['collect']>['rows']>[number];

/** Writes the events in batches of these lengths; `isMerged`: as one statement. */
async function write(
  database: Database,
  events: readonly CoreEvent[],
  { lengths, isMerged }: { readonly lengths: readonly number[]; readonly isMerged: boolean },
): Promise<void> {
  const { registry } = exchangeOf();
  let indexPrices: readonly number[] = [];
  const batches: (readonly Row[])[] = [];
  for (let at = 0, i = 0; at < events.length; at += lengths[i % lengths.length]!, i++) {
    const batch = events.slice(at, at + lengths[i % lengths.length]!);
    const collector = costBasis.collect({ registry, indexPrices });
    for (const event of batch) collector.add(event, PLACE);
    indexPrices = batch.findLast((event) => event.type === 'ticked')?.prices ?? indexPrices;
    batches.push(collector.rows());
  }
  const merged = new Map<string, Row>();
  for (const row of isMerged ? batches.flat() : []) {
    const key = `${row['owner']}/${row['asset']}`;
    const there = merged.get(key);
    merged.set(key, there === undefined ? row : mergedRow(costBasis.table, there, row));
  }
  for (const rows of isMerged ? [[...merged.values()]] : batches)
    if (rows.length > 0)
      await database.query(insertText(costBasis.table, 1), [rowsText(costBasis.table, rows)]);
}

async function rowsOf(database: Database, owners: readonly number[]): Promise<readonly string[]> {
  const { rows } = await database.query<{ text: string }>(
    `select concat_ws(' ', owner, asset, units, coalesce(cost::text, 'null'), realised) as text from cost_basis
     where owner = any($1::bigint[]) order by owner, asset`,
    [`{${owners.join(',')}}`],
  );
  return rows.map(({ text }) => text);
}

testOnBoth(
  'R2.6 D0035 wallet I7 average cost and profit equal a naive recount, in any batches and merged',
  async (place, context) => {
    const database = await openPlace(place, context);
    let owner = 1000;
    const course = fc.array(step, { minLength: 1, maxLength: 40 });
    const lengths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(course, course, lengths, async (first, second, sizes) => {
        for (const isMerged of [false, true]) {
          const courses = [new Course(owner++, first), new Course(owner++, second)];
          for (const { events } of courses) await write(database, events, { lengths: sizes, isMerged });
          const owners = courses.map((each) => each.owner);
          assert.deepEqual(
            await rowsOf(database, owners),
            courses.flatMap((each) => each.expected()),
          );
        }
      }),
      { numRuns: 60 },
    );
  },
);

testOnBoth(
  'R2.6 D0035 wallet I7 what has no price has no cost until it is gone, and a wrong row stops no commit',
  async (place, context) => {
    const database = await openPlace(place, context);
    const unpriced = new Course(1000, [
      { kind: 'in', asset: BTC, units: 500 },
      { kind: 'tick', btc: 6_000_000, eth: 300_000 },
      { kind: 'in', asset: BTC, units: 100_000_000 },
    ]);
    await write(database, unpriced.events, { lengths: [1], isMerged: false });
    assert.deepEqual(await rowsOf(database, [1000]), ['1000 1 100000500 null 0']);
    const gone = {
      type: 'posting',
      owner: 1000,
      wallet: 2,
      asset: BTC,
      frozen: 0,
      reason: 'withdrawal-paid',
      reference: 1,
    } as const;
    await write(database, [{ ...gone, available: -100_000_500 }], { lengths: [1], isMerged: false });
    assert.deepEqual(await rowsOf(database, [1000]), ['1000 1 0 0 0']);
    // It cannot happen. If it did, the commit would be written, and the audit would tell.
    await write(database, [{ ...gone, available: -1 }], { lengths: [1], isMerged: false });
    assert.deepEqual(await rowsOf(database, [1000]), ['1000 1 -1 null 0']);
  },
);
