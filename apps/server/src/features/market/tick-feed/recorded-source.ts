/**
 * Replays quotes from a file: a line of JSON for each second, in the form in which ticks publish
 * their quotes (`market/getTickQuotes`). After its last line the exchanges in it are silent.
 */
import fs from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { SourceQuotes, TickQuotes } from './index-rule.ts';
import type { QuoteSource } from './quote-source.ts';

const SECOND_MS = 1000;
const SILENT: SourceQuotes = { silentMs: null, coins: {} };

const quotesOfSecond = z.record(
  z.string(),
  z.object({
    silentMs: z.number().nullable(),
    coins: z.record(z.string(), z.tuple([z.number(), z.number(), z.number(), z.number().nullable()])),
  }),
);

/** Throws with the number of a line that is malformed, or names other exchanges than the first. */
export function readRecording(file: string): readonly TickQuotes[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const seconds = lines.map((line, i) => {
    const parsed = quotesOfSecond.safeParse(jsonIn(line));
    if (!parsed.success) throw new Error(`line ${i + 1} of ${file}: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  });
  const names = Object.keys(seconds[0] ?? {}).toSorted();
  if (names.length === 0) throw new Error(`${file} has no quotes`);
  seconds.forEach((second, i) => {
    if (!isDeepStrictEqual(Object.keys(second).toSorted(), names))
      throw new Error(`line ${i + 1} of ${file} does not have the exchanges ${names.join(', ')}`);
  });
  return seconds;
}

/** One source for each exchange in the file. The first line is the second that begins now. */
export function recordedSources(seconds: readonly TickQuotes[], startMs: number): readonly QuoteSource[] {
  return Object.keys(seconds[0] ?? {}).map((name) => ({
    name,
    setCoins: () => {},
    quotesAt: (nowMs) => seconds[Math.floor((nowMs - startMs) / SECOND_MS)]?.[name] ?? SILENT,
    candles: async () => Promise.resolve(null),
    stop: async () => {},
  }));
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
