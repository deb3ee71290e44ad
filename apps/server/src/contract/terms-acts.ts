/** What features share whose terms operators set: the line of acts, and their history. */
import type { Ports } from './ports.ts';

/** The key of `termsWork` for contracts, whose fee rate is a parameter of another feature. */
export const CONTRACT_TERMS = 'contracts';

/** The beginning of these acts in the log of operators by former versions. */
const FORMER = 'machine/terms-';
const HISTORY_MAX = 500;

/** The newest acts whose names begin so, newest first, each beginning with its time. */
export async function termsHistory(
  { operators }: Pick<Ports, 'operators'>,
  names: { readonly acts: readonly string[]; readonly former: string },
): Promise<readonly string[]> {
  const found = [...names.acts, FORMER + names.former].map((name) => operators.recorded(name, HISTORY_MAX));
  const rows = (await Promise.all(found)).flat().toSorted((a, b) => b.timeMs - a.timeMs);
  return rows
    .slice(0, HISTORY_MAX)
    .map(
      ({ timeMs, subject, detail, operator }) =>
        `${new Date(timeMs).toISOString()}  ${subject}  ${detail}  (${operator})`,
    );
}
