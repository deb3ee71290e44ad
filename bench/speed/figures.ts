/**
 * The figures of a release, each in multiples of something as simple as possible that is measured
 * in the same run, and the bar that a release must keep to the one before it.
 */
import { median } from '../report.ts';

/** What a figure is a multiple of. */
export const UNITS = {
  echo: 'CPU time, in µs, of a request to a bare node:http echo',
  bareStart: 'CPU time, in ms, of `node -e 0`',
  bareMemory: 'memory, in MB, of a bare node:http server',
  pageWork: 'CPU time, in ms, of a fixed piece of work in the same browser (`bench/web/machine.ts`)',
} as const;
export type Unit = keyof typeof UNITS;

/** `all` is the CPU time of all threads and of the database. */
export const FIGURES = {
  noneMain: { what: 'order without a database, main thread', unit: 'echo' },
  noneAll: { what: 'order without a database, all CPU', unit: 'echo' },
  postgresMain: { what: 'order on PostgreSQL, main thread', unit: 'echo' },
  postgresAll: { what: 'order on PostgreSQL, all CPU', unit: 'echo' },
  embeddedMain: { what: 'order on the embedded database, main thread', unit: 'echo' },
  embeddedAll: { what: 'order on the embedded database, all CPU', unit: 'echo' },
  start: { what: 'start of a demo on its data', unit: 'bareStart' },
  memory: { what: 'memory of an idle demo', unit: 'bareMemory' },
  home: { what: 'scripts of the home page', unit: 'pageWork' },
  desk: { what: 'scripts of the trading page', unit: 'pageWork' },
} as const satisfies Readonly<Record<string, { readonly what: string; readonly unit: Unit }>>;
export type Figure = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as readonly Figure[];

/** Of the last release's figure in the same run. */
export const WORSE_MAX = 1.15;

/** Multiples of one checkout in one run: the n-th of a figure was found beside the other's n-th. */
export type Samples = ReadonlyMap<Figure, readonly number[]>;

/** Adds a sample. */
export function note<Name>(samples: Map<Name, readonly number[]>, name: Name, value: number): void {
  samples.set(name, [...(samples.get(name) ?? []), value]);
}

/** The middle of its samples; null if it was not measured. */
export function multipleOf(figure: Figure, samples: Samples): number | null {
  const found = samples.get(figure);
  return found === undefined ? null : median(found);
}

export interface Comparison {
  readonly figure: Figure;
  /** Each of ours in parts of theirs. */
  readonly pairs: readonly number[];
  /** Their median, so that a disturbed one decides nothing. */
  readonly ratio: number;
  readonly isMet: boolean;
}

/** Compares what was measured of both. What is no number does not pass. */
export function compared(ours: Samples, theirs: Samples): Comparison[] {
  return FIGURE_NAMES.flatMap((figure) => {
    const [mine, other] = [ours.get(figure), theirs.get(figure)];
    if (mine === undefined && other === undefined) return [];
    if (mine?.length !== other?.length) throw new Error(`${figure}: samples without their counterpart`);
    const pairs = (mine ?? []).map((value, i) => value / (other?.[i] ?? NaN));
    const ratio = median(pairs);
    return [{ figure, pairs, ratio, isMet: ratio <= WORSE_MAX }];
  });
}
