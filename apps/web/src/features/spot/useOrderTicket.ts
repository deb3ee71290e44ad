/** The state of the order form: the input, what follows from it, and sending it. */
import { plainDecimal } from '@glasshouse/ui';
import type { TimeInForce } from '@glasshouse/protocol/spot';
import { useState } from 'react';
import { ACCOUNT, useAvailable } from '#data/assets.ts';
import type { PairInfo } from '#data/pairs.ts';
import { serverNow } from '#data/server-time.ts';
import { indexPriceNow } from '#data/ticks.ts';
import { useUrlChoice, useUrlText } from '#shared/url-state.ts';
import { useFees, usePlaceOrder, type Fees } from './calls.ts';
import { NO_FURTHER, type FurtherTerms } from './further-terms.ts';
import {
  amountOf,
  draftError,
  largestAmount,
  limitSizeOf,
  percentOf,
  priceOf,
  shareOf,
  totalOf,
  wouldTake,
  type OrderSize,
} from './order-math.ts';
import {
  allowedTime,
  isByTotalOnly,
  NO_PRICES,
  ORDER_TYPES,
  orderCall,
  type OrderType,
  type PriceField,
  type OrderDraft,
  type OrderPrices,
  type Side,
} from './order-types.ts';
import type { OrderWrong } from './WrongText.tsx';
import { tradePreferences } from '#shared/trade-preferences.ts';
import { tellPlaced } from './tell-placed.ts';
import { selfTradeModeOf } from './self-trade.ts';

export interface PickedPrice {
  readonly price: string;
  /** Rises with every pick, so that the same price can be picked again. */
  readonly pick: number;
}
export interface TicketMarket {
  readonly pair: PairInfo;
  readonly bestBid: string | undefined;
  readonly bestAsk: string | undefined;
  readonly lastPrice: number | undefined;
  readonly picked: PickedPrice | undefined;
}
export type OrderTicket = ReturnType<typeof useOrderTicket>;

export function useOrderTicket({ pair: listed, bestBid, bestAsk, lastPrice, picked }: TicketMarket) {
  const fees = useFees(listed);
  const pair = withFees(listed, fees);
  const [side, setSide] = useUrlChoice<Side>('side', ['buy', 'sell']);
  const [typeName, setTypeName] = useUrlText('type');
  const type = ORDER_TYPES.find(({ name }) => name === typeName) ?? ORDER_TYPES[0];
  const setType = ({ name }: OrderType) => setTypeName(name === ORDER_TYPES[0].name ? '' : name);
  const [chosenTime, setTimeInForce] = useState<TimeInForce>('GTC');
  const timeInForce = allowedTime(type, chosenTime);
  const [further, setFurther] = useFurther();
  const [prices, setPrice] = usePrices({ pair, lastPrice, picked });
  const size = useSize();
  const payCoin = side === 'buy' ? pair.quoteCoin : pair.baseCoin;
  const available = useAvailable(ACCOUNT.exchange, payCoin);
  const best = side === 'buy' ? bestAsk : bestBid;
  const marketPrice = best ?? (lastPrice === undefined ? undefined : String(lastPrice));
  const price = priceOf({ type, prices, side }, marketPrice);
  const { byTotal, quoteAmount, amountText, total } = typedSize({ type, side, price, size, pair });
  const terms = { type, prices, timeInForce, further };
  const draft: OrderDraft = { ...terms, side, amount: amountText, quoteAmount, available };
  const taker = isTaker({ type, side, timeInForce, price, best });
  const sending = useOrderSending({ draft, pair, marketPrice, onPlaced: size.clear });
  // An amount is rounded down to the lot, so its order costs less than the typed total.
  const orderTotal = byTotal ? quoteAmount : totalOf(price, amountText, pair);
  function applyPercent(percent: number) {
    if (available === undefined) return;
    if (side === 'sell') size.set({ amount: shareOf(available, percent, pair.amountDecimals) });
    else if (!type.isLimit) size.set({ quoteAmount: shareOf(available, percent, pair.quoteDecimals) });
    else size.set({ amount: amountOf(shareOf(available, percent, pair.quoteDecimals), price, pair) });
  }
  return {
    ...sending,
    pair,
    side,
    setSide,
    ...terms,
    setType,
    setTimeInForce,
    setPrice,
    setFurther,
    draft,
    payCoin,
    available,
    largest: largestAmount({ side, price, available }, pair),
    price,
    marketPrice,
    byTotal,
    byTotalOnly: isByTotalOnly(type, side),
    taker,
    fees,
    amount: byTotal ? amountOf(quoteAmount, price, pair) : amountText,
    amountText,
    total,
    orderTotal,
    percent: percentOf(side === 'sell' ? amountText : orderTotal, available),
    bestBid,
    bestAsk,
    indexPrice: indexPriceNow(pair.symbol),
    applyPercent,
    setAmount: (amount: string) => size.set({ amount }),
    setTotal: (total: string) => size.set({ quoteAmount: total }),
  };
}

function useFurther() {
  const [further, setFurther] = useState(NO_FURTHER);
  return [further, (change: Partial<FurtherTerms>) => setFurther({ ...further, ...change })] as const;
}

