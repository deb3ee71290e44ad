/**
 * The terms of a pair as operators write and read them: amounts in the quote coin, fees and bands
 * in percent.
 */
import { MARKET_BOUNDS } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';

/** Decimals that give the numbers of orders and prices their meaning; they never change. */
export const FIXED_OPTIONS = {
  'price-decimals': 'priceDecimals',
  'lot-decimals': 'lotDecimals',
  'index-decimals': 'indexDecimals',
} as const;
export const TERM_OPTIONS = {
  min: 'minNotional',
  max: 'maxNotional',
  'maker-fee': 'makerFeePpm',
  'taker-fee': 'takerFeePpm',
  band: 'limitBandPpm',
  'market-band': 'marketBandPpm',
  'max-orders': 'maxOpenOrders',
} as const;
const OPTIONS = { ...FIXED_OPTIONS, ...TERM_OPTIONS };

export type Option = keyof typeof OPTIONS;
export type Options = Readonly<Partial<Record<Option, string>>>;
type Field = (typeof OPTIONS)[Option];
export type Terms = Readonly<Partial<Record<Field, number>>>;

/** One percent is 10,000 parts per million. */
const PERCENT_DECIMALS = 4;

function decimalsOf(field: Field, quoteDecimals: number): number {
  if (field.endsWith('Ppm')) return PERCENT_DECIMALS;
  return field.endsWith('Notional') ? quoteDecimals : 0;
}

const unitOf = (field: Field, quote: string): string => {
  if (field.endsWith('Ppm')) return ' %';
  return field.endsWith('Notional') ? ` ${quote}` : '';
};

interface Quote {
  readonly code: string;
  readonly decimals: number;
}

/** The numbers of the given options, or what is wrong with one of them. */
export function readTerms(options: Options, quote: Quote): Terms | string {
  const terms: Partial<Record<Field, number>> = {};
  for (const [option, text] of Object.entries(options) as [Option, string][]) {
    const field = OPTIONS[option];
    const decimals = decimalsOf(field, quote.decimals);
    const value = parseDecimal(text, decimals);
    const [least, most] = MARKET_BOUNDS[field];
    const isWithin = typeof value === 'number' && value >= least && value <= most;
    const bound = (units: number) => formatDecimal(units, decimals);
    const unit = unitOf(field, quote.code);
    if (!isWithin)
      return `--${option} ${text} is no number from ${bound(least)} to ${bound(most)}${unit} of at most ${decimals} decimals`;
    terms[field] = value;
  }
  return terms;
}

/** A line for each term, with what it was before if it changes. */
export function linesOfTerms(terms: Terms, quote: Quote, before: Terms = {}): string[] {
  return (Object.entries(OPTIONS) as [Option, Field][]).flatMap(([option, field]) => {
    const value = terms[field];
    if (value === undefined) return [];
    const shown = (units: number) => formatDecimal(units, decimalsOf(field, quote.decimals));
    const former = before[field];
    const was = former === undefined || former === value ? '' : ` (was ${shown(former)})`;
    return [`${option} ${shown(value)}${unitOf(field, quote.code)}${was}`];
  });
}
