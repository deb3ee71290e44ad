/**
 * Computes what a subscription would yield, by the formulas of the core. Parameters and results are
 * decimal texts; the computation is in units. Each outcome names the total that it assumes, because
 * the total is unknown before the close.
 */
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { ProjectRow } from '@glasshouse/protocol/subscription';
import { costOf, priceOf, shareOf, type SaleTerms } from '@glasshouse/protocol/subscription/quote';
import { Big } from 'big.js';

export const PHASE = { warmingUp: 0, open: 1, closing: 2, closed: 3, distributed: 4, listed: 5 } as const;

export interface Outcome {
  /** The total that all users subscribe. */
  readonly total: string;
  readonly coins: string;
  readonly cost: string;
  readonly returned: string;
}

const units = (text: string, decimals: number): number => {
  const parsed = parseDecimal(text, decimals);
  return typeof parsed === 'number' ? parsed : 0;
};

/**
 * The project that is shown large: the open one that closes last, because it leaves most time to
 * decide.
 */
export function foremostOf(projects: readonly ProjectRow[]): ProjectRow | undefined {
  const open = projects.filter(({ phase }) => phase === PHASE.open);
  return open.toSorted((a, b) => b.closesTime - a.closesTime)[0];
}

/** The next project to open. */
export function nextOf(projects: readonly ProjectRow[]): ProjectRow | undefined {
  const warming = projects.filter(({ phase }) => phase === PHASE.warmingUp);
  return warming.toSorted((a, b) => a.opensTime - b.opensTime)[0];
}

/** The terms of a project's sale, for an assumed total. */
export function termsAt(project: ProjectRow, total: string): SaleTerms {
  const { price, coinDecimals, currencyDecimals: quoteDecimals } = project;
  const priceDecimals = price.split('.')[1]?.length ?? 0;
  return {
    // The core refuses a project whose price would be null.
    price: priceOf({ price: units(price, priceDecimals), priceDecimals, coinDecimals, quoteDecimals })!,
    forSale: units(project.forSale, coinDecimals),
    total: units(total, quoteDecimals),
  };
}

/**
 * The outcome of an amount, which is included in `total`. Ignores the remaining unit that it may
 * get.
 */
export function outcomeAt(project: ProjectRow, amount: string, total: string): Outcome {
  const { coinDecimals, currencyDecimals } = project;
  const terms = termsAt(project, total);
  const paid = units(amount, currencyDecimals);
  const { coins } = shareOf(paid, terms);
  const cost = costOf(coins, terms.price);
  return {
    total,
    coins: formatDecimal(coins, coinDecimals),
    cost: formatDecimal(cost, currencyDecimals),
    returned: formatDecimal(paid - cost, currencyDecimals),
  };
}

export type ScenarioName = 'asNow' | 'half' | 'double' | 'triple' | 'full';
export interface Scenario extends Outcome {
  readonly name: ScenarioName;
}

/** Factors of the scenarios' totals: of the current total, or before the opening of the raise. */
const FACTORS = [
  ['asNow', '1'],
  ['half', '1.5'],
  ['double', '2'],
] as const;
const FACTORS_BEFORE = [
  ['full', '1'],
  ['half', '1.5'],
  ['double', '2'],
  ['triple', '3'],
] as const;

/**
 * The outcomes of `own`, all that the user subscribes, if `others` stay at their current total or
 * grow. While the total is below the raise, also for a total equal to the raise. Before the
 * opening, for multiples of the raise.
 */
export function scenariosOf(project: ProjectRow, own: string, others: string): Scenario[] {
  const raise = new Big(project.raise);
  const isBefore = project.phase === PHASE.warmingUp;
  const now = isBefore ? raise : new Big(own).plus(others);
  const totals = (isBefore ? FACTORS_BEFORE : FACTORS).map(([name, factor]): readonly [ScenarioName, Big] => [
    name,
    now.times(factor),
  ]);
  if (!isBefore && now.lt(raise)) totals.push(['full', raise]);
  return totals.map(([name, total]) => ({
    name,
    ...outcomeAt(project, own, total.round(project.currencyDecimals, Big.roundDown).toFixed()),
  }));
}

/** The coverage: the subscribed total as a multiple of the raise, such as 3.21. */
export function coverOf({ total, raise }: Pick<ProjectRow, 'total' | 'raise'>): number {
  return Number(total) / Number(raise);
}

export type AmountFault = 'missing' | 'below' | 'above' | 'balance';

/**
 * The error of an amount. `before` is the user's existing subscription; `available` is undefined
 * for visitors.
 */
export function faultOf(
  { minAmount, maxPerOwner }: Pick<ProjectRow, 'minAmount' | 'maxPerOwner'>,
  amount: string,
  { before, available }: { readonly before: string; readonly available: string | undefined },
): AmountFault | undefined {
  if (amount === '' || new Big(amount).lte(0)) return 'missing';
  const all = new Big(amount).plus(before);
  if (all.lt(minAmount)) return 'below';
  if (all.gt(maxPerOwner)) return 'above';
  return available !== undefined && new Big(amount).gt(available) ? 'balance' : undefined;
}

/** The largest amount that the user can add. */
export function mostOf(
  { maxPerOwner }: Pick<ProjectRow, 'maxPerOwner'>,
  { before, available }: { readonly before: string; readonly available: string },
): string {
  const room = new Big(maxPerOwner).minus(before);
  const most = room.lt(available) ? room : new Big(available);
  return most.lt(0) ? '0' : most.toFixed();
}

export interface MarketCap {
  readonly coins: string;
  /** In the coin that the project is paid with, rounded down. */
  readonly worth: string;
}

/**
 * The initial market capitalisation: the coins that are free when trading starts, at the price of
 * the sale. These are the coins of the sale: all that are for sale, and from the close on those
 * that were sold.
 */
export function marketCapOf(project: ProjectRow): MarketCap {
  const { phase, sold, forSale, coinDecimals, currencyDecimals } = project;
  const coins = isPublished(phase) ? sold : forSale;
  const { price } = termsAt(project, '0');
  return { coins, worth: formatDecimal(costOf(units(coins, coinDecimals), price), currencyDecimals) };
}

/** Whether the project's list is published. */
export const isPublished = (phase: number): boolean => phase >= PHASE.closed;

/** The allocation of a part of the supply, from a text such as '42% over 8 years'. */
export interface SupplyPart {
  readonly name: string;
  readonly percent: number;
  readonly text: string;
}

const PART = /^(\d{1,2}(?:\.\d+)?)% ?(.*)$/;

/** Picks the facts of a project that state an allocation. */
export function supplyOf(facts: readonly { readonly name: string; readonly text: string }[]): SupplyPart[] {
  return facts.flatMap(({ name, text }) => {
    const [, percent, rest] = PART.exec(text) ?? [];
    return percent === undefined ? [] : [{ name, percent: Number(percent), text: rest ?? '' }];
  });
}

/** The route of a project's page: a preview while it warms up. */
export function addressOf({ project, phase }: Pick<ProjectRow, 'project' | 'phase'>) {
  const to = phase === PHASE.warmingUp ? '/subscribe/preview' : '/subscribe/detail';
  return { to, search: { project } } as const;
}
