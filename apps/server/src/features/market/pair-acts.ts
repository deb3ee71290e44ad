/** What operators do with pairs while they trade: halt, resume, open, delist. */
import { MARKET_STATUS, NOTICE_MS_MAX, type Command } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import type { Refusal } from '@glasshouse/protocol';
import type { OfficePair } from '@glasshouse/protocol/market/office';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { ActPlan, EffectWords, Words } from '../../contract/operator-acts.ts';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { writtenMaker } from './maker-terms.ts';
import { pairState, symbolsOf } from './pair-state.ts';

type Parts = Pick<Ports, 'catalogue' | 'sequencer' | 'operators' | 'market'>;
const NAMES = [
  'markets/get-pairs',
  'markets/halt-pair',
  'markets/resume-pair',
  'markets/open-pair',
  'markets/delist-pair',
  'markets/keep-pair',
] as const;
/** One percent is 10,000 parts per million. */
const PERCENT_DECIMALS = 4;
const STATE: EffectWords['what'] = { en: 'State', zh: '状态' };
export const OPENING: EffectWords['what'] = { en: 'Opens', zh: '开盘时间' };
const NOTICE: EffectWords['what'] = { en: 'Delisted for good', zh: '永久下架' };
const NONE: Words = { en: 'none', zh: '无' };
export const STATE_WORDS: Readonly<Record<OfficePair['state'], Words>> = {
  trading: { en: 'trading', zh: '交易中' },
  'cancel-only': { en: 'halted: orders can be cancelled', zh: '已暂停：可撤单' },
  halted: { en: 'halted: nothing can be done', zh: '已暂停：不可操作' },
  delisted: { en: 'delisted', zh: '已下架' },
};

export function pairActHandlers(parts: Parts): Pick<FeatureHandlers<'markets'>, (typeof NAMES)[number]> {
  const { catalogue, operators, sequencer } = parts;
  /** The plan of an act on a pair that is there. */
  const onPair = (
    { pair }: { readonly pair: string },
    plan: (named: NamedMarket) => Refusal | Pick<Submitted, 'command' | 'effect'>,
  ): ActPlan | Refusal => {
    const named = catalogue.marketNamed(pair);
    if (named === undefined) return invalidField('pair', 'not a pair of the platform');
    const planned = plan(named);
    return 'error' in planned ? planned : submitting(parts, { named, ...planned });
  };
  return {
    'markets/get-pairs': () => ({ pairs: catalogue.markets.map((named) => rowOf(parts, named)) }),
    'markets/halt-pair': operators.act('markets/halt-pair', (input) =>
      onPair(input, (named) => haltOf(named, input.cancelOnly)),
    ),
    'markets/resume-pair': operators.act('markets/resume-pair', (input) => onPair(input, resumptionOf)),
    'markets/open-pair': operators.act('markets/open-pair', (input) =>
      onPair(input, (named) => openingOf(named, input.on, sequencer.nowMs())),
    ),
    'markets/delist-pair': operators.act('markets/delist-pair', (input) =>
      onPair(input, (named) => noticeOf(named, input.on, sequencer.nowMs())),
    ),
    'markets/keep-pair': operators.act('markets/keep-pair', (input) => onPair(input, keepingOf)),
  };
}

interface Submitted {
  readonly named: NamedMarket;
  readonly command: Command;
  readonly effect: readonly EffectWords[];
}

/** Before orders, so that no flood keeps a halt waiting. */
function submitting({ sequencer }: Parts, { named, command, effect }: Submitted): ActPlan {
  return {
    subject: `pair ${symbolsOf(named)}`,
    effect,
    run: async () => {
      const { error } = await sequencer.submit(command, { owner: PLATFORM_OWNER, isUrgent: true });
      return error === null ? null : { error };
    },
  };
}

