/**
 * The operator's commands for coins and pairs: `npx glasshouse markets`. Each act is noted in the
 * log of operators before it is done, and `plan` says what an act would do.
 */
import { isMarketSound, MARKET_STATUS, NOTICE_MS_MAX, type Command } from '@glasshouse/core';
import { isRefusal, REFUSALS } from '@glasshouse/protocol';
import { symbolOf, type NamedMarket } from '../../contract/catalogue.ts';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import { writeCoinName } from './coin-names.ts';
import type { MakerTerms } from '../../contract/maker-terms.ts';
import { linesOfMaker, readMakerTerms, type MakerOptions } from './maker-terms.ts';
import { FIXED_OPTIONS, linesOfTerms, readTerms, TERM_OPTIONS, type Options } from './pair-terms.ts';
import { DEFAULT_TERMS } from './seeds.ts';
import { pairState, symbolsOf } from './pair-state.ts';

/** What an operator asks for. `pair` is such as 'BTC/USDT'; times are ISO 8601 in UTC. */
export type MarketAct =
  | { readonly act: 'coin'; readonly code: string; readonly name: string; readonly decimals: string }
  | {
      readonly act: 'pair';
      readonly pair: string;
      readonly terms: Options;
      /** When it opens; absent: by `resume`. */
      readonly opens?: string;
    }
  | { readonly act: 'terms'; readonly pair: string; readonly terms: Options }
  | {
      readonly act: 'maker';
      readonly pair: string;
      /** Null: as it is. */
      readonly isOn: boolean | null;
      readonly options: MakerOptions;
    };

export interface MarketAnswer {
  /** What was wrong; null if it is done, or could be. */
  readonly problem: string | null;
  /** What is done, line by line. */
  readonly summary: readonly string[];
}

/** The commands of an act, and what they do; `subject` is for the log. */
interface Plan {
  readonly subject: string;
  readonly summary: readonly string[];
  readonly commands: readonly Command[];
  /** Of a new coin. */
  readonly name?: { readonly code: string; readonly name: string };
  /** New terms of the market maker. */
  readonly maker?: { readonly pair: NamedMarket; readonly terms: MakerTerms };
}

type Parts = Pick<Ports, 'catalogue' | 'sequencer' | 'log' | 'database' | 'operators' | 'market'>;

const CODE = /^[A-Z0-9]{2,10}$/;
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} .'&-]{0,38}[\p{L}\p{N}.])?$/u;
const COIN_DECIMALS_MAX = 12;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/;
/** The beginning of acts in the log of operators: at the machine alone, and of both doors. */
const ACTS = 'machine/markets-';
const OFFICE_ACTS = 'markets/';
const HISTORY_MAX = 500;

export function marketCommands(parts: Parts) {
  // One after the other: a plan gives a new coin or pair the number that is free next.
  const work = new KeyedMutex();
  return {
    'markets/list': async (_input: null): Promise<readonly string[]> => list(parts),
    'markets/history': async (_input: null): Promise<readonly string[]> => {
      const found = [ACTS, OFFICE_ACTS].map((prefix) => parts.operators.recorded(prefix, HISTORY_MAX));
      const rows = (await Promise.all(found)).flat().toSorted((a, b) => b.timeMs - a.timeMs);
      return rows
        .slice(0, HISTORY_MAX)
        .map(
          ({ timeMs, act, subject, detail, operator }) =>
            `${new Date(timeMs).toISOString()}  ${act.replace(/^machine\/markets-|^markets\//, '')} ${subject}  ${detail}  (${operator})`,
        );
    },
    'markets/plan': async (asked: MarketAct): Promise<MarketAnswer> => {
      const plan = planOf(parts, asked);
      return typeof plan === 'string' ? problem(plan) : { problem: null, summary: plan.summary };
    },
    'markets/act': async ({
      operator,
      ...asked
    }: MarketAct & { readonly operator: string }): Promise<MarketAnswer> => {
      const done = await work.run('acts', () => perform(parts, asked, operator));
      return isRefusal(done) ? problem(`${done.error}: ${REFUSALS[done.error].en}`) : done;
    },
  };
}

