/** The endpoints of money in and out: coins and networks, addresses, deposits, withdrawals. */
import * as z from 'zod';
import { blankIsAbsent, coin, nothing, optionalCoin, optionalWhole, wholeOr } from '../../fields.ts';
import { DESTINATION_REFUSALS } from '../../destination.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import { amount, decimalText, limitOr, optionalClientOrderId, times, whole } from '../../programs/fields.ts';
import { optionalNetwork } from '../../programs/networks.ts';
import { TERMS_REFUSALS } from './withdrawals.ts';

const ROWS_MAX = 1_000;
/** Later rows are found by `endTime`. */
const OFFSET_MAX = 10_000;
const rows = { ...times, offset: wholeOr(0, 0, OFFSET_MAX), limit: limitOr(ROWS_MAX, ROWS_MAX) };

const network = z.object({
  network: z.string(),
  /** As our own pages name it, such as 'TRC20'. */
  name: z.string(),
  coin: z.string(),
  isDefault: z.boolean(),
  depositEnable: z.boolean(),
  depositDesc: z.string(),
  withdrawEnable: z.boolean(),
  withdrawDesc: z.string(),
  /** Whether deposits are late now: the watcher of the network is behind. */
  busy: z.boolean(),
  withdrawFee: decimalText,
  /** Of the amount that a withdrawal takes, its fee included. */
  withdrawMin: decimalText,
  withdrawMax: decimalText,
  withdrawIntegerMultiple: decimalText,
  /** Smaller deposits are not credited. */
  depositDust: decimalText,
  /** Blocks after which a deposit can be traded. */
  minConfirm: whole,
});
const coinRow = z.object({
  coin: z.string(),
  name: z.string(),
  isLegalMoney: z.literal(false),
  trading: z.boolean(),
  depositAllEnable: z.boolean(),
  withdrawAllEnable: z.boolean(),
  /** Of the exchange account: `locked` is in orders, `withdrawing` in open withdrawals. */
  free: decimalText,
  locked: decimalText,
  withdrawing: decimalText,
  freeze: z.literal('0'),
  ipoable: z.literal('0'),
  ipoing: z.literal('0'),
  storage: z.literal('0'),
  networkList: z.array(network),
});
export type ProgramCoin = z.output<typeof coinRow>;
export type ProgramCoinNetwork = z.output<typeof network>;

const coins = defineEndpoint({
  name: 'funding/query-coins',
  method: 'GET',
  path: '/sapi/v1/capital/config/getall',
  security: 'read',
  weight: 10,
  summary: 'All coins with their balances, networks, fees and bounds, and what is open',
  input: nothing,
  data: z.array(coinRow),
});

const OF_ADDRESSES = ['wallet/unknown-asset', 'wallet/chain-unknown', 'funding/deposits-closed'] as const;
const addressOf = { coin: z.string(), address: z.string(), tag: z.literal('') };
const depositAddress = defineEndpoint({
  name: 'funding/query-deposit-address',
  method: 'GET',
  path: '/sapi/v1/capital/deposit/address',
  security: 'read',
  grows: 'funding',
  refusals: OF_ADDRESSES,
  weight: 10,
  summary: "The user's own address of a coin on a network, for ever the same. The first request makes it",
  input: z.object({ coin, network: optionalNetwork }),
  data: z.object({ ...addressOf, url: z.literal('') }),
});
const depositAddresses = defineEndpoint({
  name: 'funding/query-deposit-addresses',
  method: 'GET',
  path: '/sapi/v1/capital/deposit/address/list',
  security: 'read',
  grows: 'funding',
  refusals: OF_ADDRESSES,
  weight: 10,
  summary: 'The same as a list: each user has one address of a coin on a network',
  input: z.object({ coin, network: optionalNetwork }),
  data: z.array(z.object({ ...addressOf, isDefault: z.literal(1) })),
});

