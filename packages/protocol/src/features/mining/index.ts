/**
 * Mining: deposits in pools, with a daily reward for a cycle. After the cycle its owner redeems
 * deposit and reward; before it the deposit alone.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import {
  amount,
  csvText,
  id,
  listed,
  listPage,
  nothing,
  optionalId,
  optionalWhole,
  timeRange,
} from '../../fields.ts';
import {
  fixedTermOffers,
  fixedTermOrder,
  fixedTermPurchase,
  optionalFundPassword,
} from '../../fixed-term-shapes.ts';

export { accountText } from './account.ts';
export { reasons } from './reasons.ts';
export { refusals } from './refusals.ts';

/** status: 0 proceeding, 1 to be redeemed, 2 redeemed, 3 redeemed early. */
export const accountRow = z.object({
  ...fixedTermOrder,
  /** What comes back now; of a redeemed miner, what came back. */
  redeemableAmount: amount,
  status: z.number().int(),
});
export type MinerRow = z.output<typeof accountRow>;

/** With the name that the miner has in its pool. */
const minerRecord = accountRow.extend({ minerName: z.string() });
export type MinerRecord = z.output<typeof minerRecord>;

/** 2 selects what was redeemed early, too. */
const optionalStatus = optionalWhole(0, 2);

const REDEMPTION = ['mining/unknown-miner'] as const;

const getOffers = defineCall({
  name: 'mining/get-offers',
  path: '/pool/getOffers',
  access: 'public',
  summary: 'Every pool with its terms, its free capacity, and the reserve that pays the rewards',
  input: nothing,
  data: fixedTermOffers,
});
const buy = defineCall({
  name: 'mining/buy',
  path: '/pool/buy',
  access: 'user',
  movesMoney: true,
  operation: 'invest',
  refusals: [
    'mining/unknown-offer',
    'mining/not-on-sale',
    'mining/terms-changed',
    'mining/amount-missing',
    'mining/below-minimum',
    'mining/quota-exceeded',
    'mining/owner-limit',
    'mining/too-many-orders',
    'mining/reserve-short',
    'wallet/insufficient-balance',
    'wallet/held',
    'identity/fund-password-missing',
    'identity/fund-password-incorrect',
    'identity/fund-password-locked',
  ],
  summary: 'Locks an amount of the exchange account for the cycle of a pool',
  input: z.object(fixedTermPurchase),
  data: z.object({ id: z.string() }),
});
const getOrders = defineCall({
  name: 'mining/get-orders',
  path: '/pool/getOrders',
  access: 'user',
  summary: "The user's miners, newest first. status 0 proceeding, 1 to be redeemed, 2 redeemed",
  input: z.object({ status: optionalStatus, id: optionalId, ...listPage(2) }),
  data: listed(minerRecord).extend({
    /** How many miners have each status: proceeding, to be redeemed, redeemed, redeemed early. */
    counts: z.array(z.number().int()),
  }),
});
/** A user who is kept from buying still redeems: it is his money. */
const redeem = defineCall({
  name: 'mining/redeem',
  path: '/pool/redeem',
  access: 'user',
  movesMoney: true,
  operation: 'transfer',
  refusals: [...REDEMPTION, 'mining/not-over'],
  summary: 'Pays deposit and reward of a miner whose cycle is over',
  input: z.object({ id }),
  data: z.object({}),
});
const redeemEarly = defineCall({
  name: 'mining/redeem-early',
  path: '/pool/redeemEarly',
  access: 'user',
  movesMoney: true,
  operation: 'transfer',
  refusals: [
    ...REDEMPTION,
    'mining/cycle-over',
    'identity/fund-password-missing',
    'identity/fund-password-incorrect',
    'identity/fund-password-locked',
  ],
  summary: 'Returns the deposit before the cycle is over, and gives up all of the reward',
  input: z.object({ id, fundPassword: optionalFundPassword }),
  data: z.object({}),
});
const exportOrders = defineCall({
  name: 'mining/export-orders',
  path: '/pool/exportOrders',
  access: 'user',
  download: 'text/csv',
  summary: "The user's miners, newest first, as a file",
  input: z.object({ status: optionalStatus, id: optionalId, ...timeRange }),
  data: csvText,
});

export const chapter: Chapter = { title: { en: 'Mining', zh: '矿池' } };
export const calls = [getOffers, buy, getOrders, redeem, redeemEarly, exportOrders] as const;
