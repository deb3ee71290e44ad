/** The endpoints of the exchange account: balances, fees, what it may do. */
import * as z from 'zod';
import { nothing } from '../../fields.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import { decimalText, flag, optionalSymbol, symbol, whole } from '../../programs/fields.ts';

const OF_SYMBOL = ['market/unknown-pair'] as const;

const rates = z.object({
  maker: decimalText,
  taker: decimalText,
  buyer: decimalText,
  seller: decimalText,
});
const account = defineEndpoint({
  name: 'spot/query-account',
  method: 'GET',
  path: '/api/v3/account',
  socketMethod: 'account.status',
  security: 'read',
  weight: 20,
  summary: 'The exchange account: its balances, its fees, and what it may do',
  input: z.object({ omitZeroBalances: flag(false) }),
  data: z.object({
    makerCommission: whole,
    takerCommission: whole,
    buyerCommission: whole,
    sellerCommission: whole,
    commissionRates: rates,
    canTrade: z.boolean(),
    canWithdraw: z.boolean(),
    canDeposit: z.boolean(),
    brokered: z.boolean(),
    requireSelfTradePrevention: z.boolean(),
    preventSor: z.boolean(),
    updateTime: whole,
    accountType: z.literal('SPOT'),
    balances: z.array(z.object({ asset: z.string(), free: decimalText, locked: decimalText })),
    permissions: z.array(z.string()),
    uid: whole,
  }),
});
const commission = defineEndpoint({
  name: 'spot/query-commission',
  method: 'GET',
  path: '/api/v3/account/commission',
  socketMethod: 'account.commission',
  security: 'read',
  refusals: OF_SYMBOL,
  weight: 20,
  summary: "The user's fees on a symbol",
  input: z.object({ symbol }),
  data: z.object({
    symbol: z.string(),
    standardCommission: rates,
    specialCommission: rates,
    taxCommission: rates,
    discount: z.object({
      enabledForAccount: z.boolean(),
      enabledForSymbol: z.boolean(),
      discountAsset: z.string(),
      discount: decimalText,
    }),
  }),
});
const tradeFee = defineEndpoint({
  name: 'spot/query-trade-fee',
  method: 'GET',
  path: '/sapi/v1/asset/tradeFee',
  security: 'read',
  refusals: OF_SYMBOL,
  weight: 1,
  summary: "The user's fees, of one symbol or of all",
  input: z.object({ symbol: optionalSymbol }),
  data: z.array(z.object({ symbol: z.string(), makerCommission: decimalText, takerCommission: decimalText })),
});
/** Libraries ask for these at their start. */
const allPairs = defineEndpoint({
  name: 'spot/query-margin-pairs',
  method: 'GET',
  path: '/sapi/v1/margin/allPairs',
  security: 'none',
  weight: 1,
  summary: 'Pairs of margin trading: there are none',
  input: nothing,
  data: z.array(z.never()),
});
const isolatedPairs = defineEndpoint({
  name: 'spot/query-isolated-pairs',
  method: 'GET',
  path: '/sapi/v1/margin/isolated/allPairs',
  security: 'none',
  weight: 1,
  summary: 'Pairs of isolated margin trading: there are none',
  input: nothing,
  data: z.array(z.never()),
});

export const accountEndpoints = [account, commission, tradeFee, allPairs, isolatedPairs] as const;
