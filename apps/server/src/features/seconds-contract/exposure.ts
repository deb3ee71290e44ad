/** What a user lost in seconds contracts since a moment, and may still lose: what limits on oneself are measured against. */
import { parseDecimal } from '@glasshouse/money';
import type { Catalogue } from '../../catalogue.ts';
import type { Sequencer } from '../../sequencer.ts';
import { readResults, STAKE_COIN, stakedMarkets, type ResultReads } from './day-results.ts';

export interface ExposureReads extends ResultReads {
  readonly sequencer: Sequencer;
}

/** In units of USDT, which limits are in. Lost is what the finished positions cost net of their profits, fees included, never below zero. */
export async function readExposure(
  reads: ExposureReads,
  owner: number,
  sinceMs: number,
): Promise<{ lost: number; atRisk: number }> {
  const { catalogue, sequencer } = reads;
  const markets = stakedMarkets(catalogue);
  // Committed ones, and before the ended ones: a position that ends meanwhile counts twice for a moment, and never not at all.
  const held = await sequencer.read(() =>
    catalogue.exchange.features['seconds-contract'].openPositions(owner),
  );
  const open = held.filter(({ market }) => markets.includes(market));
  const atRisk = open.reduce((sum, { stake, fee }) => sum + stake + fee, 0);
  const { net } = await readResults(reads, owner, sinceMs);
  return { lost: Math.max(0, -net), atRisk };
}

/** The stake of a request to open a position, where it is in USDT and well formed; the feature's own checks judge the rest. */
export function stakeOfInput(catalogue: Catalogue, input: unknown): number | null {
  if (typeof input !== 'object' || input === null) return null;
  const { openAmount, quoteCoin } = input as { openAmount?: unknown; quoteCoin?: unknown };
  if (typeof openAmount !== 'string' || quoteCoin !== STAKE_COIN) return null;
  const units = parseDecimal(openAmount, catalogue.asset(STAKE_COIN)?.decimals ?? 0);
  return typeof units === 'number' ? units : null;
}
