/**
 * Golden journals: the records of a short life of an exchange with every kind of command, and their
 * results. They are files that never change, one for each form that records have had and for each
 * version of the rules. `node apps/server/test/golden-journal.ts NAME` writes another one.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Exchange, type Command } from '@glasshouse/core';
import fc from 'fast-check';
import { Player } from '../../../packages/core/sim/player.ts';
import { randomStep } from '../../../packages/core/sim/random-commands.ts';
import { SET_UP } from '../../../packages/core/sim/set-up.ts';
import { drainEvents } from '../src/pipeline/batch.ts';
import { JOURNAL_START, makeRecord, positionOf, type JournalRecord } from '../src/pipeline/record.ts';
import { replayRecord } from '../src/pipeline/recovery.ts';

export const GOLDEN_FOLDER = path.join(import.meta.dirname, '../src/pipeline/golden');
const STEPS = 700;
const BATCH_MAX = 9;
const SEED = 20_261_121;
const PAIR_CHANGE = {
  type: 'amend-oco',
  owner: 1000,
  price: 9_000_100,
  lots: 20,
  trigger: 8_999_900,
  stopPrice: 0,
} as const;

export interface GoldenJournal {
  readonly records: readonly GoldenRecord[];
  readonly state: readonly string[];
  /** Of the whole state. */
  readonly hash: string;
}
/** As in the table, with the commands in base64. */
export type GoldenRecord = Omit<JournalRecord, 'commands'> & { readonly commands: string };

export function recordOf(golden: GoldenRecord): JournalRecord {
  return { ...golden, commands: Buffer.from(golden.commands, 'base64') };
}

export const goldenNames = (): string[] => fs.readdirSync(GOLDEN_FOLDER).sort();

export function readGolden(name: string): GoldenJournal {
  return JSON.parse(fs.readFileSync(path.join(GOLDEN_FOLDER, name), 'utf8')) as GoldenJournal;
}

/** Throws if a golden journal leads to other outcomes or another state than before. */
export function replayGolden(name: string): void {
  const { records, state, hash } = readGolden(name);
  const exchange = new Exchange();
  let position = JOURNAL_START;
  for (const record of records) position = replayRecord(exchange, position, recordOf(record));
  assert.ok(position.seq > 400);
  assert.deepEqual(describeState(exchange), state);
  assert.equal(exchange.hash(), hash);
  assert.equal(Exchange.restore(exchange.snapshot()).hash(), exchange.hash());
  assert.deepEqual(
    exchange.audit().filter(({ ok }) => !ok),
    [],
  );
}

/** Everything that users could see, as text that does not depend on the core's data structures. */
export function describeState(exchange: Exchange): string[] {
  const lines: string[] = [];
  exchange.forEachAccount(({ owner, wallet, asset, available, frozen }) =>
    lines.push(`account ${owner}/${wallet}/${asset}: ${available} + ${frozen}`),
  );
  exchange.features.spot.forEachOrder(
    ({ order, owner, market, side, price, lots, filledLots, filledQuote, fee }) =>
      lines.push(
        `order ${[order, owner, market, side, price, lots, filledLots, filledQuote, fee].join('/')}`,
      ),
  );
  for (const one of exchange.features['seconds-contract'].open()) {
    const { position, owner, market, direction, stake, openPrice, dueMs } = one;
    lines.push(`position ${[position, owner, market, direction, stake, openPrice, dueMs].join('/')}`);
  }
  for (const one of exchange.features.funding.open()) lines.push(`funding ${Object.values(one).join('/')}`);
  return lines.sort();
}

function makeGolden(): GoldenJournal {
  const exchange = new Exchange();
  const player = new Player();
  const steps = fc.sample(randomStep, { seed: SEED, numRuns: STEPS });
  const strange: Command = { type: 'cancel-order', owner: 2 ** 40, order: 0.5 };
  // Rarely drawn, because it needs an open OCO.
  const rare: Command = { ...PAIR_CHANGE, order: 1 };
  const waiting = [...SET_UP, ...steps, strange, rare];
  const records: GoldenRecord[] = [];
  let position = JOURNAL_START;
  while (waiting.length > 0) {
    const commands: Command[] = [];
    const outcomes = [];
    // All commands of a batch have one time, which a tick advances, so a tick is the first of its
    // batch.
    for (let i = 0; i <= position.batch % BATCH_MAX && waiting.length > 0; i++) {
      if (i > 0 && waiting[0]?.type === 'next-tick') break;
      const command = player.commandOf(waiting.shift()!, exchange);
      commands.push(command);
      outcomes.push(exchange.apply(exchange.seq + 1, player.timeMs, command));
    }
    const postings = exchange.postingsDigest();
    drainEvents(exchange);
    const record = makeRecord(position, { timeMs: player.timeMs, commands, outcomes, postings });
    position = positionOf(record);
    records.push({ ...record, commands: Buffer.from(record.commands).toString('base64') });
  }
  return { records, state: describeState(exchange), hash: exchange.hash() };
}

if (import.meta.main) {
  const name = process.argv[2] ?? '';
  if (!/^[a-z0-9-]+$/.test(name))
    throw new Error('a golden journal needs a name, such as 2-conditional-orders');
  fs.writeFileSync(path.join(GOLDEN_FOLDER, `${name}.json`), `${JSON.stringify(makeGolden(), null, 1)}\n`, {
    flag: 'wx',
  });
}
