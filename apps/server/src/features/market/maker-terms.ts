/**
 * How the market maker quotes each pair. Operators change it while it runs; a pair that nobody set
 * has the usual terms of its activity.
 */
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { MakerTerms, MakerTermsPort } from '../../contract/maker-terms.ts';
import type { Session } from '../../db/database.ts';
import { tradeProfile } from './trade-profile.ts';

export const MAKER_LEVELS_MAX = 38;

/** By the option that sets it: the field, and in what it is written. */
export const MAKER_OPTIONS = {
  spread: { field: 'halfSpreadPpm', unit: 'percent', least: 1, most: 50_000 },
  levels: { field: 'levels', unit: 'count', least: 1, most: MAKER_LEVELS_MAX },
  size: { field: 'size', unit: 'quote', least: 0, most: Number.MAX_SAFE_INTEGER },
  keep: { field: 'keep', unit: 'base', least: 0, most: Number.MAX_SAFE_INTEGER },
  most: { field: 'most', unit: 'base', least: 0, most: Number.MAX_SAFE_INTEGER },
  skew: { field: 'skewPpm', unit: 'percent', least: 0, most: 50_000 },
  aside: { field: 'aside', unit: 'quote', least: 0, most: Number.MAX_SAFE_INTEGER },
} as const;
export type MakerOption = keyof typeof MAKER_OPTIONS;
export type MakerOptions = Readonly<Partial<Record<MakerOption, string>>>;

/** What 0 means, where it is no number. */
const NOT_SET: Readonly<Partial<Record<MakerOption, string>>> = {
  size: 'as usual',
  most: 'without bound',
  aside: 'never',
};
/** One percent is 10,000 parts per million. */
const PERCENT_DECIMALS = 4;

export function usualTerms({ base, quote }: NamedMarket): MakerTerms {
  const { halfSpreadPpm } = tradeProfile(base.code, quote.code);
  const unbounded = { size: 0, keep: 0, most: 0, skewPpm: 0, aside: 0 };
  return { isOn: true, halfSpreadPpm, levels: MAKER_LEVELS_MAX, ...unbounded };
}

/** The terms with the given options, or what is wrong with one of them. */
export function readMakerTerms(
  before: MakerTerms,
  options: MakerOptions,
  pair: NamedMarket,
): MakerTerms | string {
  const terms: Record<string, number | boolean> = { ...before };
  for (const [option, text] of Object.entries(options) as [MakerOption, string][]) {
    const { field, unit, least, most } = MAKER_OPTIONS[option];
    const decimals = decimalsOf(unit, pair);
    const value = parseDecimal(text, decimals);
    if (typeof value !== 'number' || value < least || value > most)
      return `--${option} ${text} is no number from ${formatDecimal(least, decimals)} to ${formatDecimal(most, decimals)} of at most ${decimals} decimals`;
    terms[field] = value;
  }
  const read = terms as unknown as MakerTerms;
  if (read.most > 0 && read.most <= read.keep) return '--most has to be above --keep';
  if (read.skewPpm > 0 && read.most === 0) return '--skew needs --most, which says what is too much';
  return read;
}

export function linesOfMaker(terms: MakerTerms, pair: NamedMarket): string[] {
  const shown = (Object.keys(MAKER_OPTIONS) as MakerOption[]).map((option) => {
    const { field, unit } = MAKER_OPTIONS[option];
    const value = terms[field];
    const text = formatDecimal(value, decimalsOf(unit, pair)) + nameOf(unit, pair);
    return `${option} ${(value === 0 ? NOT_SET[option] : undefined) ?? text}`;
  });
  return [terms.isOn ? 'the market maker quotes' : 'the market maker is off', ...shown];
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
