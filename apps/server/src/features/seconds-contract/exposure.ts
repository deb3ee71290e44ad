/** What a user lost in seconds contracts since a moment, and may still lose: what limits on oneself are measured against. */
import { mulPpmFloor, parseDecimal } from '@glasshouse/money';
import { RESULT } from '@glasshouse/core';
import type { Catalogue } from '../../catalogue.ts';
import type { Database } from '../../db/database.ts';
import type { Sequencer } from '../../sequencer.ts';

/** Limits are in this coin, and seconds contracts are staked in it. */
const LIMIT_COIN = 'USDT';
const COMPLETED = 1;

export interface ExposureReads {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly sequencer: Sequencer;
}

/** In units of USDT. Lost is what the finished positions cost net of their profits, fees included, never below zero. */
export async function readExposure(
  { database, catalogue, sequencer }: ExposureReads,
  owner: number,
  sinceMs: number,
): Promise<{ lost: number; atRisk: number }> {
  const markets = catalogue.markets
    .filter(({ quote }) => quote.code === LIMIT_COIN)
    .map(({ market }) => market.definition.market);
  // Committed ones, and before the ended ones: a position that ends meanwhile counts twice for a moment, and never not at all.
  const held = await sequencer.read(() => catalogue.exchange.openPositions(owner));
  const open = held.filter(({ market }) => markets.includes(market));
  const atRisk = open.reduce((sum, { stake, fee }) => sum + stake + fee, 0);
  const ended = await database.reads
    .selectFrom('positions')
    .select(['stake', 'fee', 'profit_rate_ppm', 'result'])
    .where('owner', '=', owner)
    .where('status', '=', COMPLETED)
    .where('finish_ms', '>=', sinceMs)
    .where('market', 'in', markets.length === 0 ? [-1] : markets)
    .execute();
  const net = ended.reduce((sum, { stake, fee, profit_rate_ppm: rate, result }) => {
    if (result === RESULT.win) return sum + mulPpmFloor(stake, rate) - fee;
    return result === RESULT.lose ? sum - stake - fee : sum;
  }, 0);
  return { lost: Math.max(0, -net), atRisk };
}

/** The stake of a request to open a position, where it is in USDT and well formed; the feature's own checks judge the rest. */
export function stakeOfInput(catalogue: Catalogue, input: unknown): number | null {
  if (typeof input !== 'object' || input === null) return null;
  const { openAmount, quoteCoin } = input as { openAmount?: unknown; quoteCoin?: unknown };
  if (typeof openAmount !== 'string' || quoteCoin !== LIMIT_COIN) return null;
  const units = parseDecimal(openAmount, catalogue.asset(LIMIT_COIN)?.decimals ?? 0);
  return typeof units === 'number' ? units : null;
}
