/** Acts on coins and pairs as an operator types them at the machine. */
import { PAIR_FIELDS } from '../features/market/pair-terms.ts';

/** Terms by the options of the command; times as ISO 8601. */
type Options = Readonly<Record<string, string>>;
export type MarketAct =
  | { readonly act: 'coin'; readonly code: string; readonly name: string; readonly decimals: string }
  | { readonly act: 'pair'; readonly pair: string; readonly terms: Options; readonly opens?: string }
  | { readonly act: 'terms'; readonly pair: string; readonly terms: Options }
  | { readonly act: 'maker'; readonly pair: string; readonly isOn: boolean | null; readonly options: Options }
  | { readonly act: 'resume' | 'keep'; readonly pair: string }
  | { readonly act: 'halt'; readonly pair: string; readonly cancelOnly: boolean }
  | { readonly act: 'delist' | 'open'; readonly pair: string; readonly on: string };

export const fieldsOf = (terms: Options): object =>
  Object.fromEntries(Object.entries(PAIR_FIELDS).map(([field, { option }]) => [field, terms[option]]));

/** The call of an act, and its fields. */
export function callOf(asked: MarketAct): { readonly call: string; readonly fields: object } {
  const { act: verb, ...fields } = asked;
  switch (asked.act) {
    case 'coin':
      return { call: 'markets/list-coin', fields };
    case 'pair': {
      const opening = asked.opens === undefined ? {} : { opens: Date.parse(asked.opens) };
      return {
        call: 'markets/list-pair',
        fields: { pair: asked.pair, ...fieldsOf(asked.terms), ...opening },
      };
    }
    case 'terms':
      return { call: 'markets/set-terms', fields: { pair: asked.pair, ...fieldsOf(asked.terms) } };
    case 'maker': {
      const { pair, isOn, options } = asked;
      return { call: 'markets/set-maker', fields: { pair, isOn, ...options } };
    }
    default: {
      const on = 'on' in asked ? { on: Date.parse(asked.on) } : {};
      return { call: `markets/${verb}-pair`, fields: { ...fields, ...on } };
    }
  }
}
