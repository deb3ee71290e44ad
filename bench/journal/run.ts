/**
 * `npx glasshouse bench-journal`: XB1's commands in batches of 200, like the pipeline's. Compares
 * encoding and decoding with JSON.stringify and JSON.parse, and the full core with a journal
 * (encoding, checksum chain, a file without fsync) with the core in memory. Everything runs once,
 * in CPU time of this thread, medians of warm rounds. Exits non-zero below the bars.
 */
import '../../apps/server/src/process/tune-v8.ts';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { decodeCommands, encodeCommands, Exchange, type Command, type Outcome } from '@glasshouse/core';
import { JOURNAL_START, makeRecord, positionOf } from '../../apps/server/src/pipeline/record.ts';
import { BookEngine, CoreEngine } from '../core/engines.ts';
import { DEFAULT_SEED, draw, SHAPES, Tape } from '../core/xb1.ts';
import { median, table } from '../report.ts';

const OPERATIONS = 400_000;
/**
 * Batches that are encoded and decoded repeatedly. In the pipeline a new batch is in the
 * processor's cache too.
 */
const WARM_BATCHES = 25;
const REPEATS = { json: 200, journal: 2000 };
const BATCH = 200;
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const WARM_UP_ROUNDS = 2;
const BARS = { encode: 8, decode: 5, journalled: 0.6 };

const commands = recordCommands();
const batches = Array.from({ length: Math.ceil(commands.length / BATCH) }, (_, i) =>
  commands.slice(i * BATCH, (i + 1) * BATCH),
);
const records = batches.map((batch) => encodeCommands(batch).slice());
if (
  !isDeepStrictEqual(
    records.flatMap((bytes) => decodeCommands(bytes)),
    commands,
  )
)
  throw new Error('the commands did not come back as they were');

const warm = batches.slice(-WARM_BATCHES - 1, -1);
const warmTexts = warm.map((batch) => JSON.stringify(batch));
const warmRecords = warm.map((batch) => encodeCommands(batch).slice());

/** Accumulates results, so that V8 cannot drop the work. */
let sink = 0;
const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-bench-journal-'));
const file = openSync(path.join(folder, 'journal'), 'w');
const works = {
  'JSON.stringify': () => again(REPEATS.json, warm, (batch) => JSON.stringify(batch).length),
  encode: () => again(REPEATS.journal, warm, (batch) => encodeCommands(batch).length),
  'JSON.parse': () => again(REPEATS.json, warmTexts, (text) => (JSON.parse(text) as Command[]).length),
  decode: () => again(REPEATS.journal, warmRecords, (bytes) => decodeCommands(bytes).length),
  'core in memory': () => playCore(() => {}),
  'core with journal': () => playCore(journalWriter()),
};
type Work = keyof typeof works;
const found = new Map<Work, number[]>();
for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
  for (const [name, work] of Object.entries(works) as [Work, () => number][]) {
    const before = process.threadCpuUsage();
    const count = work();
    const { user, system } = process.threadCpuUsage(before);
    const perSecond = count / ((user + system) / 1e6);
    if (round >= WARM_UP_ROUNDS) found.set(name, [...(found.get(name) ?? []), perSecond]);
  }
}
closeSync(file);
rmSync(folder, { recursive: true });

const speed = (name: Work): number => median(found.get(name) ?? []);
const bytesOf = (encoded: readonly { readonly length: number }[]): string =>
  (encoded.reduce((bytes, { length }) => bytes + length, 0) / (WARM_BATCHES * BATCH)).toFixed(1);
const ratios = {
  encode: speed('encode') / speed('JSON.stringify'),
  decode: speed('decode') / speed('JSON.parse'),
  journalled: speed('core with journal') / speed('core in memory'),
};
table(
  `${commands.length} commands of XB1 in batches of ${BATCH}, median of ${ROUNDS} rounds; ${bytesOf(warmRecords)} bytes a command, as JSON ${bytesOf(warmTexts)}`,
  (Object.keys(works) as Work[]).map((name) => ({ what: name, 'M/s': (speed(name) / 1e6).toFixed(2) })),
);
const broken = (Object.keys(BARS) as (keyof typeof BARS)[]).filter((name) => ratios[name] < BARS[name]);
console.log(
  `encode ${ratios.encode.toFixed(1)}x JSON.stringify (bar ${BARS.encode}), decode ${ratios.decode.toFixed(1)}x JSON.parse (bar ${BARS.decode}), core with journal ${ratios.journalled.toFixed(2)} of the core in memory (bar ${BARS.journalled})`,
);
console.log(broken.length === 0 ? 'All bars are met.' : `Below the bar: ${broken.join(', ')}`);
process.exit(broken.length === 0 && sink > 0 ? 0 : 1);

/** Returns the number of commands. */
function again<T>(repeats: number, items: readonly T[], work: (item: T) => number): number {
  for (let i = 0; i < repeats; i++) for (const item of items) sink += work(item);
  return repeats * items.length * BATCH;
}

type Applied = Parameters<Exchange['apply']>;

/** The commands that the core engine submits, including the set-up. */
function recordCommands(): Command[] {
  const shape = SHAPES['xb1'];
  if (shape === undefined) throw new Error('XB1 is gone');
  const recording = draw({
    shape,
    seed: DEFAULT_SEED,
    operations: OPERATIONS,
    engine: (tape, handles) => new BookEngine(tape, handles),
  });
  const given: Command[] = [];
  const apply = Reflect.get(Exchange.prototype, 'apply') as (this: Exchange, ...given: Applied) => Outcome;
  Exchange.prototype.apply = function (seq, timeMs, command) {
    given.push({ ...command });
    return apply.call(this, seq, timeMs, command);
  };
  const tape = new Tape(null);
  recording.play(new CoreEngine(tape, recording.handles), tape, {
    from: 0,
    to: recording.prefill + OPERATIONS,
  });
  Exchange.prototype.apply = apply;
  return given;
}

type OnBatch = (
  exchange: Exchange,
  content: {
    readonly timeMs: number;
    readonly commands: readonly Command[];
    readonly outcomes: readonly Outcome[];
  },
) => void;

function playCore(onBatch: OnBatch): number {
  const exchange = new Exchange();
  for (const batch of batches) {
    const timeMs = exchange.seq;
    const outcomes = exchange.applyAll({ firstSeq: exchange.seq + 1, timeMs, commands: batch });
    onBatch(exchange, { timeMs, commands: batch, outcomes });
    exchange.log.clear();
  }
  return exchange.seq;
}

/**
 * Writes the pipeline's own records at the beginning of the file, to measure writing rather than
 * file growth.
 */
function journalWriter(): OnBatch {
  let position = JOURNAL_START;
  return (exchange, content) => {
    const record = makeRecord(position, { ...content, postings: exchange.postingsDigest() });
    position = positionOf(record);
    writeSync(file, record.commands, 0, record.commands.length, 0);
    writeSync(file, record.checksum, record.commands.length);
  };
}
