/** The terms of a pair and of its market maker as the forms of acts take them. */
import type { OfficePair } from '@glasshouse/protocol/market/office';
import type { AskedAct } from '../acts/useAct.ts';
import type { TextKey } from '../texts.ts';

/** What a number of a pair is in. */
export type Unit = 'base' | 'quote' | 'percent' | 'count';
interface Term {
  readonly text: TextKey;
  readonly unit: Unit;
}

export const PAIR_TERMS = {
  minimum: { text: 'leastOrder', unit: 'quote' },
  maximum: { text: 'mostOrder', unit: 'quote' },
  makerFee: { text: 'market_makerFee', unit: 'percent' },
  takerFee: { text: 'market_takerFee', unit: 'percent' },
  band: { text: 'band', unit: 'percent' },
  marketBand: { text: 'market_band', unit: 'percent' },
  maxOrders: { text: 'ordersOfOne', unit: 'count' },
} as const satisfies Readonly<Record<string, Term>>;
export const MAKER_TERMS = {
  spread: { text: 'market_spread', unit: 'percent' },
  levels: { text: 'market_levels', unit: 'count' },
  size: { text: 'market_size', unit: 'quote' },
  keep: { text: 'market_keep', unit: 'base' },
  most: { text: 'market_most', unit: 'base' },
  skew: { text: 'market_skew', unit: 'percent' },
  aside: { text: 'market_aside', unit: 'quote' },
} as const satisfies Readonly<Record<string, Term>>;
export type PairTerm = keyof typeof PAIR_TERMS;
export type MakerTerm = keyof typeof MAKER_TERMS;
export type Typed<Name extends string> = Readonly<Record<Name, string>>;

const namesOf = <Name extends string>(terms: Readonly<Record<Name, unknown>>) => Object.keys(terms) as Name[];

/** The terms in force, as they are typed. */
export function typedTerms(pair: OfficePair): Typed<PairTerm> {
  return { ...pair, maxOrders: String(pair.maxOrders) };
}

/** Only what differs; null: nothing does. */
function changed<Name extends string>(typed: Typed<Name>, now: Typed<Name>, names: readonly Name[]) {
  const found = names.filter((name) => typed[name] !== now[name]);
  return found.length === 0 ? null : Object.fromEntries(found.map((name) => [name, typed[name]]));
}

export function termsAct(pair: OfficePair, typed: Typed<PairTerm>): AskedAct | null {
  const fields = changed(typed, typedTerms(pair), namesOf(PAIR_TERMS));
  return fields === null ? null : { name: 'markets/set-terms', fields: { pair: pair.pair, ...fields } };
}

export function makerAct(
  { pair, maker, isMade }: OfficePair,
  typed: Typed<MakerTerm> | null,
  isOn: boolean,
): AskedAct | null {
  if (maker === null || typed === null) return null;
  const fields = changed(typed, maker, namesOf(MAKER_TERMS)) ?? {};
  if (isOn === isMade && Object.keys(fields).length === 0) return null;
  return { name: 'markets/set-maker', fields: { pair, isOn, ...fields } };
}
