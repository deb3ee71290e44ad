/**
 * How the market maker quotes each pair. Operators change it while it runs; a pair that nobody set
 * has the usual terms of its activity.
 */
import { formatDecimal } from '@glasshouse/money';
import type { Refusal } from '@glasshouse/protocol';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { MakerTerms, MakerTermsPort } from '../../contract/maker-terms.ts';
import type { EffectWords, Words } from '../../contract/operator-acts.ts';
import type { Session } from '../../db/database.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { numberIn } from './pair-terms.ts';
import { tradeProfile } from './trade-profile.ts';

export const MAKER_LEVELS_MAX = 38;
const UNBOUNDED = { least: 0, most: Number.MAX_SAFE_INTEGER } as const;

/** By the field and option that set it: the term, in what it is written, and its words. */
export const MAKER_OPTIONS = {
  spread: {
    field: 'halfSpreadPpm',
    unit: 'percent',
    least: 1,
    most: 50_000,
    words: { en: 'Half of the spread', zh: '半价差' },
  },
  levels: {
    field: 'levels',
    unit: 'count',
    least: 1,
    most: MAKER_LEVELS_MAX,
    words: { en: 'Quotes on each side', zh: '每侧报价数' },
  },
  size: { field: 'size', unit: 'quote', ...UNBOUNDED, words: { en: 'First quote', zh: '首档报价' } },
  keep: { field: 'keep', unit: 'base', ...UNBOUNDED, words: { en: 'Keeps', zh: '保留数量' } },
  most: { field: 'most', unit: 'base', ...UNBOUNDED, words: { en: 'Holds at most', zh: '最多持有' } },
  skew: {
    field: 'skewPpm',
    unit: 'percent',
    least: 0,
    most: 50_000,
    words: { en: 'Leans at most', zh: '最大偏移' },
  },
  aside: { field: 'aside', unit: 'quote', ...UNBOUNDED, words: { en: 'Steps aside from', zh: '退让起点' } },
} as const;
export type MakerOption = keyof typeof MAKER_OPTIONS;
export type MakerOptions = Readonly<Partial<Record<MakerOption, string | undefined>>>;
const OPTIONS = Object.keys(MAKER_OPTIONS) as readonly MakerOption[];

/** What 0 means, where it is no number. */
const NOT_SET: Readonly<Partial<Record<MakerOption, Words>>> = {
  size: { en: 'as usual', zh: '默认' },
  most: { en: 'without bound', zh: '不限' },
  aside: { en: 'never', zh: '从不' },
};
const MAKER: Words = { en: 'Market maker', zh: '做市商' };
const ON_OFF: Readonly<Record<'on' | 'off', Words>> = {
  on: { en: 'quotes', zh: '报价中' },
  off: { en: 'off', zh: '已关闭' },
};
/** One percent is 10,000 parts per million. */
const PERCENT_DECIMALS = 4;

export function usualTerms({ base, quote }: NamedMarket): MakerTerms {
  const { halfSpreadPpm } = tradeProfile(base.code, quote.code);
  const unbounded = { size: 0, keep: 0, most: 0, skewPpm: 0, aside: 0 };
  return { isOn: true, halfSpreadPpm, levels: MAKER_LEVELS_MAX, ...unbounded };
}

/** The terms with the given options; a refusal names the one that is wrong. */
export function readMakerTerms(
  before: MakerTerms,
  options: MakerOptions,
  pair: NamedMarket,
): MakerTerms | Refusal {
  const terms: Record<string, number | boolean> = { ...before };
  for (const option of OPTIONS) {
    const text = options[option];
    if (text === undefined) continue;
    const { field, unit, least, most } = MAKER_OPTIONS[option];
    const written = { decimals: decimalsOf(unit, pair), unit: nameOf(unit, pair) };
    const value = numberIn(text, [least, most], written);
    if (typeof value === 'string') return invalidField(option, value);
    terms[field] = value;
  }
  const read = terms as unknown as MakerTerms;
  if (read.most > 0 && read.most <= read.keep) return invalidField('most', 'is not above what it keeps');
  if (read.skewPpm > 0 && read.most === 0) return invalidField('skew', 'needs the most that it holds');
  return read;
}

/** What differs of two. */
export function effectOfMaker(before: MakerTerms, after: MakerTerms, pair: NamedMarket): EffectWords[] {
  const state = ({ isOn }: MakerTerms): Words => ON_OFF[isOn ? 'on' : 'off'];
  return [
    ...(before.isOn === after.isOn ? [] : [{ what: MAKER, before: state(before), after: state(after) }]),
    ...OPTIONS.flatMap((option) => {
      const { field, words } = MAKER_OPTIONS[option];
      const shown = (terms: MakerTerms) => shownOf(option, terms, pair);
      return before[field] === after[field]
        ? []
        : [{ what: words, before: shown(before), after: shown(after) }];
    }),
  ];
}

function shownOf(option: MakerOption, terms: MakerTerms, pair: NamedMarket): Words {
  const { field, unit } = MAKER_OPTIONS[option];
  const notSet = terms[field] === 0 ? NOT_SET[option] : undefined;
  return notSet ?? formatDecimal(terms[field], decimalsOf(unit, pair)) + nameOf(unit, pair);
}

/** Each term as its field takes it. */
export function writtenMaker(terms: MakerTerms, pair: NamedMarket): Record<MakerOption, string> {
  const written = OPTIONS.map((option) => {
    const { field, unit } = MAKER_OPTIONS[option];
    return [option, formatDecimal(terms[field], decimalsOf(unit, pair))] as const;
  });
  return Object.fromEntries(written) as Record<MakerOption, string>;
}

type Unit = (typeof MAKER_OPTIONS)[MakerOption]['unit'];

function decimalsOf(unit: Unit, { base, quote }: NamedMarket): number {
  if (unit === 'percent') return PERCENT_DECIMALS;
  return unit === 'count' ? 0 : unit === 'base' ? base.decimals : quote.decimals;
}

function nameOf(unit: Unit, { base, quote }: NamedMarket): string {
  if (unit === 'percent') return ' %';
  return unit === 'count' ? '' : ` ${(unit === 'base' ? base : quote).code}`;
}

/** The terms in force, by the number of the market. */
export class AllMakerTerms implements MakerTermsPort {
  readonly #database: Session;
  readonly #set = new Map<number, { readonly version: number; readonly terms: MakerTerms }>();

  constructor(database: Session) {
    this.#database = database;
  }

  async load(): Promise<void> {
    const { rows } = await this.#database.query<{ market: number; version: number; terms: string }>(
      'select distinct on (market) market, version, terms from maker_terms order by market, version desc',
      [],
    );
    for (const { market, version, terms } of rows)
      this.#set.set(market, { version, terms: JSON.parse(terms) as MakerTerms });
  }

  of(pair: NamedMarket): MakerTerms {
    return this.#set.get(pair.market.definition.market)?.terms ?? usualTerms(pair);
  }

  /** In force from the next tick on. */
  async set(
    pair: NamedMarket,
    terms: MakerTerms,
    { operator, nowMs }: { operator: string; nowMs: number },
  ): Promise<void> {
    const { market } = pair.market.definition;
    const version = (this.#set.get(market)?.version ?? 0) + 1;
    await this.#database.query('insert into maker_terms values ($1, $2, $3, $4, $5)', [
      market,
      version,
      JSON.stringify(terms),
      operator,
      nowMs,
    ]);
    this.#set.set(market, { version, terms });
  }
}
