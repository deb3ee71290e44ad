/**
 * What operators list and set of coins and pairs: coins, pairs, their terms, the market maker's.
 */
import { isMarketSound, MARKET_STATUS, NOTICE_MS_MAX } from '@glasshouse/core';
import {
  isRefusal,
  type ActName,
  type OperatorCallNamed,
  type ParsedInputOf,
  type Refusal,
} from '@glasshouse/protocol';
import { symbolOf, type NamedMarket } from '../../contract/catalogue.ts';
import type { EffectWords, Words } from '../../contract/operator-acts.ts';
import type { Ports } from '../../contract/ports.ts';
import { submittingAct, type InTurn, type SubmittingPlan } from '../../contract/submitting-act.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import { writeCoinName } from './coin-names.ts';
import { effectOfMaker, readMakerTerms } from './maker-terms.ts';
import { OPENING, timeOf } from './pair-acts.ts';
import { effectOfTerms, readTerms } from './pair-terms.ts';
import { DEFAULT_TERMS } from './seeds.ts';

type Parts = Pick<Ports, 'catalogue' | 'sequencer' | 'operators' | 'market' | 'database'>;
const NAMES = ['markets/list-coin', 'markets/list-pair', 'markets/set-terms', 'markets/set-maker'] as const;
type Name = (typeof NAMES)[number];
type InputOf<N extends ActName> = Omit<ParsedInputOf<OperatorCallNamed<N>>, 'step' | 'reason' | 'key'>;

const UNSOUND =
  'these numbers do not fit each other or the coins: the least order at most the most, lot decimals at most those of the coin, index decimals from price decimals to 6 more, and a price times a lot a countable amount';
const NEW: Words = { en: 'New pair', zh: '新交易对' };
const HALTED: Words = {
  en: 'listed halted: nothing trades until it is resumed',
  zh: '上架后暂停：恢复后方可交易',
};

export function listingActHandlers(parts: Parts): Pick<FeatureHandlers<'markets'>, Name> {
  const { operators, sequencer } = parts;
  // A new coin or pair has the number that is free next.
  const work = new KeyedMutex();
  const inTurn: InTurn = (act) => work.run('acts', act);
  const planned = <N extends Name>(plan: (input: InputOf<N>) => SubmittingPlan | Refusal) =>
    submittingAct({ sequencer, inTurn }, plan);
  return {
    'markets/list-coin': operators.act(
      'markets/list-coin',
      planned<'markets/list-coin'>((input) => coinPlan(parts, input)),
    ),
    'markets/list-pair': operators.act(
      'markets/list-pair',
      planned<'markets/list-pair'>((input) => pairPlan(parts, input)),
    ),
    'markets/set-terms': operators.act(
      'markets/set-terms',
      planned<'markets/set-terms'>((input) => termsPlan(parts, input)),
    ),
    'markets/set-maker': operators.act(
      'markets/set-maker',
      planned<'markets/set-maker'>((input) => makerPlan(parts, input)),
    ),
  };
}

function coinPlan(
  { catalogue, database }: Parts,
  { code, name, decimals }: InputOf<'markets/list-coin'>,
): SubmittingPlan | Refusal {
  if (catalogue.asset(code) !== undefined) return invalidField('code', 'is there already');
  const { assets } = catalogue.exchange.registry;
  return {
    subject: `coin ${code}`,
    effect: [
      { what: { en: 'New coin', zh: '新币种' }, before: null, after: `${code}, ${name}` },
      { what: { en: 'Decimals, for ever', zh: '小数位数，不可更改' }, before: null, after: String(decimals) },
    ],
    commands: [{ type: 'define-asset', asset: assets.length, code, decimals }],
    write: () => writeCoinName(database, { code, name }),
  };
}

