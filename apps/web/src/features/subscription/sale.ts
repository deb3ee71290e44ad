/**
 * What an amount would bring in a project, by the formulas of the core. Amounts are decimal texts
 * outside and units inside; nothing is known before the close, so every outcome has its total.
 */
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { ProjectRow } from '@glasshouse/protocol/subscription';
import { costOf, priceOf, shareOf, type SaleTerms } from '@glasshouse/protocol/subscription/quote';
import { Big } from 'big.js';

export const PHASE = { warmingUp: 0, open: 1, closing: 2, closed: 3, distributed: 4, listed: 5 } as const;

export interface Outcome {
  /** What all pay in. */
  readonly total: string;
  readonly coins: string;
  readonly cost: string;
  readonly returned: string;
}

const units = (text: string, decimals: number): number => {
  const parsed = parseDecimal(text, decimals);
  return typeof parsed === 'number' ? parsed : 0;
};

/** The terms of a project with what all would pay in. */
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

/** The share of an amount that is a part of `total`, without a unit that may be left. */
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

/** Of what all have paid in, or of the raise before anybody can. */
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
 * What `own` would bring if `others` pay in what they have paid in now, or more; while that is
 * less than the raise, also if just so much is paid in that all is sold. Before the opening for
 * multiples of the raise. `own` is all of the reader's.
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

/** How many times what is raised has been paid in: '3.21'. */
export function coverOf({ total, raise }: Pick<ProjectRow, 'total' | 'raise'>): number {
  return Number(total) / Number(raise);
}

export type AmountFault = 'missing' | 'below' | 'above' | 'balance';

/** `before` is what the reader has paid in already; `available` is undefined for visitors. */
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

/** The largest amount that could be paid in. */
export function mostOf(
  { maxPerOwner }: Pick<ProjectRow, 'maxPerOwner'>,
  { before, available }: { readonly before: string; readonly available: string },
): string {
  const room = new Big(maxPerOwner).minus(before);
  const most = room.lt(available) ? room : new Big(available);
  return most.lt(0) ? '0' : most.toFixed();
}

/** Whether the amounts of the published list can be read. */
export const isPublished = (phase: number): boolean => phase >= PHASE.closed;

/** Where a part of the supply goes, from a text such as '42% over 8 years'. */
export interface SupplyPart {
  readonly name: string;
  readonly percent: number;
  readonly text: string;
}

const PART = /^(\d{1,2}(?:\.\d+)?)% ?(.*)$/;

/** The facts of a project that say so; the others stay facts. */
export function supplyOf(facts: readonly { readonly name: string; readonly text: string }[]): SupplyPart[] {
  return facts.flatMap(({ name, text }) => {
    const [, percent, rest] = PART.exec(text) ?? [];
    return percent === undefined ? [] : [{ name, percent: Number(percent), text: rest ?? '' }];
  });
}

/** Of a project's page: what only warms up has a preview. */
export function addressOf({ project, phase }: Pick<ProjectRow, 'project' | 'phase'>) {
  const to = phase === PHASE.warmingUp ? '/subscribe/preview' : '/subscribe/detail';
  return { to, search: { project } } as const;
}
