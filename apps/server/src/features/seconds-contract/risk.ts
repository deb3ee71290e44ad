/** What a user lost in seconds contracts since a moment, and may still lose. */
import { parseDecimal } from '@glasshouse/money';
import type { Catalogue } from '../../catalogue.ts';
import type { Exposure, ProductParts, Risk, Stake } from '../../product.ts';
import { readResults, STAKE_COIN, stakedMarkets } from './day-results.ts';

export const secondsContractRisk: Risk<'seconds-contract'> = {
  exposure: readExposure,
  stakes: { 'seconds-contract/open-position': stakeOfInput },
};

/** Lost is what the finished positions cost net of their profits, fees included. */
async function readExposure(
  parts: Pick<ProductParts, 'database' | 'catalogue' | 'sequencer'>,
  owner: number,
  sinceMs: number,
): Promise<Exposure> {
  const { catalogue, sequencer } = parts;
  const markets = stakedMarkets(catalogue);
  // Committed ones, and before the ended ones: a position that ends meanwhile counts twice for a moment, and never not at all.
  const held = await sequencer.read(() =>
    catalogue.exchange.features['seconds-contract'].openPositions(owner),
  );
  const open = held.filter(({ market }) => markets.includes(market));
  const atRisk = open.reduce((sum, { stake, fee }) => sum + stake + fee, 0);
  const { net } = await readResults(parts, owner, sinceMs);
  return { lost: Math.max(0, -net), atRisk };
}

/** The stake of a request to open a position, where it is in USDT and well formed; the feature's own checks judge the rest. */
function stakeOfInput(catalogue: Catalogue, input: unknown): Stake | null {
  if (typeof input !== 'object' || input === null) return null;
  const { openAmount, quoteCoin } = input as { openAmount?: unknown; quoteCoin?: unknown };
  if (typeof openAmount !== 'string' || quoteCoin !== STAKE_COIN) return null;
  const units = parseDecimal(openAmount, catalogue.asset(STAKE_COIN)?.decimals ?? 0);
  return typeof units === 'number' ? { units, field: 'openAmount' } : null;
}