/** A pair is listed halted: resuming opens it, or its time. */
function pairPlan(
  { catalogue, sequencer }: Parts,
  input: InputOf<'markets/list-pair'>,
): SubmittingPlan | Refusal {
  const { pair, opens, ...asked } = input;
  const [base = '', quote = ''] = pair.split('/');
  const [paid, priced] = [catalogue.asset(base), catalogue.asset(quote)];
  if (paid === undefined || priced === undefined || paid === priced)
    return invalidField('pair', 'not two coins that are listed');
  if (catalogue.marketNamed(pair) !== undefined) return invalidField('pair', 'is there already');
  // In the public calls a pair has the name of its two coins in one word.
  const namesake = catalogue.markets.find(({ symbol }) => symbol === symbolOf(base, quote));
  if (namesake !== undefined && namesake.market.status !== MARKET_STATUS.delisted)
    return invalidField('pair', `would have the symbol of ${namesake.base.code}/${namesake.quote.code}`);
  const read = readTerms(asked, priced);
  if (isRefusal(read)) return read;
  const market = catalogue.exchange.registry.markets.length;
  const definition = { market, base: paid.asset, quote: priced.asset, ...DEFAULT_TERMS, ...read };
  const whole = definition as Required<typeof definition>;
  if (!isMarketSound(whole, { base: paid.decimals, quote: priced.decimals }))
    return invalidField('minimum', UNSOUND);
  const wrong = opens === undefined ? null : timeProblem(opens, sequencer.nowMs());
  if (wrong !== null) return wrong;
  const opening: EffectWords[] =
    opens === undefined ? [] : [{ what: OPENING, before: null, after: timeOf(opens) }];
  return {
    subject: `pair ${pair}`,
    effect: [{ what: NEW, before: null, after: HALTED }, ...opening, ...effectOfTerms(whole, priced)],
    commands: [
      { type: 'define-market', ...whole },
      { type: 'set-market-status', market, status: MARKET_STATUS.halted, cancels: 1 },
      ...(opens === undefined ? [] : [{ type: 'open-market', market, opensMs: opens } as const]),
    ],
  };
}

function timeProblem(timeMs: number, nowMs: number): Refusal | null {
  if (timeMs <= nowMs) return invalidField('opens', 'has passed');
  return timeMs - nowMs > NOTICE_MS_MAX ? invalidField('opens', 'is more than a year away') : null;
}

const TERMS = [
  'minNotional',
  'maxNotional',
  'makerFeePpm',
  'takerFeePpm',
  'limitBandPpm',
  'marketBandPpm',
  'maxOpenOrders',
] as const;

function termsPlan(
  { catalogue }: Parts,
  { pair, ...asked }: InputOf<'markets/set-terms'>,
): SubmittingPlan | Refusal {
  const named = namedOf(catalogue, pair);
  if (isRefusal(named)) return named;
  const { market, base, quote } = named;
  const read = readTerms(asked, quote);
  if (isRefusal(read)) return read;
  const whole = { ...market.definition, ...read };
  if (!isMarketSound(whole, { base: base.decimals, quote: quote.decimals }))
    return invalidField('minimum', UNSOUND);
  const terms = Object.fromEntries(TERMS.map((name) => [name, whole[name]])) as Readonly<
    Record<(typeof TERMS)[number], number>
  >;
  return {
    subject: `pair ${pair}`,
    effect: effectOfTerms(read, quote, market.definition),
    commands: [{ type: 'change-market', market: market.definition.market, ...terms }],
  };
}

function makerPlan(
  { catalogue, market, sequencer }: Parts,
  { pair, isOn, ...options }: InputOf<'markets/set-maker'>,
): SubmittingPlan | Refusal {
  const named = namedOf(catalogue, pair);
  if (isRefusal(named)) return named;
  const { makerTerms } = market;
  if (makerTerms === null) return invalidField('pair', 'no market maker quotes here');
  const before = makerTerms.of(named);
  const read = readMakerTerms({ ...before, isOn: isOn ?? before.isOn }, options, named);
  if (isRefusal(read)) return read;
  return {
    subject: `market maker of pair ${pair}`,
    effect: effectOfMaker(before, read, named),
    commands: [],
    write: ({ operator }) => makerTerms.set(named, read, { operator, nowMs: sequencer.nowMs() }),
  };
}

const namedOf = (catalogue: Parts['catalogue'], pair: string): NamedMarket | Refusal =>
  catalogue.marketNamed(pair) ?? invalidField('pair', 'not a pair of the platform');
