/** What operators read of coins and pairs at the machine: `npx glasshouse markets`. */
import type { Ports } from '../../contract/ports.ts';
import { pairState, symbolsOf } from './pair-state.ts';
import { linesOfTerms } from './pair-terms.ts';

type Parts = Pick<Ports, 'catalogue' | 'operators'>;

/** The beginning of acts in the log of operators: of both doors, and of former versions. */
const ACTS = ['markets/', 'machine/markets-'] as const;
const HISTORY_MAX = 500;

export function marketCommands(parts: Parts) {
  return {
    'markets/list': async (_input: null): Promise<readonly string[]> => list(parts),
    'markets/history': async (_input: null): Promise<readonly string[]> => {
      const found = ACTS.map((prefix) => parts.operators.recorded(prefix, HISTORY_MAX));
      const rows = (await Promise.all(found)).flat().toSorted((a, b) => b.timeMs - a.timeMs);
      return rows
        .slice(0, HISTORY_MAX)
        .map(
          ({ timeMs, act, subject, detail, operator }) =>
            `${new Date(timeMs).toISOString()}  ${act.replace(/^machine\/markets-|^markets\//, '')} ${subject}  ${detail}  (${operator})`,
        );
    },
  };
}

function list({ catalogue }: Parts): string[] {
  const coins = catalogue.exchange.assets.map(({ code, decimals }) => `coin ${code}  ${decimals} decimals`);
  const pairs = catalogue.markets.map((named) => {
    const { state, delistsAt, opensAt } = pairState(named.market);
    const opening = opensAt === null ? '' : `, opens on ${new Date(opensAt).toISOString()}`;
    const notice = delistsAt === null ? '' : `, delisted on ${new Date(delistsAt).toISOString()}`;
    const terms = linesOfTerms(named.market.definition, named.quote).join(', ');
    return `pair ${symbolsOf(named)}  ${state}${opening}${notice}  ${terms}`;
  });
  return [...coins, ...pairs];
}
