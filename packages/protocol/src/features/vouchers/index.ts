/**
 * Deposits by voucher, on networks that nobody watches: the owner hands in a picture of the
 * transfer, and two people find it on its network before it is credited.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import {
  amount,
  coin,
  id,
  listed,
  listPage,
  noData,
  nothing,
  optionalDecimal,
  timeMs,
} from '../../fields.ts';
import { PHOTO_BYTES_MAX } from '../../photos.ts';
import { VOUCHER_REASONS } from './rejections.ts';

export { refusals } from './refusals.ts';
export { VOUCHER_REASON_TEXTS, VOUCHER_REASONS, type VoucherReason } from './rejections.ts';

export const REMARK_MAX = 200;
/** Of one user that wait for a review. */
export const WAITING_MAX = 5;

const voucherTerms = z.object({
  currency: z.string(),
  chain: z.string(),
  minDeposit: amount,
  decimals: z.number().int(),
  /** Where to pay; null: the platform has no address there, so nothing can arrive (demo only). */
  address: z.string().nullable(),
  /** The tag or memo that has to be with the payment; empty where the network has none. */
  memo: z.string(),
});
export type VoucherTerms = z.output<typeof voucherTerms>;

const voucherRow = z.object({
  id: z.string(),
  /** When it was handed in. */
  time: timeMs,
  /** When its status changed. */
  updateTime: timeMs,
  currency: z.string(),
  chain: z.string(),
  /** As its owner typed it. */
  amount,
  remark: z.string(),
  status: z.enum(['pending', 'finished', 'rejected', 'withdrawn']),
  /** Whether somebody has looked: its owner can no longer take it back. */
  isOpened: z.boolean(),
  /** What the network shows; empty if it was not found, or not yet. */
  seenAmount: amount,
  /** Of the transfer; empty until it is finished. */
  txid: z.string(),
  /** Of the deposit; empty until it is finished. */
  depositId: z.string(),
  reason: z.enum(VOUCHER_REASONS).nullable(),
  /** What the reviewer wrote to its owner; may be empty. */
  note: z.string(),
});
export type VoucherRow = z.output<typeof voucherRow>;

const getTerms = defineCall({
  name: 'vouchers/get-terms',
  path: '/vouchers/getTerms',
  access: 'user',
  summary: 'The coins that are deposited by voucher, where to pay them, and with which memo',
  input: nothing,
  data: z.object({ list: z.array(voucherTerms) }),
});
const handIn = defineCall({
  name: 'vouchers/hand-in',
  grows: 'files',
  path: '/vouchers/handIn',
  access: 'user',
  uploadBytesMax: PHOTO_BYTES_MAX,
  refusals: [
    'wallet/chain-unknown',
    'wallet/limit-reached',
    'vouchers/amount-missing',
    'vouchers/remark-missing',
    'vouchers/below-minimum',
    'vouchers/too-many',
    'vouchers/picture-known',
    'kyc/photo-type',
    'kyc/photo-small',
    'kyc/photo-unreadable',
    'kyc/photo-pixels',
  ],
  summary: 'Takes a picture of a transfer (JPEG, PNG or WebP) as the body, for review',
  input: z.object({
    currency: coin,
    chain: coin,
    amount: optionalDecimal,
    /** Where it was sent from, or whatever helps to find it. */
    remark: z.string().trim().max(REMARK_MAX).default(''),
  }),
  data: z.object({ id: z.string() }),
});
const getList = defineCall({
  name: 'vouchers/get-list',
  path: '/vouchers/getList',
  access: 'user',
  summary: "The user's vouchers, newest first",
  input: z.object(listPage(2)),
  data: listed(voucherRow),
});
const takeBack = defineCall({
  name: 'vouchers/take-back',
  path: '/vouchers/takeBack',
  access: 'user',
  refusals: ['vouchers/opened', 'request/not-found'],
  summary: 'Takes back a voucher that nobody has looked at',
  input: z.object({ id }),
  data: noData,
});

export const calls = [getTerms, handIn, getList, takeBack] as const;
export const chapter: Chapter = { title: { en: 'Deposits by voucher', zh: '凭证充值' } };
