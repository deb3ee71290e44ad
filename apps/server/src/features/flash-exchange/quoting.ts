/** What is offered, and quotes from the index of the moment: of one coin, or of small balances. */
import { WALLET, type Asset, type ExchangeDust, type Offer } from '@glasshouse/core';
import { formatDecimal, MAX_UNITS } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import {
  QUOTE_MS,
  type DustQuote,
  type ExchangeOffer,
  type Quote,
} from '@glasshouse/protocol/flash-exchange';
import { readAmount } from '../../values/amounts.ts';
import type { Ports } from '../../contract/ports.ts';
import { signQuote, type QuotedCommand } from './quotes.ts';

const PPM_DECIMALS = 6;

export function offersOf({ catalogue }: Ports): ExchangeOffer[] {
  const { offers } = catalogue.exchange.features['flash-exchange'];
  return offers
    .all()
    .filter(({ maxAmount }) => maxAmount > 0)
    .map((offer) => {
      const { code, decimals } = catalogue.assetAt(offer.asset);
      const amountOf = (units: number) => formatDecimal(units, decimals);
      return {
        currency: code,
        minAmount: amountOf(offer.minAmount),
        maxAmount: amountOf(offer.maxAmount),
        maxDust: amountOf(offer.maxDust),
        spread: formatDecimal(offers.spreadPpm(offer, offer), PPM_DECIMALS),
      };
    });
}

/** A coin of a request, with what the core offers of it. */
interface Coin {
  readonly asset: Asset;
  readonly offer: Offer;
}

/** A coin that has a price at this moment. */
function coinOf(parts: Ports, code: string, field: string): Coin | Refusal {
  const { catalogue, sequencer } = parts;
  const { offers } = catalogue.exchange.features['flash-exchange'];
  const asset = catalogue.asset(code);
  const offer = asset === undefined ? undefined : offers.of(asset.asset);
  if (asset === undefined || offer === undefined) return { error: 'flash-exchange/not-offered', field };
  const error = offers.priceRefusal(offer, sequencer.nowMs());
  return error === null ? { asset, offer } : { error, field };
}

interface QuoteInput {
  readonly payCurrency: string;
  readonly receiveCurrency: string;
  readonly payAmount?: string | undefined;
  readonly receiveAmount?: string | undefined;
}

export function quoteOf(parts: Ports, owner: number, input: QuoteInput): Quote | Refusal {
  const { catalogue, sequencer, secrets } = parts;
  const { offers } = catalogue.exchange.features['flash-exchange'];
  const paid = coinOf(parts, input.payCurrency, 'payCurrency');
  if (isRefusal(paid)) return paid;
  const received = coinOf(parts, input.receiveCurrency, 'receiveCurrency');
  if (isRefusal(received)) return received;
  if (!offers.areExchanged(paid.offer, received.offer))
    return { error: 'flash-exchange/not-offered', field: 'receiveCurrency' };
  const amounts = amountsOf(parts, { paid, received }, input);
  if (isRefusal(amounts)) return amounts;
  const [pay, receive] = amounts;
  const validUntil = sequencer.nowMs() + QUOTE_MS;
  const command: QuotedCommand = {
    type: 'exchange-coins',
    owner,
    payAsset: paid.asset.asset,
    pay,
    receiveAsset: received.asset.asset,
    receive,
    validUntilMs: validUntil,
  };
  const atIndex = Number(offers.atIndex({ offer: paid.offer, units: pay }, received.offer));
  return {
    quote: signQuote(secrets, command),
    payCurrency: paid.asset.code,
    payAmount: formatDecimal(pay, paid.asset.decimals),
    receiveCurrency: received.asset.code,
    receiveAmount: formatDecimal(receive, received.asset.decimals),
    receiveAtIndex: formatDecimal(atIndex, received.asset.decimals),
    payIndexPrice: indexPriceOf(parts, paid.offer),
    receiveIndexPrice: indexPriceOf(parts, received.offer),
    spread: formatDecimal(offers.spreadPpm(paid.offer, received.offer), PPM_DECIMALS),
    validUntil,
  };
}

