/**
 * Goal: the audit's own arithmetic finds wrong charges, settlements and postings, whether rows were
 * changed or the core computed them wrongly. Method: an exchange with some of everything on both
 * real databases; wrong rows one by one, and a core with a planted error.
 */
import assert from 'node:assert/strict';
import type { Exchange } from '@glasshouse/core';
import type { TestContext } from 'node:test';
import { openPlace, testOnBoth, type DatabasePlace } from '../../test/engines.ts';
import { start, stopAll, trade } from '../../test/installation.ts';
import { createProjections, limitOrder, PRICE, tick, USDT } from '../../test/world.ts';
import type { Session } from '../db/database.ts';
import { openProjectorSession } from '../db/projector-session.ts';
import { PRODUCTS } from '../composition/products.ts';
import { PROJECTIONS } from '../composition/projections.ts';
import type { Finding } from './cross-checks.ts';
import { exchangeFactory } from './exchange-factory.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { Pipeline } from './pipeline.ts';
import { takeProjected } from './projected.ts';
import { Projector } from './projector/projector.ts';
import { recover } from './recovery.ts';
import { forgetBefore } from './retention.ts';

const CHARGED = 'trades are worth and charged what price and tier say';
const ENDED = 'contracts end as their two public ticks say';
const PAID = 'contracts are charged and paid what their outcome says';
const OTHER_SIDE = 'every posting has its other side, commit by commit';
const DAY_MS = 86_400_000;
const RECOMPUTED: ReadonlySet<string> = new Set([CHARGED, ENDED, PAID, OTHER_SIDE]);

/** The audit's findings from the recomputations of all products. */
async function recompute(session: Session, exchange: Exchange): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { crossChecks } of Object.values(PRODUCTS))
    findings.push(...(await crossChecks(session, exchange)));
  return findings.filter(({ name }) => RECOMPUTED.has(name));
}

/** Each change with its reversal and the finding that names it. */
const WRONG_ROWS: readonly (readonly [
  what: string,
  table: string,
  change: string,
  finding: string,
  named: RegExp,
])[] = [
  [
    'a taker fee one unit higher',
    'spot_fills',
    'taker_fee = taker_fee + 1',
    CHARGED,
    /trade \d+: the taker's fee is \d+ instead of \d+/,
  ],
  [
    'a maker fee one unit lower',
    'spot_fills',
    'maker_fee = maker_fee - 1',
    CHARGED,
    /trade \d+: the maker's fee/,
  ],
  [
    'a trade worth one unit more',
    'spot_fills',
    'quote_units = quote_units + 1',
    CHARGED,
    /trade \d+ is worth/,
  ],
  ['a win for a loss', 'positions', 'result = 3 - result', ENDED, /position \d+ ended as \d instead of \d/],
  [
    'another closing price',
    'positions',
    'finish_price = finish_price + 1',
    ENDED,
    /position \d+ finished at \d+, tick \d+ says/,
  ],
  ['another opening tick', 'positions', 'open_tick = open_tick - 1', ENDED, /position \d+ opened at/],
  ['a fee of a contract', 'positions', 'fee = fee - 1', PAID, /position \d+ has fee/],
  [
    'a payment without its other side',
    'postings',
    'available = available + 1',
    OTHER_SIDE,
    /1 units of asset/,
  ],
];

/** The row to change in each table. */
const PICKED: Readonly<Record<string, string>> = {
  spot_fills: 'trade_id = (select max(trade_id) from spot_fills where taker >= 1000 and maker >= 1000)',
  positions: 'position_id = (select min(position_id) from positions where result in (1, 2))',
  postings:
    "(owner, seq, ordinal) = (select owner, seq, ordinal from postings where owner >= 1000 and reason = 'trade' limit 1)",
};

testOnBoth(
  'R14.3 the audit recomputes fees, settlements and other sides, and names each row that was changed',
  async (place, context) => {
    const one = await start(place, context);
    await trade(one, 6);
    const breaches = async () => (await recompute(one.database, one.exchange)).filter(({ ok }) => !ok);
    const findings = await recompute(one.database, one.exchange);
    assert.deepEqual(
      findings.filter(({ ok }) => !ok),
      [],
    );
    for (const { figures } of findings) assert.doesNotMatch(figures, /^0 /);
    for (const [what, table, change, name, named] of WRONG_ROWS) {
      const { rows } = await one.database.query<Record<string, string | number>>(
        `select * from ${table} where ${PICKED[table]!}`,
      );
      const [before] = rows;
      assert.ok(before !== undefined, what);
      const column = change.split(' ')[0]!;
      const picked =
        table === 'postings'
          ? `owner = ${before['owner']} and seq = ${before['seq']} and ordinal = ${before['ordinal']}`
          : PICKED[table]!;
      const key = table === 'positions' ? `position_id = ${before['position_id']}` : picked;
      await one.database.exec(`update ${table} set ${change} where ${key}`);
      const found = await breaches();
      assert.ok(
        found.some((breach) => breach.name === name && named.test(breach.figures)),
        `${what}: ${JSON.stringify(found)}`,
      );
      await one.database.exec(`update ${table} set ${column} = ${before[column]} where ${key}`);
      assert.deepEqual(await breaches(), [], what);
    }
    await one.pipeline.stop();
    await one.database.close();
  },
);

