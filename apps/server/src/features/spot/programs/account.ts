/** The endpoints of the account: balances, fees, what it may do. */
import { WALLET } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import type { EndpointHandler } from '../../../http/endpoint-handler.ts';
import { UNKNOWN_SYMBOL, type ProgramParts } from './order-name.ts';

/** Binance writes rates with eight decimals, ours have six. */
const PPM_DECIMALS = 6;
const rateOf = (ppm: number): string => `${formatFixed(ppm, PPM_DECIMALS)}00`;
const PPM_OF_BIP = 100;
const NOTHING = { maker: rateOf(0), taker: rateOf(0), buyer: rateOf(0), seller: rateOf(0) };
const NO_DISCOUNT = {
  enabledForAccount: false,
  enabledForSymbol: false,
  discountAsset: '',
  discount: rateOf(0),
};

interface Rates {
  readonly maker: number;
  readonly taker: number;
}

const ratesText = ({ maker, taker }: Rates) => ({ ...NOTHING, maker: rateOf(maker), taker: rateOf(taker) });

/** The rates of an owner's tier on each pair; to be called between two batches. */
function ratesOf({ catalogue }: ProgramParts, owner: number): (named: NamedMarket) => Rates {
  const { tier } = catalogue.exchange.features.spot.fees.feeStateOf(owner);
  return ({ market }) => market.feesOf(tier);
}

export function queryAccount(parts: ProgramParts): EndpointHandler<'spot/query-account'> {
  const { catalogue, sequencer } = parts;
  return async ({ omitZeroBalances }, { userId, key }) => {
    const { exchange, openedMarkets } = catalogue;
    const read = await sequencer.read(() => ({
      balances: exchange.assets.map((asset) => ({
        asset,
        ...exchange.balance(userId, WALLET.exchange, asset.asset),
      })),
      rates: openedMarkets.map(ratesOf(parts, userId)),
      timeMs: sequencer.nowMs(),
    }));
    const mayDo = async (operation: 'trade' | 'withdraw') =>
      key !== null && key.permissions.has(operation) && (await parts.mayDo(userId, operation));
    // Fees can differ from pair to pair: these are the highest, `account/commission` has each.
    const highest = {
      maker: Math.max(0, ...read.rates.map(({ maker }) => maker)),
      taker: Math.max(0, ...read.rates.map(({ taker }) => taker)),
    };
    return {
      makerCommission: Math.ceil(highest.maker / PPM_OF_BIP),
      takerCommission: Math.ceil(highest.taker / PPM_OF_BIP),
      buyerCommission: 0,
      sellerCommission: 0,
      commissionRates: ratesText(highest),
      canTrade: await mayDo('trade'),
      canWithdraw: await mayDo('withdraw'),
      canDeposit: true,
      brokered: false,
      requireSelfTradePrevention: true,
      preventSor: false,
      updateTime: read.timeMs,
      accountType: 'SPOT' as const,
      balances: read.balances
        .filter(({ available, frozen }) => !omitZeroBalances || available + frozen > 0)
        .map(({ asset, available, frozen }) => ({
          asset: asset.code,
          free: formatFixed(available, asset.decimals),
          locked: formatFixed(frozen, asset.decimals),
        })),
      permissions: ['SPOT'],
      uid: userId,
    };
  };
}

export function queryCommission(parts: ProgramParts): EndpointHandler<'spot/query-commission'> {
  const { catalogue, sequencer } = parts;
  return async ({ symbol }, { userId }) => {
    const named = catalogue.marketOfSymbol(symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    const rates = await sequencer.read(() => ratesOf(parts, userId)(named));
    return {
      symbol,
      standardCommission: ratesText(rates),
      specialCommission: NOTHING,
      taxCommission: NOTHING,
      discount: NO_DISCOUNT,
    };
  };
}

export function queryTradeFee(parts: ProgramParts): EndpointHandler<'spot/query-trade-fee'> {
  const { catalogue, sequencer } = parts;
  return async ({ symbol }, { userId }) => {
    const one = symbol === undefined ? null : catalogue.marketOfSymbol(symbol);
    if (one === undefined) return UNKNOWN_SYMBOL;
    const pairs = one === null ? catalogue.openedMarkets : [one];
    const rates = await sequencer.read(() => pairs.map(ratesOf(parts, userId)));
    return pairs.map((named, i) => ({
      symbol: named.symbol.toUpperCase(),
      makerCommission: rateOf(rates[i]!.maker),
      takerCommission: rateOf(rates[i]!.taker),
    }));
  };
}