/** The paid and the received units, computed from the one amount that the request names. */
function amountsOf(
  { catalogue }: Ports,
  { paid, received }: { readonly paid: Coin; readonly received: Coin },
  { payAmount, receiveAmount }: QuoteInput,
): readonly [pay: number, receive: number] | Refusal {
  const { offers } = catalogue.exchange.features['flash-exchange'];
  if (payAmount !== undefined && receiveAmount !== undefined)
    return {
      error: 'request/invalid',
      field: 'receiveAmount',
      params: { field: 'receiveAmount', reason: 'not together with payAmount' },
    };
  const isByPay = receiveAmount === undefined;
  const field = isByPay ? 'payAmount' : 'receiveAmount';
  const named = readAmount(isByPay ? payAmount : receiveAmount, {
    field,
    decimals: (isByPay ? paid : received).asset.decimals,
    missing: 'flash-exchange/amount-missing',
    tooPrecise: 'request/invalid',
    tooLarge: 'flash-exchange/above-maximum',
  });
  if (isRefusal(named)) return named;
  const pay = isByPay ? BigInt(named) : offers.paidFor(paid.offer, { offer: received.offer, units: named });
  if (pay > BigInt(paid.offer.maxAmount)) return { error: 'flash-exchange/above-maximum', field };
  if (pay < BigInt(paid.offer.minAmount)) return { error: 'flash-exchange/below-minimum', field };
  const side = { offer: paid.offer, units: Number(pay) };
  const receive = isByPay ? offers.receivedFor(side, received.offer) : BigInt(named);
  if (receive > BigInt(MAX_UNITS)) return { error: 'flash-exchange/above-maximum', field };
  if (receive === 0n) return { error: 'flash-exchange/below-minimum', field };
  return [Number(pay), Number(receive)];
}

/** The index price of an offered coin, in the coin in which it is priced. */
function indexPriceOf({ catalogue }: Ports, { market }: Offer): string {
  const pricing = catalogue.exchange.registry.markets[market];
  return pricing === undefined ? '1' : formatDecimal(pricing.indexPrice, pricing.definition.indexDecimals);
}

/** All small balances that have a price and are worth a unit or more. */
export function dustQuoteOf(parts: Ports, owner: number, receiveCurrency: string): DustQuote | Refusal {
  const { catalogue, sequencer, secrets } = parts;
  const { offers } = catalogue.exchange.features['flash-exchange'];
  const received = coinOf(parts, receiveCurrency, 'receiveCurrency');
  if (isRefusal(received)) return received;
  const { asset: receiveAsset, decimals } = received.asset;
  const small = offers.all().flatMap((offer) => {
    const { available: pay } = catalogue.exchange.balance(owner, WALLET.exchange, offer.asset);
    const isDust = pay > 0 && pay <= offer.maxDust && offers.areExchanged(offer, received.offer);
    if (!isDust || offers.priceRefusal(offer, sequencer.nowMs()) !== null) return [];
    const receive = Number(offers.receivedFor({ offer, units: pay }, received.offer));
    return receive === 0 ? [] : [{ asset: offer.asset, pay, receive, offer }];
  });
  if (small.length === 0) return { error: 'flash-exchange/no-dust' };
  const validUntilMs = sequencer.nowMs() + QUOTE_MS;
  const command: ExchangeDust = {
    type: 'exchange-dust',
    owner,
    receiveAsset,
    validUntilMs,
    parts: small.map(({ asset, pay, receive }) => ({ asset, pay, receive })),
  };
  const spread = Math.max(...small.map(({ offer }) => offers.spreadPpm(offer, received.offer)));
  return {
    quote: signQuote(secrets, command),
    list: small.map(({ asset, pay, receive }) => {
      const paid = catalogue.assetAt(asset);
      return {
        payCurrency: paid.code,
        payAmount: formatDecimal(pay, paid.decimals),
        receiveAmount: formatDecimal(receive, decimals),
      };
    }),
    receiveCurrency: received.asset.code,
    receiveAmount: formatDecimal(
      small.reduce((sum, { receive }) => sum + receive, 0),
      decimals,
    ),
    spread: formatDecimal(spread, PPM_DECIMALS),
    validUntil: validUntilMs,
  };
}
