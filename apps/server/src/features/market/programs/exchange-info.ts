/**
 * What programs learn before they trade: the pairs with the rules that the core enforces, and the
 * limits of requests.
 */
import { formatFixed, formatDecimal, PPM } from '@glasshouse/money';
import {
  ICEBERG_PARTS_MAX,
  PRICE_MAX,
  TRAIL_PPM_MAX,
  TRAIL_PPM_MIN,
  WAITING_OWNER_MAX,
} from '@glasshouse/core';
import type { Refusal } from '@glasshouse/protocol';
import {
  PROGRAM_ORDER_TYPES,
  SELF_TRADE_PREVENTIONS,
  type EndpointDataOf,
  type EndpointNamed,
  type ParametersOf,
  type SymbolFilter,
  type SymbolInfo,
  type SymbolStatus,
} from '@glasshouse/protocol/programs';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import { REQUEST_LIMITS } from '../../../http/edge-limits.ts';
import { ReplyText } from '../../../http/handler.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import type { ProgramLimits } from '../../../programs/weights.ts';
import { pairState } from '../pair-state.ts';
import type { MarketState } from '../state.ts';
import { pairsOf } from './asked-pairs.ts';

type Info = EndpointNamed<'market/get-exchange-info'>;
type RateLimits = EndpointDataOf<Info>['rateLimits'];

/** The only permission that a pair asks for. */
const PERMISSION = 'SPOT';
const PPM_OF_BIP = 100;

export class ExchangeInfo {
  readonly #state: MarketState;
  readonly #rateLimits: string;
  /** The JSON of pairs, by symbol. */
  readonly #rows = new Map<
    string,
    { readonly of: string; readonly definition: object; readonly json: string }
  >();

  constructor(parts: {
    readonly state: MarketState;
    readonly limits: ProgramLimits;
    readonly rateFactor: number;
  }) {
    this.#state = parts.state;
    this.#rateLimits = JSON.stringify(rateLimits(parts));
  }

  read(input: ParametersOf<Info>): ReplyText | Refusal {
    const { permissions, symbolStatus, showPermissionSets } = input;
    const names = input.symbol === undefined ? 'symbols' : 'symbol';
    if (input[names] !== undefined)
      for (const field of ['permissions', 'symbolStatus'] as const)
        if (input[field] !== undefined) return invalidField(field, `not together with ${names}`);
    const found = pairsOf(this.#state, input);
    if ('error' in found) return found;
    const isOpen = permissions === undefined || permissions.includes(PERMISSION);
    const pairs = found.pairs.filter(
      (pair) => isOpen && (symbolStatus === undefined || statusOf(pair) === symbolStatus),
    );
    const rows = pairs.map((pair) => this.#row(pair, showPermissionSets));
    return new ReplyText(
      `{"timezone":"UTC","serverTime":${this.#state.nowMs()},"rateLimits":${this.#rateLimits},"exchangeFilters":[],"symbols":[${rows.join(',')}]}`,
    );
  }

  #row(pair: NamedMarket, showsSets: boolean): string {
    const { definition } = pair.market;
    const of = `${statusOf(pair)}/${showsSets}`;
    const key = `${pair.symbol}/${showsSets}`;
    const known = this.#rows.get(key);
    if (known?.of === of && known.definition === definition) return known.json;
    const json = JSON.stringify(symbolInfo(pair, showsSets));
    this.#rows.set(key, { of, definition, json });
    return json;
  }
}

/** The limit of raw requests is what a network may ask for without pause and without a key. */
function rateLimits({
  limits,
  rateFactor,
}: {
  readonly limits: ProgramLimits;
  readonly rateFactor: number;
}): RateLimits {
  const { weightOfMinute, ordersOf10s, ordersOfDay } = limits;
  const requests = REQUEST_LIMITS.calls.perSecond * 60 * rateFactor;
  const all: RateLimits = [
    { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: weightOfMinute },
    { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: ordersOf10s },
    { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: ordersOfDay },
    { rateLimitType: 'RAW_REQUESTS', interval: 'MINUTE', intervalNum: 1, limit: requests },
  ];
  return all.map((one) => ({ ...one, limit: Math.floor(one.limit) }));
}

function statusOf({ market }: NamedMarket): SymbolStatus {
  if (pairState(market).state === 'trading') return 'TRADING';
  return market.opensMs === 0 ? 'HALT' : 'BREAK';
}

function symbolInfo(pair: NamedMarket, showsSets: boolean): SymbolInfo {
  const { base, quote, symbol } = pair;
  return {
    symbol: symbol.toUpperCase(),
    status: statusOf(pair),
    baseAsset: base.code,
    baseAssetPrecision: base.decimals,
    quoteAsset: quote.code,
    quotePrecision: quote.decimals,
    quoteAssetPrecision: quote.decimals,
    baseCommissionPrecision: base.decimals,
    quoteCommissionPrecision: quote.decimals,
    orderTypes: [...PROGRAM_ORDER_TYPES],
    icebergAllowed: true,
    ocoAllowed: true,
    otoAllowed: false,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    pegInstructionsAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(pair),
    permissions: [],
    permissionSets: showsSets ? [[PERMISSION]] : [],
    defaultSelfTradePreventionMode: 'EXPIRE_TAKER',
    allowedSelfTradePreventionModes: SELF_TRADE_PREVENTIONS,
  };
}

/**
 * The rules of orders as filters, each from what the core checks: `termsOf` and `valueRefusal` (a
 * value is rounded up to a unit of the quote asset), `priceBand`, `visibleRefusal`, the number of
 * open orders of all pairs, and of those that wait on this one.
 */
function filtersOf({ market, quote }: NamedMarket): SymbolFilter[] {
  const { priceDecimals, lotDecimals, minNotional, maxNotional, limitBandPpm, maxOpenOrders } =
    market.definition;
  const price = (ticks: number) => formatFixed(ticks, priceDecimals);
  const quantity = (lots: number) => formatFixed(lots, lotDecimals);
  const multiplier = (ppm: number) => formatDecimal(ppm, String(PPM).length - 1);
  const delta = { min: TRAIL_PPM_MIN / PPM_OF_BIP, max: TRAIL_PPM_MAX / PPM_OF_BIP };
  return [
    { filterType: 'PRICE_FILTER', minPrice: price(1), maxPrice: price(PRICE_MAX), tickSize: price(1) },
    { filterType: 'LOT_SIZE', minQty: quantity(1), maxQty: quantity(market.lotsMax), stepSize: quantity(1) },
    { filterType: 'ICEBERG_PARTS', limit: ICEBERG_PARTS_MAX },
    {
      filterType: 'NOTIONAL',
      minNotional: formatFixed(minNotional, quote.decimals),
      applyMinToMarket: true,
      maxNotional: formatFixed(maxNotional, quote.decimals),
      applyMaxToMarket: true,
      avgPriceMins: 0,
    },
    {
      filterType: 'PERCENT_PRICE',
      multiplierUp: multiplier(PPM + limitBandPpm),
      multiplierDown: multiplier(PPM - limitBandPpm),
      avgPriceMins: 0,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: maxOpenOrders },
    { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: Math.min(WAITING_OWNER_MAX, maxOpenOrders) },
    {
      filterType: 'TRAILING_DELTA',
      minTrailingAboveDelta: delta.min,
      maxTrailingAboveDelta: delta.max,
      minTrailingBelowDelta: delta.min,
      maxTrailingBelowDelta: delta.max,
    },
  ];
}
