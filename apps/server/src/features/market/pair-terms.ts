/**
 * The terms of a pair as operators write and read them: amounts in the quote coin, fees and bands
 * in percent.
 */
import { MARKET_BOUNDS } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { Refusal } from '@glasshouse/protocol';
import type { EffectWords } from '../../contract/operator-acts.ts';
import { invalidField } from '../../http/invalid-input.ts';

/** By the field of their acts: the option of the command, the term of the core, the words. */
export const PAIR_FIELDS = {
  priceDecimals: {
    option: 'price-decimals',
    term: 'priceDecimals',
    words: { en: 'Price decimals', zh: '价格小数位数' },
  },
  lotDecimals: {
    option: 'lot-decimals',
    term: 'lotDecimals',
    words: { en: 'Lot decimals', zh: '数量小数位数' },
  },
  indexDecimals: {
    option: 'index-decimals',
    term: 'indexDecimals',
    words: { en: 'Index decimals', zh: '指数小数位数' },
  },
  minimum: { option: 'min', term: 'minNotional', words: { en: 'Least order', zh: '最小下单额' } },
  maximum: { option: 'max', term: 'maxNotional', words: { en: 'Most order', zh: '最大下单额' } },
  makerFee: { option: 'maker-fee', term: 'makerFeePpm', words: { en: 'Maker fee', zh: '挂单手续费' } },
  takerFee: { option: 'taker-fee', term: 'takerFeePpm', words: { en: 'Taker fee', zh: '吃单手续费' } },
  band: { option: 'band', term: 'limitBandPpm', words: { en: 'Limit price band', zh: '限价范围' } },
  marketBand: {
    option: 'market-band',
    term: 'marketBandPpm',
    words: { en: 'Band of market orders', zh: '市价范围' },
  },
  maxOrders: {
    option: 'max-orders',
    term: 'maxOpenOrders',
    words: { en: 'Open orders of one user', zh: '单个用户当前委托数' },
  },
} as const;
export type PairField = keyof typeof PAIR_FIELDS;
type Term = (typeof PAIR_FIELDS)[PairField]['term'];
export type Terms = Readonly<Partial<Record<Term, number>>>;
export type AskedTerms = Readonly<Partial<Record<PairField, string | undefined>>>;

const FIELDS = Object.keys(PAIR_FIELDS) as readonly PairField[];
/** One percent is 10,000 parts per million. */
const PERCENT_DECIMALS = 4;

function decimalsOf(term: Term, quoteDecimals: number): number {
  if (term.endsWith('Ppm')) return PERCENT_DECIMALS;
  return term.endsWith('Notional') ? quoteDecimals : 0;
}

const unitOf = (term: Term, quote: string): string => {
  if (term.endsWith('Ppm')) return ' %';
  return term.endsWith('Notional') ? ` ${quote}` : '';
};

interface Quote {
  readonly code: string;
  readonly decimals: number;
}

/** The numbers of the given fields; a refusal names the one that is wrong. */
export function readTerms(asked: AskedTerms, quote: Quote): Terms | Refusal {
  const terms: Partial<Record<Term, number>> = {};
  for (const field of FIELDS) {
    const text = asked[field];
    if (text === undefined) continue;
    const { term } = PAIR_FIELDS[field];
    const value = numberIn(text, MARKET_BOUNDS[term], {
      decimals: decimalsOf(term, quote.decimals),
      unit: unitOf(term, quote.code),
    });
    if (typeof value === 'string') return invalidField(field, value);
    terms[term] = value;
  }
  return terms;
}

interface Written {
  readonly decimals: number;
  /** With the space before it, or ''. */
  readonly unit: string;
}

/** The units of a written number within bounds, or what it has to be. */
export function numberIn(
  text: string,
  [least, most]: readonly [number, number],
  { decimals, unit }: Written,
): number | string {
  const value = parseDecimal(text, decimals);
  if (typeof value === 'number' && value >= least && value <= most) return value;
  const bound = (units: number) => formatDecimal(units, decimals);
  return `from ${bound(least)} to ${bound(most)}${unit}, with at most ${decimals} decimals`;
}

/** Fields whose term of the two differs. */
export function effectOfTerms(terms: Terms, quote: Quote, before: Terms = {}): EffectWords[] {
  return FIELDS.flatMap((field) => {
    const { term, words } = PAIR_FIELDS[field];
    const [former, value] = [before[term], terms[term]];
    if (value === undefined || value === former) return [];
    const shown = (units: number) => writtenTerm(term, units, quote) + unitOf(term, quote.code);
    return [{ what: words, before: former === undefined ? null : shown(former), after: shown(value) }];
  });
}

const writtenTerm = (term: Term, units: number, quote: Quote): string =>
  formatDecimal(units, decimalsOf(term, quote.decimals));

/** Each term by the option that sets it. */
export function linesOfTerms(terms: Terms, quote: Quote): string[] {
  return FIELDS.flatMap((field) => {
    const { option, term } = PAIR_FIELDS[field];
    const value = terms[term];
    return value === undefined
      ? []
      : [`${option} ${writtenTerm(term, value, quote)}${unitOf(term, quote.code)}`];
  });
}