const problem = (text: string): MarketAnswer => ({ problem: text, summary: [] });

async function perform(parts: Parts, asked: MarketAct, operator: string): Promise<MarketAnswer> {
  const { database, operators, sequencer, log, market } = parts;
  const plan = planOf(parts, asked);
  if (typeof plan === 'string') return problem(plan);
  const { subject, summary, commands, name, maker } = plan;
  await operators.record({ operator, act: `${ACTS}${asked.act}`, subject, detail: summary.join('; ') });
  if (name !== undefined) await writeCoinName(database, name);
  if (maker !== undefined) {
    const by = { operator, nowMs: sequencer.nowMs() };
    await market.makerTerms?.set(maker.pair, maker.terms, by);
  }
  // Submitted together and before orders, so that nothing trades on a new pair before it is halted,
  // and no flood keeps a halt waiting.
  const outcomes = await Promise.all(
    commands.map((command) => sequencer.submit(command, { owner: PLATFORM_OWNER, isUrgent: true })),
  );
  const error = outcomes.find((outcome) => outcome.error !== null)?.error ?? null;
  if (error !== null) return problem(`${error}: ${REFUSALS[error].en}`);
  log.warn({ ...asked, operator }, 'an operator has changed coins or pairs');
  return { problem: null, summary };
}

function planOf(parts: Parts, asked: MarketAct): Plan | string {
  if (asked.act === 'coin') return coinPlan(parts, asked);
  const named = parts.catalogue.marketNamed(asked.pair);
  if (asked.act === 'pair') return named === undefined ? newPairPlan(parts, asked) : `${asked.pair} is there`;
  if (named === undefined) return `there is no pair ${asked.pair}`;
  const subject = `pair ${asked.pair}`;
  switch (asked.act) {
    case 'terms':
      return termsPlan(asked.terms, named, subject);
    case 'maker':
      return makerPlan(parts, asked, { named, subject });
  }
}

function coinPlan(
  { catalogue }: Parts,
  { code, name, decimals }: Extract<MarketAct, { readonly act: 'coin' }>,
): Plan | string {
  if (!CODE.test(code)) return `${code} is no code: 2 to 10 capital letters or digits`;
  if (!NAME.test(name)) return `${name} is no name: 1 to 40 letters, digits, spaces or . ' & -`;
  if (catalogue.asset(code) !== undefined) return `${code} is there`;
  const count = Number(decimals);
  if (!/^\d{1,2}$/.test(decimals) || count > COIN_DECIMALS_MAX)
    return `${decimals} are no decimals: 0 to ${COIN_DECIMALS_MAX}`;
  const { assets } = catalogue.exchange.registry;
  return {
    subject: `coin ${code}`,
    summary: [`${name}, ${decimals} decimals`],
    commands: [{ type: 'define-asset', asset: assets.length, code, decimals: count }],
    name: { code, name },
  };
}

/** A pair is listed halted: `resume` opens it, or its time. */
function newPairPlan(
  { catalogue, sequencer }: Parts,
  { pair, terms: options, opens }: Extract<MarketAct, { readonly act: 'pair' }>,
): Plan | string {
  const [base = '', quote = '', ...more] = pair.split('/');
  if (more.length > 0) return `${pair} is no pair such as BTC/USDT`;
  const [paid, priced] = [catalogue.asset(base), catalogue.asset(quote)];
  if (paid === undefined || priced === undefined || paid === priced)
    return `${pair} is no pair of two coins that are listed`;
  // In the public calls a pair has the name of its two coins in one word.
  const namesake = catalogue.markets.find(({ symbol }) => symbol === symbolOf(base, quote));
  if (namesake !== undefined && namesake.market.status !== MARKET_STATUS.delisted)
    return `${pair} would have the symbol of ${namesake.base.code}/${namesake.quote.code}`;
  const missing = [...Object.keys(FIXED_OPTIONS), 'min', 'max'].find((name) => !(name in options));
  if (missing !== undefined) return `--${missing} is missing`;
  const read = readTerms(options, priced);
  if (typeof read === 'string') return read;
  const market = catalogue.exchange.registry.markets.length;
  const definition = { market, base: paid.asset, quote: priced.asset, ...DEFAULT_TERMS, ...read };
  const whole = definition as Required<typeof definition>;
  if (!isMarketSound(whole, { base: paid.decimals, quote: priced.decimals })) return UNSOUND;
  const opensMs = opens === undefined ? null : timeToCome(opens, sequencer.nowMs());
  if (typeof opensMs === 'string') return opensMs;
  const halt = { market, status: MARKET_STATUS.halted, cancels: 1 } as const;
  const opening = opensMs === null ? [] : [{ type: 'open-market', market, opensMs } as const];
  return {
    subject: `pair ${pair}`,
    summary: [opensMs === null ? 'listed halted' : opensText(opensMs), ...linesOfTerms(whole, priced)],
    commands: [{ type: 'define-market', ...whole }, { type: 'set-market-status', ...halt }, ...opening],
  };
}