/** 0: seen and not credited, 6: credited and not yet to be withdrawn, 2: too small, 1: final. */
export const DEPOSIT_STATUS = { pending: 0, success: 1, rejected: 2, credited: 6 } as const;
const depositRow = z.object({
  /** Network, transaction and output; of a deposit by voucher its number. */
  id: z.string(),
  amount: decimalText,
  coin: z.string(),
  network: z.string(),
  status: z.literal(Object.values(DEPOSIT_STATUS)),
  address: z.string(),
  addressTag: z.literal(''),
  txId: z.string(),
  /** When it was credited; before that, when it was seen. */
  insertTime: whole,
  /** 0: from outside. */
  transferType: z.literal(0),
  /** Such as '3/12'. */
  confirmTimes: z.string(),
  walletType: z.literal(0),
});
export type ProgramDeposit = z.output<typeof depositRow>;
const deposits = defineEndpoint({
  name: 'funding/query-deposits',
  method: 'GET',
  path: '/sapi/v1/capital/deposit/hisrec',
  security: 'read',
  refusals: ['wallet/unknown-asset'],
  weight: 1,
  summary: "The user's deposits, and what was seen and is not credited yet, newest first",
  input: z.object({
    coin: optionalCoin,
    status: optionalWhole(0, 9),
    txId: blankIsAbsent(z.string().max(128).optional()),
    ...rows,
  }),
  data: z.array(depositRow),
});

/** Binance's errors of a withdrawal where ours have others elsewhere. */
const OF_WITHDRAWALS = {
  'wallet/insufficient-balance': { code: -4026, msg: 'You have insufficient balance.' },
  'wallet/held': { code: -4015 },
  'market/no-price': { code: -4019 },
  'identity/changed-meanwhile': { code: -4032 },
  'request/key-reused': { code: -4032 },
} as const;
const withdraw = defineEndpoint({
  name: 'funding/apply-withdrawal',
  method: 'POST',
  path: '/sapi/v1/capital/withdraw/apply',
  security: 'withdraw',
  operation: 'withdraw',
  ownCall: 'funding/request-withdrawal',
  grows: 'funding',
  errors: OF_WITHDRAWALS,
  refusals: [...TERMS_REFUSALS, ...DESTINATION_REFUSALS, 'request/key-reused'],
  weight: 600,
  summary: 'Requests a withdrawal to an address of the address book. The fee is taken from the amount',
  input: z.object({
    coin,
    network: optionalNetwork,
    address: z.string().trim().min(1).max(128),
    addressTag: blankIsAbsent(z.string().trim().max(64).default('')),
    /** What leaves the account: the amount that arrives, and the fee. */
    amount,
    /** Sent again with the same terms, the request gets the first answer. */
    withdrawOrderId: optionalClientOrderId,
  }),
  data: z.object({ id: z.string() }),
});

/** 2: awaits approval, 4: approved and being paid, 6: paid, 3: rejected, 1: cancelled. */
export const WITHDRAWAL_STATUS = {
  cancelled: 1,
  pending: 2,
  rejected: 3,
  paying: 4,
  finished: 6,
} as const;
const withdrawalRow = z.object({
  id: z.string(),
  /** The amount that arrives. */
  amount: decimalText,
  transactionFee: decimalText,
  coin: z.string(),
  network: z.string(),
  status: z.literal(Object.values(WITHDRAWAL_STATUS)),
  address: z.string(),
  addressTag: z.string(),
  txId: z.string(),
  /** UTC, such as '2026-12-01 05:00:00'. */
  applyTime: z.string(),
  completeTime: z.string().optional(),
  transferType: z.literal(0),
  /** Of a request by a key that named one. */
  withdrawOrderId: z.string().optional(),
  info: z.literal(''),
  walletType: z.literal(0),
});
export type ProgramWithdrawal = z.output<typeof withdrawalRow>;
const withdrawals = defineEndpoint({
  name: 'funding/query-withdrawals',
  method: 'GET',
  path: '/sapi/v1/capital/withdraw/history',
  security: 'read',
  refusals: ['wallet/unknown-asset'],
  weight: 10,
  summary: "The user's withdrawals, requested by whatever way, newest first",
  input: z.object({
    coin: optionalCoin,
    withdrawOrderId: optionalClientOrderId,
    status: optionalWhole(0, 6),
    ...rows,
  }),
  data: z.array(withdrawalRow),
});

export const endpoints = [coins, depositAddress, depositAddresses, deposits, withdraw, withdrawals] as const;
