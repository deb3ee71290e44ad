/**
 * The recorded seconds of each test file, by which the longest start first: at the end nothing
 * would be left to run beside them. `npm test -- unit crash --record` records them.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './run.ts';

const FILE = path.join(ROOT, 'tools', 'test-times.json');
/** Where this many files have moved, come or gone, the order deserves a new record. */
const UNKNOWN_MAX = 20;

type Times = Readonly<Record<string, number>>;

const recorded = (): Times => JSON.parse(fs.readFileSync(FILE, 'utf8')) as Times;

/** Files without a record first, then the longest. */
export function longestFirst(files: readonly string[], times: Times = recorded()): string[] {
  const secondsOf = (file: string): number => times[file] ?? Infinity;
  // Two unknown ones: Infinity - Infinity is no order.
  return files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || 0);
}

/**
 * A hint that the record is old, or an empty text. It fails nothing: only the order depends on it.
 */
export function staleHint(files: readonly string[], times: Times = recorded()): string {
  const unknown = files.filter((file) => times[file] === undefined).length;
  const gone = Object.keys(times).filter((file) => !fs.existsSync(path.join(ROOT, file))).length;
  if (Math.max(unknown, gone) <= UNKNOWN_MAX) return '';
  return `tools/test-times.json does not know ${unknown} test files, and ${gone} of its own are gone: npm test -- unit crash --record`;
}

/** Replaces the seconds of these files, and forgets files that are gone. */
export function recordTimes(measured: Times): void {
  const all = Object.entries({ ...recorded(), ...measured });
  const kept = all.filter(([file]) => fs.existsSync(path.join(ROOT, file)));
  const sorted = Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  fs.writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
