/** The rules of commands that change a market or end it. */
import type { ChangeMarket, DelistMarket, OpenMarket, SetMarketStatus } from '../../src/index.ts';
import type { MarketEnd } from '../feature.ts';
import type { AuditedMarket } from './markets.ts';
import { areTermsSound, type Refusal } from './spot-terms.ts';

const NOTICE_MAX_MS = 366 * 86_400_000;

/** New terms replace the old ones at once. */
export function changed(market: AuditedMarket | undefined, command: ChangeMarket): Refusal {
  if (market === undefined || market.isDelisted) return 'market/unknown-pair';
  const { type: _type, ...terms } = command;
  if (!areTermsSound(terms)) return 'request/invalid';
  market.definition = { ...market.definition, ...terms };
  return null;
}

/** A notice of at most a year, if nothing needs the price of the market then. */
export function closing(
  market: AuditedMarket | undefined,
  { closesMs, timeMs }: Pick<DelistMarket, 'closesMs'> & MarketEnd,
  isNeeded: (market: AuditedMarket) => boolean,
): Refusal {
  if (market === undefined || market.isDelisted) return 'market/unknown-pair';
  const isSoon = closesMs > timeMs && closesMs <= timeMs + NOTICE_MAX_MS;
  if (closesMs !== 0 && !(Number.isSafeInteger(closesMs) && isSoon)) return 'request/invalid';
  if (closesMs !== 0 && isNeeded(market)) return 'market/needed';
  market.closesMs = closesMs;
  return null;
}

/** A time within a year and before the end, of a halted market that no sale of a coin needs. */
export function opening(
  market: AuditedMarket | undefined,
  { opensMs, timeMs }: Pick<OpenMarket, 'opensMs'> & { readonly timeMs: number },
  isNeeded: (market: AuditedMarket) => boolean,
): Refusal {
  if (market === undefined || market.isDelisted) return 'market/unknown-pair';
  const isSoon = Number.isSafeInteger(opensMs) && opensMs > timeMs && opensMs <= timeMs + NOTICE_MAX_MS;
  const isOver = market.closesMs > 0 && opensMs >= market.closesMs;
  if (!isSoon || isOver || !market.isHalted) return 'request/invalid';
  const isUnpriced = market.index === 0 && market.lastPrice === 0;
  if (isUnpriced && isNeeded(market)) return 'market/needed';
  market.opensMs = opensMs;
  return null;
}

/** A halt or a resumption, which also takes a time of opening back. */
export function setTo(market: AuditedMarket | undefined, { status, cancels }: SetMarketStatus): Refusal {
  if (market === undefined || market.isDelisted) return 'market/unknown-pair';
  if (status !== 0 && status !== 1) return 'request/invalid';
  Object.assign(market, { isHalted: status === 1, takesCancels: status === 0 || cancels === 1, opensMs: 0 });
  return null;
}
