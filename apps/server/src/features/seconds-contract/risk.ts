/**
 * A user's losses in seconds contracts since a given time, and the stakes that may still be lost.
 */
import { parseDecimal } from '@glasshouse/money';
import { feeOf } from '@glasshouse/protocol/seconds-contract/quote';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Exposure, Risk, Stake } from '../../contract/product.ts';
import { readResults, STAKE_COIN, stakedMarkets } from './day-results.ts';

export const secondsContractRisk: Risk<'seconds-contract'> = {
  exposure: readExposure,
  stakes: { 'seconds-contract/open-position': stakeOfInput },
};

/** Losses are net of profits and include fees. */
async function readExposure(
  parts: Pick<Ports, 'database' | 'catalogue' | 'sequencer'>,
  owner: number,
  sinceMs: number,
): Promise<Exposure> {
  const { catalogue, sequencer } = parts;
  const markets = stakedMarkets(catalogue);
  // Reads committed open positions before finished ones: a position that ends in between counts
  // twice for a moment, but is never missed.
  const held = await sequencer.read(() =>
    catalogue.exchange.features['seconds-contract'].openPositions(owner),
  );
  const open = held.filter(({ market }) => markets.includes(market));
  const atRisk = open.reduce((sum, { stake, fee }) => sum + stake + fee, 0);
  const { net } = await readResults(parts, owner, sinceMs);
  return { lost: Math.max(0, -net), atRisk };
}

/**
 * The stake of a request to open a position, if it is in USDT and well-formed, and what it loses
 * with its fee. The feature's own checks handle the rest.
 */
function stakeOfInput(catalogue: Catalogue, input: unknown): Stake | null {
  if (typeof input !== 'object' || input === null) return null;
  const { openAmount, baseCoin, quoteCoin } = input as Readonly<Record<string, unknown>>;
  if (typeof openAmount !== 'string' || typeof baseCoin !== 'string' || quoteCoin !== STAKE_COIN) return null;
  const pair = catalogue.market(baseCoin, quoteCoin);
  const units = parseDecimal(openAmount, catalogue.asset(STAKE_COIN)?.decimals ?? 0);
  if (pair === undefined || typeof units !== 'number') return null;
  const { offers } = catalogue.exchange.features['seconds-contract'];
  const fee = feeOf(units, offers.get(pair.market.definition.market)?.feeRatePpm ?? 0);
  return { units, loss: units + fee, field: 'openAmount' };
}
