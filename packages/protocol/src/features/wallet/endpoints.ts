/** The endpoints of the user's accounts: transfers between them, dividends, the address book. */
import * as z from 'zod';
import { coin, nothing, optionalCoin, wholeOr } from '../../fields.ts';
import { ACCOUNTS, type AccountName } from '../../accounts.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import { amount, decimalText, limitOr, times, whole } from '../../programs/fields.ts';

/**
 * Accounts in the types of transfers. MAIN is the exchange account; MAIN_MINING and MINING_MAIN are
 * types of Binance's, the others are ours.
 */
const NAMES = {
  exchange: 'MAIN',
  contract: 'CONTRACT',
  finance: 'FINANCE',
  mining: 'MINING',
  fund: 'FUND',
} as const satisfies Record<AccountName, string>;
type Name = (typeof NAMES)[AccountName];

interface Way {
  readonly type: `${Name}_${Name}`;
  /** Numbers of ACCOUNTS. */
  readonly from: number;
  readonly to: number;
}

const accounts = Object.keys(NAMES) as AccountName[];
const WAYS: readonly Way[] = accounts.flatMap((from) =>
  accounts
    .filter((to) => to !== from)
    .map((to): Way => ({
      type: `${NAMES[from]}_${NAMES[to]}`,
      from: ACCOUNTS[from],
      to: ACCOUNTS[to],
    })),
);

/** The accounts of a type of transfer. */
export function wayOf(type: string): Pick<Way, 'from' | 'to'> {
  const way = WAYS.find((one) => one.type === type);
  if (way === undefined) throw new Error(`${type} is no type of transfer`);
  return { from: way.from, to: way.to };
}

const type = z.enum(WAYS.map((way) => way.type) as [Way['type'], ...Way['type'][]]);
const tranId = whole;

const transfer = defineEndpoint({
  name: 'wallet/transfer-asset',
  method: 'POST',
  path: '/sapi/v1/asset/transfer',
  security: 'transfer',
  operation: 'transfer',
  ownCall: 'wallet/transfer',
  grows: 'orders',
  errors: { 'wallet/insufficient-balance': { code: -5002, msg: 'You have insufficient balance.' } },
  refusals: ['wallet/unknown-asset', 'wallet/amount-missing', 'wallet/insufficient-balance', 'wallet/held'],
  weight: 60,
  summary: "Moves an amount between the user's own accounts",
  input: z.object({ type, asset: coin, amount }),
  data: z.object({ tranId }),
});
const PAGE_MAX = 1_000;
const transfers = defineEndpoint({
  name: 'wallet/query-transfers',
  method: 'GET',
  path: '/sapi/v1/asset/transfer',
  security: 'read',
  weight: 10,
  summary: 'Transfers of one type, newest first',
  input: z.object({
    type,
    ...times,
    current: wholeOr(1, 1, PAGE_MAX),
    size: limitOr(10, 100),
  }),
  data: z.object({
    total: whole,
    rows: z.array(
      z.object({
        asset: z.string(),
        amount: decimalText,
        type,
        status: z.literal('CONFIRMED'),
        tranId,
        timestamp: whole,
      }),
    ),
  }),
});

const dividends = defineEndpoint({
  name: 'wallet/query-dividends',
  method: 'GET',
  path: '/sapi/v1/asset/assetDividend',
  security: 'read',
  refusals: ['wallet/unknown-asset'],
  weight: 10,
  summary: 'What finance, mining and funds have paid: interest, income and profit, newest first',
  input: z.object({ asset: optionalCoin, ...times, limit: limitOr(20, 500) }),
  data: z.object({
    total: whole,
    rows: z.array(
      z.object({
        /** The place of its posting in the journal, and so is `tranId`. */
        id: whole,
        tranId,
        asset: z.string(),
        amount: decimalText,
        divTime: whole,
        /** What it is, in English. */
        enInfo: z.string(),
        direction: z.literal(1),
      }),
    ),
  }),
});

const addressBook = defineEndpoint({
  name: 'wallet/query-address-book',
  method: 'GET',
  path: '/sapi/v1/capital/withdraw/address/list',
  security: 'read',
  weight: 10,
  summary: 'The book of withdrawal addresses: withdrawals of keys go to these alone',
  input: nothing,
  data: z.array(
    z.object({
      address: z.string(),
      addressTag: z.string(),
      coin: z.string(),
      network: z.string(),
      /** The user's note. */
      name: z.string(),
      origin: z.literal(''),
      originType: z.literal(''),
      /** False while a new address waits. */
      whiteStatus: z.boolean(),
    }),
  ),
});

export const endpoints = [transfer, transfers, dividends, addressBook] as const;
