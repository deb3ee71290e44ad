/** A user's losses in funds since a given time, and what may still be lost: margins and fees. */
import { HOLDING_STATUS } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import { ANY_NAV, boundOf, NAV_DECIMALS, purchaseOf, UNIT_DECIMALS } from '@glasshouse/protocol/fund/quote';
import { sql } from 'kysely';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Exposure, Risk, Stake } from '../../contract/product.ts';

/** Limits are in this coin. */
const LIMITED_COIN = 'USDT';

export const fundRisk: Risk<'fund'> = { exposure: readExposure, stakes: { 'fund/buy': stakeOfInput } };

/** Reads committed open holdings before ended ones, so that none is missed. */
async function readExposure(
  { database, catalogue, sequencer }: Pick<Ports, 'database' | 'catalogue' | 'sequencer'>,
  owner: number,
  sinceMs: number,
): Promise<Exposure> {
  const quote = catalogue.asset(LIMITED_COIN)?.asset ?? -1;
  const open = await sequencer.read(() => [...catalogue.exchange.features.fund.holdings.all(owner)]);
  const atRisk = open.reduce(
    (sum, holding) => (holding.quote === quote ? sum + holding.margin + holding.buyFee : sum),
    0,
  );
  const { rows } = await sql<{ lost: number }>`
    select coalesce(sum(margin + buy_fee - payout), 0)::bigint as lost from fund_holdings
    where owner = ${owner} and status between ${HOLDING_STATUS.sold} and ${HOLDING_STATUS.exited}
      and closed_ms >= ${sinceMs}
      and quote = ${quote}`.execute(database.kysely);
  return { lost: Math.max(0, rows[0]?.lost ?? 0), atRisk };
}

/**
 * Margin and fee at the highest NAV that is accepted. The feature's own checks handle what is
 * malformed.
 */
function stakeOfInput(catalogue: Catalogue, input: unknown): Stake | null {
  if (typeof input !== 'object' || input === null) return null;
  const { fund: number, quantity, leverage, maxPrice } = input as Readonly<Record<string, unknown>>;
  if (typeof number !== 'number' || typeof quantity !== 'string' || typeof leverage !== 'number') return null;
  const fund = catalogue.exchange.features.fund.offers.of(number);
  const units = parseDecimal(quantity, UNIT_DECIMALS);
  if (fund === undefined || typeof units !== 'number') return null;
  const { code, decimals } = catalogue.assetAt(fund.offer.quote);
  if (code !== LIMITED_COIN) return null;
  const terms = { ...fund.offer, quoteDecimals: decimals };
  const written = typeof maxPrice === 'string' ? parseDecimal(maxPrice, NAV_DECIMALS) : boundOf(fund.nav);
  // A purchase takes a bound that is too large as any NAV.
  const bound = written === 'too-large' ? ANY_NAV : written;
  if (typeof bound !== 'number') return null;
  const purchase = purchaseOf(terms, { units, leverage, nav: bound });
  if (purchase === null) return null;
  return { units: purchase.payment, loss: purchase.payment, field: 'quantity' };
}