interface SizeOptions {
  readonly type: OrderType;
  readonly side: Side;
  readonly price: string;
  readonly size: Size;
  readonly pair: PairInfo;
}
/** The texts of the fields for amount and total. Only a market buy may be given by its total. */
function typedSize({ type, side, price, size, pair }: SizeOptions) {
  const byTotal = !type.isLimit && side === 'buy' && size.quoteAmount !== '';
  const { amount, total }: OrderSize = type.isLimit
    ? limitSizeOf(size, price, pair)
    : { amount: size.amount, total: size.quoteAmount || totalOf(price, size.amount, pair) };
  return {
    byTotal,
    quoteAmount: byTotal ? size.quoteAmount : '',
    amountText: isByTotalOnly(type, side) ? '' : amount,
    total,
  };
}

interface TakerOptions {
  readonly type: OrderType;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly price: string;
  readonly best: string | undefined;
}
/**
 * Whether the fee is that of a taker. An order that waits for a trigger is then likely to trade at
 * once.
 */
function isTaker({ type, side, timeInForce, price, best }: TakerOptions): boolean {
  if (timeInForce === 'POST_ONLY') return false;
  // IOC and FOK never rest.
  return timeInForce !== 'GTC' || !type.isLimit || type.waits || wouldTake(side, price, best);
}

/** The pair with this user's fees. */
function withFees(pair: PairInfo, fees: Fees | undefined): PairInfo {
  if (fees === undefined) return pair;
  const ppm = (rate: string) => Math.round(Number(rate) * 1_000_000);
  return { ...pair, makerFeePpm: ppm(fees.makerRate), takerFeePpm: ppm(fees.takerRate) };
}

interface Size {
  readonly amount: string;
  readonly quoteAmount: string;
}
const NO_SIZE: Size = { amount: '', quoteAmount: '' };
/** Amount and total express the same size: setting one clears the other. */
function useSize() {
  const [size, setSize] = useState(NO_SIZE);
  return {
    ...size,
    set: (next: Partial<Size>) => setSize({ ...NO_SIZE, ...next }),
    clear: () => setSize(NO_SIZE),
  };
}

interface SendingOptions {
  readonly draft: OrderDraft;
  readonly pair: PairInfo;
  readonly marketPrice: string | undefined;
  readonly onPlaced: () => void;
}
/** An error, and the form contents that it belongs to. */
type Told = OrderWrong & { readonly about: string };
/** Checks, asks for confirmation if configured, and sends. */
function useOrderSending({ draft, pair, marketPrice, onPlaced }: SendingOptions) {
  const place = usePlaceOrder();
  const [told, setTold] = useState<Told>();
  const [asking, setAsking] = useState(false);
  // An error belongs to the contents of the form: any change clears it.
  const { available: _, type, ...typed } = draft;
  const about = JSON.stringify([type.name, typed]);
  function send() {
    setAsking(false);
    const { selfTrade } = tradePreferences();
    place.mutate(orderCall(draft, { ...pair, selfTrade: selfTradeModeOf(selfTrade), nowMs: serverNow() }), {
      onSuccess: (placed) => {
        tellPlaced(placed, pair);
        onPlaced();
      },
    });
  }
  function submit() {
    const indexPrice = indexPriceNow(pair.symbol);
    const wrong = draftError(draft, { price: marketPrice, indexPrice }, pair);
    setTold(wrong === undefined ? undefined : { ...wrong, indexPrice, about });
    if (wrong !== undefined) return;
    if (tradePreferences()[stepOf(type)]) setAsking(true);
    else send();
  }
  return {
    submit,
    send,
    asking,
    stopAsking: () => setAsking(false),
    busy: place.isPending,
    wrong: told?.about === about ? told : undefined,
  };
}

/** The confirmation step of an order type. */
export function stepOf({ name, waits }: OrderType): 'limit' | 'market' | 'conditional' {
  if (waits) return 'conditional';
  return name === 'market' ? 'market' : 'limit';
}

/**
 * The form opens with the last price; a click on the book sets another. Nothing else overwrites the
 * input.
 */
function usePrices({ pair, lastPrice, picked }: Pick<TicketMarket, 'pair' | 'lastPrice' | 'picked'>) {
  const [prices, setPrices] = useState<OrderPrices>(NO_PRICES);
  const [started, setStarted] = useState(false);
  const [pickSeen, setPickSeen] = useState(picked?.pick);
  const setPrice = (field: PriceField, text: string) => {
    setStarted(true);
    // A trailing distance is in percent or in coins.
    const other =
      field === 'trailPercent' ? { trailAmount: '' } : field === 'trailAmount' ? { trailPercent: '' } : {};
    setPrices({ ...prices, ...other, [field]: text });
  };
  // The first price does not overwrite earlier input.
  if (!started && lastPrice !== undefined) setPrice('price', plainDecimal(lastPrice, pair.priceDecimals));
  if (picked !== undefined && picked.pick !== pickSeen) {
    setPickSeen(picked.pick);
    setPrice('price', plainDecimal(picked.price, pair.priceDecimals));
  }
  return [prices, setPrice] as const;
}
