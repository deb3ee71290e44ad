/**
 * `npx glasshouse mutations --generated [--sample N] [--seed S] [--file TEXT]`: tries every
 * generated mutant of the core's rules, or N that a seed draws, or those of files whose name
 * contains a text. Prints the survivors with file, line and text. Exit code 0: at least
 * FOUND_PERCENT_MIN of all mutants that are not accepted as equivalent are found, and the list of
 * accepted ones fits; 1 otherwise.
 */
import { Chance } from '../chance.ts';
import { ACCEPTED_SURVIVORS } from './accepted-survivors.ts';
import type { Mutant } from './mutants.ts';
import { allMutants, tryMutants, type Verdict } from './run.ts';

const FOUND_PERCENT_MIN = 95;
const PROGRESS_EVERY = 100;

export interface GeneratedOptions {
  /** Absent: all. */
  readonly sample?: number;
  readonly seed?: number;
  readonly file?: string;
}

/** The same sample for the same seed and sources. */
export function sampled(
  mutants: readonly Mutant[],
  { sample, seed = 1, file = '' }: GeneratedOptions,
): Mutant[] {
  const chance = new Chance(seed);
  const open = mutants.filter((mutant) => mutant.file.includes(file));
  if (sample === undefined) return open;
  const picked: Mutant[] = [];
  while (picked.length < sample && open.length > 0) picked.push(...open.splice(chance.below(open.length), 1));
  return picked;
}

/** Entries of the list that fit no mutant. */
export function staleSurvivors(): string[] {
  const keys = new Set(allMutants().map(({ key }) => key));
  return ACCEPTED_SURVIVORS.filter(({ key }) => !keys.has(key)).map(({ key }) => key);
}

/** Returns the exit code. */
export async function runGenerated(options: GeneratedOptions): Promise<number> {
  const reasons = new Map(ACCEPTED_SURVIVORS.map(({ key, reason }) => [key, reason]));
  const startMs = performance.now();
  let done = 0;
  const verdicts = await tryMutants(
    (mutants) => sampled(mutants, options),
    (verdict) => {
      if (verdict.by === null && !reasons.has(verdict.mutant.key)) console.log(described(verdict));
      if (++done % PROGRESS_EVERY === 0) console.error(`${done} mutants tried`);
    },
  );
  const faults = [
    ...staleSurvivors().map((key) => `accepted, and fits no mutant any more: ${key}`),
    ...verdicts
      .filter(({ by, mutant }) => by !== null && reasons.has(mutant.key))
      .map(({ by, mutant }) => `accepted, and found by ${by}: ${mutant.key}`),
  ];
  for (const fault of faults) console.log(fault);
  console.table(tableOf(verdicts, reasons));
  const accepted = verdicts.filter(({ by, mutant }) => by === null && reasons.has(mutant.key)).length;
  const found = verdicts.filter(({ by }) => by !== null).length;
  const percent = (100 * found) / Math.max(1, verdicts.length - accepted);
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  console.log(
    `${verdicts.length} mutants, ${found} found, ${accepted} accepted as equivalent: ${percent.toFixed(1)}% of the others, in ${seconds} s.`,
  );
  return faults.length === 0 && percent >= FOUND_PERCENT_MIN ? 0 : 1;
}

function described({ mutant, isReached }: Verdict): string {
  const { file, line, from, to, kind } = mutant;
  return `SURVIVED ${file}:${line} ${kind}${isReached ? '' : ' (no check reaches it)'}\n    ${from}\n    became ${to}`;
}

/** By kind: the number of mutants and their verdicts. */
function tableOf(
  verdicts: readonly Verdict[],
  reasons: ReadonlyMap<string, string>,
): Record<string, { mutants: number; found: number; accepted: number; survived: number }> {
  const table: Record<string, { mutants: number; found: number; accepted: number; survived: number }> = {};
  for (const { mutant, by } of verdicts) {
    const row = (table[mutant.kind] ??= { mutants: 0, found: 0, accepted: 0, survived: 0 });
    row.mutants++;
    if (by !== null) row.found++;
    else if (reasons.has(mutant.key)) row.accepted++;
    else row.survived++;
  }
  return table;
}
