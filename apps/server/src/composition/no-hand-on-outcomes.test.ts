/**
 * Goal: no operator, by no door, writes a price, the outcome of a contract, a balance or a row of
 * the books. Method: the words of every operator's input, the source of everything that writes to a
 * protected table or makes a command of money or prices, and a real server on which an operator
 * tries every call while the market stands still.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { CALLS, OPERATOR_CALLS, type Call } from '@glasshouse/protocol';
import { sql } from 'kysely';
import * as z from 'zod';
import { COMMANDS } from '../commands/table/index.ts';
import { startTestServer } from '../testing/harness.ts';
import { makeOperator } from '../testing/operator.ts';
import { sampleInput } from '../testing/sample-input.ts';
import { createProjections as marketProjections } from '../features/market/projection.ts';
import { PROJECTIONS } from './projections.ts';

const SOURCE = path.resolve(import.meta.dirname, '..');
const OFFICE = OPERATOR_CALLS as readonly Call[];

/** Words of what only the market, the rules or the books may say. */
const FORBIDDEN = new Set(
  'price prices tick ticks index candle kline result outcome win winner lose balance balances posting journal'.split(
    ' ',
  ),
);
/** Parts of names that hold such a word, and what they are. */
const HARMLESS: Readonly<Record<string, string>> = {
  priceDecimals: 'how many decimals prices of a pair have; fixed once it is listed',
  indexDecimals: 'the same for its index',
};
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
const camel = (name: string): string =>
  name.replaceAll(/^-+|-(\w)/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '');
const isForbidden = (name: string): boolean =>
  !(camel(name) in HARMLESS) && wordsOf(name).some((word) => FORBIDDEN.has(word));

/** The names of every field, at any depth. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(namesIn)];
}

test('R16.3 operators I6 no input of an operator names a price, an outcome or a balance', () => {
  assert.ok(OFFICE.length > 30);
  for (const { name, input } of OFFICE) {
    const fields = namesIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
    assert.deepEqual(fields.filter(isForbidden), [], name);
  }
  assert.ok(isForbidden('openPrice') && isForbidden('--closing-price') && !isForbidden('--price-decimals'));
});

/** Of the proving commands, which read. */
const READS = new Set(['audit', 'replay', 'rebuild', 'snapshot', 'reconcile', 'house']);

test('R16.3 operators I6 no argument of a command names a price, an outcome or a balance', () => {
  for (const { name, usage } of COMMANDS) {
    if (READS.has(name)) continue;
    const words = usage.flatMap((line) => line.match(/--[a-z-]+|[A-Z_]{3,}/g) ?? []);
    assert.deepEqual(words.filter(isForbidden), [], name);
  }
});

/** Every file of the server that is no test, by its path from the sources. */
const FILES: ReadonlyMap<string, string> = new Map(
  fs
    .readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
    .map((file) => [file, fs.readFileSync(path.join(SOURCE, file), 'utf8')]),
);
const filesWith = (pattern: RegExp): readonly string[] =>
  [...FILES].flatMap(([file, text]) => (pattern.test(text) ? [file] : [])).toSorted();

/** Tables whose rows follow from the journal. */
const PROJECTED = new Set([...PROJECTIONS, ...marketProjections()].map(({ table }) => table.name));
/** They say how events become rows, and what a demo forgets. */
const PROJECTING = /\/projection\.ts$/;

/** What is written from the journal's events alone, and who writes otherwise. */
const OTHER_WRITERS: Readonly<Record<string, readonly string[]>> = {
  // Ticks are public; those before the first start of a demo are made with their candles.
  ticks: ['features/market/tick-feed/tick-log.ts'],
  klines: ['features/market/history.ts'],
  // Their own journal, and what is dropped from it after its snapshots.
  journal: ['pipeline/retention.ts'],
};

test('operators I6 rows of prices, contracts, balances and the books are written from the journal alone', async () => {
  const server = await startTestServer();
  try {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
      server.server.database.kysely,
    );
    const all = rows.map(({ name }) => name);
    for (const table of ['ticks', 'klines', 'positions', 'postings', 'spot_fills'])
      assert.ok(all.includes(table) && PROJECTED.has(table), table);
    for (const table of all.filter((name) => PROJECTED.has(name) || name === 'journal')) {
      const writes = new RegExp(
        `(insertInto|updateTable|deleteFrom|mergeInto)\\('${table}'|(insert into|update|delete from|merge into|truncate|copy) ${table}\\b`,
        'i',
      );
      const writers = filesWith(writes).filter((file) => !PROJECTING.test(file));
      assert.deepEqual(writers, OTHER_WRITERS[table] ?? [], table);
    }
  } finally {
    await server.close();
  }
});

/** Commands that bring a price, or money from nowhere, and where such a command is made. */
const MAKERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tick: { 'features/market/live-market.ts': 'from the feed' },
  'quoted-tick': { 'features/market/live-market.ts': 'from the feed, with its quotes' },
  issue: {
    'features/wallet/open-accounts.ts': 'play money of a demo',
    'offers/fixed-terms/offers.ts': 'capital of a house that is opened',
    'features/flash-exchange/seeds.ts': 'the same',
    'features/fund/seeds.ts': 'the same',
    'features/market/seeds.ts': 'the same',
    'features/seconds-contract/seeds.ts': 'the same',
    'features/subscription/seeds.ts': 'the same',
  },
  'credit-deposit': {
    'features/funding/deposits/credits.ts': 'a transfer on a chain',
    'features/funding/seeds.ts': 'a demo’s own transfers, on its simulated chains',
    'features/vouchers/reviews.ts': 'a transfer that a customer has shown and an operator has found',
  },
};

test('operators I6 prices and money come in at these places alone', () => {
  for (const [type, places] of Object.entries(MAKERS)) {
    const made = new RegExp(`\\btype: '${type}',(?! channel)`);
    assert.deepEqual(filesWith(made), Object.keys(places).toSorted(), type);
  }
});

test('R16.3 operators I6 an operator who tries every call moves no price, no contract and no money', async () => {
  const server = await startTestServer();
  try {
    const user = await server.register('on-whom-all-is-tried');
    await server.market.tick();
    const open = (CALLS as readonly Call[]).find(({ name }) => name === 'seconds-contract/open-position')!;
    const opened = await server.post(open.prefixes[0] + open.path, sampleInput(open), { token: user.token });
    assert.equal(opened.code, 1, opened.msg);
    const admin = await makeOperator(server, 'curious', 'admin');
    const read = async () => {
      const states = [...PROJECTED].map(async (table) => {
        const rows = await server.server.database.kysely
          .selectFrom(table as 'positions')
          .selectAll()
          .execute();
        return [table, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
      });
      return Object.fromEntries(await Promise.all(states));
    };
    const before = await read();
    assert.equal(before['positions']?.length, 1);
    assert.ok((before['postings']?.length ?? 0) > 100);
    for (const call of OFFICE) {
      if (call.access !== 'operator' || call.name === 'operators/sign-out') continue;
      const input = { ...sampleInput(call), ...('act' in call ? { step: 'do', id: user.userId } : {}) };
      const { error } = await server.post(call.prefixes[0] + call.path, input, admin);
      assert.notEqual(error, 'operators/not-allowed', call.name);
    }
    assert.deepEqual(await read(), before);
  } finally {
    await server.close();
  }
});