type Planned = Refusal | Pick<Submitted, 'command' | 'effect'>;
/** Acts are done at whole seconds at most; the office's times are UTC. */
export const timeOf = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function haltOf({ market }: NamedMarket, cancelOnly: boolean): Planned {
  const { state, opensAt } = pairState(market);
  const next = cancelOnly ? 'cancel-only' : 'halted';
  const status = MARKET_STATUS.halted;
  return {
    command: {
      type: 'set-market-status',
      market: market.definition.market,
      status,
      cancels: cancelOnly ? 1 : 0,
    },
    effect: [
      ...(state === next ? [] : [{ what: STATE, before: STATE_WORDS[state], after: STATE_WORDS[next] }]),
      ...(opensAt === null ? [] : [{ what: OPENING, before: timeOf(opensAt), after: NONE }]),
    ],
  };
}

function resumptionOf({ market }: NamedMarket): Planned {
  const { state } = pairState(market);
  const after = STATE_WORDS.trading;
  return {
    command: {
      type: 'set-market-status',
      market: market.definition.market,
      status: MARKET_STATUS.trading,
      cancels: 1,
    },
    effect: state === 'trading' ? [] : [{ what: STATE, before: STATE_WORDS[state], after }],
  };
}

function openingOf({ market }: NamedMarket, onMs: number, nowMs: number): Planned {
  if (market.status !== MARKET_STATUS.halted) return invalidField('pair', 'is not halted');
  const refusal = refusalOfTime(onMs, nowMs);
  if (refusal !== null) return refusal;
  const { closesMs, definition } = market;
  if (closesMs !== 0 && onMs >= closesMs) return invalidField('on', 'the pair is delisted before');
  return {
    command: { type: 'open-market', market: definition.market, opensMs: onMs },
    effect: moved(OPENING, pairState(market).opensAt, onMs),
  };
}

function noticeOf({ market }: NamedMarket, onMs: number, nowMs: number): Planned {
  const refusal = refusalOfTime(onMs, nowMs);
  if (refusal !== null) return refusal;
  const orders: EffectWords = {
    what: { en: 'Open orders', zh: '当前委托' },
    before: null,
    after: { en: 'all are cancelled then', zh: '届时全部撤销' },
  };
  const notice = moved(NOTICE, pairState(market).delistsAt, onMs);
  return {
    command: { type: 'delist-market', market: market.definition.market, closesMs: onMs },
    effect: notice.length === 0 ? [] : [...notice, orders],
  };
}

function keepingOf({ market }: NamedMarket): Planned {
  const { delistsAt } = pairState(market);
  return {
    command: { type: 'delist-market', market: market.definition.market, closesMs: 0 },
    effect: delistsAt === null ? [] : [{ what: NOTICE, before: timeOf(delistsAt), after: NONE }],
  };
}

function moved(what: Words, beforeMs: number | null, afterMs: number): readonly EffectWords[] {
  if (beforeMs === afterMs) return [];
  return [{ what, before: beforeMs === null ? null : timeOf(beforeMs), after: timeOf(afterMs) }];
}

function refusalOfTime(timeMs: number, nowMs: number): Refusal | null {
  if (timeMs <= nowMs) return invalidField('on', 'has passed');
  return timeMs - nowMs > NOTICE_MS_MAX ? invalidField('on', 'is more than a year away') : null;
}

function rowOf({ market: live }: Parts, named: NamedMarket): OfficePair {
  const { market, quote } = named;
  const { definition } = market;
  const { state, opensAt, delistsAt } = pairState(market);
  const maker = live.makerTerms?.of(named);
  const percent = (ppm: number) => formatDecimal(ppm, PERCENT_DECIMALS);
  return {
    pair: symbolsOf(named),
    state,
    opensTime: opensAt,
    delistsTime: delistsAt,
    lastPrice: market.lastPrice === 0 ? null : formatDecimal(market.lastPrice, definition.priceDecimals),
    minimum: formatDecimal(definition.minNotional, quote.decimals),
    maximum: formatDecimal(definition.maxNotional, quote.decimals),
    makerFee: percent(definition.makerFeePpm),
    takerFee: percent(definition.takerFeePpm),
    band: percent(definition.limitBandPpm),
    marketBand: percent(definition.marketBandPpm),
    maxOrders: definition.maxOpenOrders,
    isMade: maker?.isOn ?? false,
    maker: maker === undefined ? null : writtenMaker(maker, named),
  };
}