testOnBoth(
  'R14.3 the audit finds a tier and a fee that the core itself got wrong, also where a demo dropped its journal',
  async (place, context) => {
    const one = await start(place, context);
    await trade(one, 2);
    await stopAll(one);
    const together = await startTogether(place, context);
    const { pipeline, exchange, database, inBoth } = together;
    const platform = { owner: 1 };
    const tiers = [
      { volume: 0, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 },
      { volume: 1_000, makerSharePpm: 500_000, takerSharePpm: 500_000 },
    ];
    await pipeline.submit({ type: 'define-fee-tiers', asset: USDT, tiers }, platform);
    const swap = async () => {
      await pipeline.submit(limitOrder(1000, 0, PRICE), { owner: 1000 });
      await pipeline.submit(limitOrder(1001, 1, PRICE), { owner: 1001 });
    };
    await swap();
    const breaches = async () => (await recompute(database, exchange)).filter(({ ok }) => !ok);
    assert.deepEqual(await breaches(), []);
    // A day later both users reach the second tier; this core keeps the taker at the first.
    const { tickMs, tick: number } = exchange.lastTick;
    const noon = (Math.floor(tickMs / DAY_MS) + 1) * DAY_MS + DAY_MS / 2;
    void noon;
    void number;
    const block = exchange.ledger.blockOf(1001, 2);
    inBoth(({ features }) => (features.spot.fees.traders[block * 2] = 1));
    await swap();
    const [wrong] = await breaches();
    assert.equal(wrong?.name, CHARGED);
    assert.match(wrong.figures, /the taker's fee is \d+ instead of \d+/);
    await database.exec('delete from spot_fills where trade_id = (select max(trade_id) from spot_fills)');
    inBoth(({ features }) => (features.spot.fees.traders[block * 2] = 0));
    // Changes the market's own fee inside the core.
    const { feePpm } = exchange.markets[0]!;
    inBoth(({ markets: [market] }) => (market!.feePpm = feePpm.map((ppm) => ppm + 100)));
    await swap();
    assert.match((await breaches())[0]?.figures ?? '', /the taker's fee is/);
    await database.exec('delete from spot_fills where trade_id = (select max(trade_id) from spot_fills)');
    inBoth(({ markets: [market] }) => (market!.feePpm = feePpm));
    await tick(pipeline, PRICE);
    await swap();
    await pipeline.stop();
    assert.deepEqual(await breaches(), []);
    await forgetBefore(database, exchange.seq, PROJECTIONS);
    const findings = await recompute(database, exchange);
    assert.deepEqual(
      findings.filter(({ ok }) => !ok),
      [],
    );
    await together.end();
  },
);

/**
 * A pipeline whose projector is not in a thread of its own, so that both cores can be made wrong
 * alike. One that is wrong alone ends the process.
 */
async function startTogether(place: DatabasePlace, context: TestContext) {
  const database = await openPlace(place, context);
  await database.writer.claim();
  const session = await openProjectorSession(database.projectorLink());
  const { batch: projectedBatch, writer } = await takeProjected(database);
  // It was stopped in order, so nothing follows the snapshot.
  const { exchange, position } = await database.session((reader) =>
    recover(reader, { factory: exchangeFactory }),
  );
  const projections = createProjections();
  const projector = new Projector({
    exchange: exchangeFactory.restore(exchange.snapshot()),
    position,
    projectedBatch,
    writer,
    projections,
    write: (write) => session.write(write),
    paceMs: 0,
    onError: (error) => assert.fail(error),
  });
  const tables = projections.map(({ table }) => table.name);
  database.projectedTables.follow(tables, () => projector.flushed());
  const keys = new IdempotencyKeys(database);
  const pipeline = new Pipeline({
    database,
    exchange,
    keys,
    position,
    onFatal: (error) => assert.fail(error),
  });
  pipeline.onCommitted(({ record }) => projector.follow(record));
  const inBoth = (change: (core: Exchange) => unknown): void => {
    change(exchange);
    change(projector.exchange);
  };
  const end = async (): Promise<void> => {
    await pipeline.stop();
    await projector.flushed();
    await session.close();
    await database.close();
  };
  return { database, pipeline, exchange, inBoth, end };
}