const UNSOUND =
  'these numbers do not fit each other or the coins: --min at most --max, --lot-decimals at most those of the coin, --index-decimals from --price-decimals to 6 more, and a price times a lot a countable amount';

function termsPlan(options: Options, { market, base, quote }: NamedMarket, subject: string): Plan | string {
  const fixed = Object.keys(FIXED_OPTIONS).find((name) => name in options);
  if (fixed !== undefined) return `--${fixed} never changes: it says what the numbers of orders mean`;
  const read = readTerms(options, quote);
  if (typeof read === 'string') return read;
  const names = Object.values(TERM_OPTIONS);
  const whole = { ...market.definition, ...read };
  if (names.every((name) => whole[name] === market.definition[name])) return 'nothing would change';
  if (!isMarketSound(whole, { base: base.decimals, quote: quote.decimals })) return UNSOUND;
  const terms = Object.fromEntries(names.map((name) => [name, whole[name]])) as Readonly<
    Record<(typeof names)[number], number>
  >;
  return {
    subject,
    summary: linesOfTerms(read, quote, market.definition),
    commands: [{ type: 'change-market', market: market.definition.market, ...terms }],
  };
}

const opensText = (opensMs: number): string => `opens on ${new Date(opensMs).toISOString()}`;

/** A time of the command line in milliseconds, or what is wrong with it. */
function timeToCome(text: string, nowMs: number): number | string {
  const timeMs = TIME.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(timeMs)) return `${text} is no time such as 2027-01-31T08:00:00Z`;
  if (timeMs <= nowMs) return `${text} has passed`;
  return timeMs - nowMs > NOTICE_MS_MAX ? `${text} is more than a year away` : timeMs;
}

function makerPlan(
  { market }: Parts,
  { isOn, options }: Extract<MarketAct, { readonly act: 'maker' }>,
  { named, subject }: { readonly named: NamedMarket; readonly subject: string },
): Plan | string {
  if (market.makerTerms === null) return 'no market maker quotes here';
  const before = market.makerTerms.of(named);
  const read = readMakerTerms({ ...before, isOn: isOn ?? before.isOn }, options, named);
  if (typeof read === 'string') return read;
  return {
    subject,
    summary: linesOfMaker(read, named),
    commands: [],
    maker: { pair: named, terms: read },
  };
}

function list({ catalogue }: Parts): string[] {
  const coins = catalogue.exchange.assets.map(({ code, decimals }) => `coin ${code}  ${decimals} decimals`);
  const pairs = catalogue.markets.map((named) => {
    const { state, delistsAt, opensAt } = pairState(named.market);
    const opening = opensAt === null ? '' : `, ${opensText(opensAt)}`;
    const notice = delistsAt === null ? '' : `, delisted on ${new Date(delistsAt).toISOString()}`;
    const terms = linesOfTerms(named.market.definition, named.quote).join(', ');
    return `pair ${symbolsOf(named)}  ${state}${opening}${notice}  ${terms}`;
  });
  return [...coins, ...pairs];
}
