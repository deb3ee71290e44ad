/**
 * Seconds contracts: configuration, opening, records, and the formulas that the ticket and the core
 * share.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import {
  amount,
  coin,
  csvText,
  id,
  nothing,
  optionalCoin,
  optionalDecimal,
  optionalId,
  listed,
  listPage,
  timeMs,
  timeRange,
  whole,
  wholeOr,
} from '../../fields.ts';
import { publicTick } from '../../public-tick.ts';

export { accountText } from './account.ts';
export { reasons } from './reasons.ts';
export { refusals } from './refusals.ts';

const prefixes = ['/contract/app'] as const;

/**
 * Times are null until the tick that sets them; prices are decimal strings at the pair's index
 * decimals.
 */
export const positionRow = z.object({
  id: z.string(),
  baseCoin: z.string(),
  quoteCoin: z.string(),
  time: timeMs,
  openTime: timeMs.nullable(),
  openPrice: amount.nullable(),
  finishPrice: amount.nullable(),
  openAmount: amount,
  profitRate: z.string(),
  feeRate: z.string(),
  fees: amount,
  holdingTime: z.number().int(),
  finishTime: timeMs.nullable(),
  /**
   * 0 holding, 1 completed, 2 liquidated (closed by the platform, stake and fee returned; see
   * `reason`).
   */
  status: z.number().int(),
  result: z.enum(['win', 'lose', 'draw']).nullable(),
  profit: amount,
  direction: z.enum(['up', 'down']),
  reason: z.string().nullable(),
  openTick: z.number().nullable(),
  finishTick: z.number().nullable(),
});
export type PositionRow = z.output<typeof positionRow>;
export { positionRow as accountRow };

export const createOrder = defineCall({
  name: 'seconds-contract/open-position',
  grows: 'orders',
  path: '/contract/createOrder',
  prefixes,
  access: 'user',
  movesMoney: true,
  operation: 'speculate',
  refusals: [
    'market/unknown-pair',
    'market/halted',
    'market/not-open',
    'market/delisting',
    'market/no-price',
    'seconds-contract/amount-missing',
    'seconds-contract/below-minimum',
    'seconds-contract/above-maximum',
    'seconds-contract/not-offered',
    'seconds-contract/unknown-duration',
    'seconds-contract/user-limit',
    'seconds-contract/platform-limit',
    'seconds-contract/too-many-positions',
    'seconds-contract/reserve-short',
    'wallet/insufficient-balance',
    'wallet/held',
    'identity/stake-limit',
    'identity/loss-limit',
  ],
  summary: 'Opens a position. tradeType 1 is up, 2 is down',
  input: z.object({
    openAmount: optionalDecimal,
    baseCoin: coin,
    quoteCoin: coin,
    positionTime: whole(1, 86_400),
    tradeType: whole(1, 2),
  }),
  data: z.object({ id: z.string() }),
});
export const getOrder = defineCall({
  name: 'seconds-contract/get-position',
  path: '/contract/getOrder',
  prefixes,
  access: 'user',
  refusals: ['request/not-found'],
  summary: 'One position with its two ticks',
  input: z.object({ id }),
  data: positionRow.extend({
    ticks: z.object({ open: publicTick.nullable(), finish: publicTick.nullable() }),
  }),
});
const recordFilters = { baseCoin: optionalCoin, quoteCoin: optionalCoin, id: optionalId };
export const getContractRecord = defineCall({
  name: 'seconds-contract/get-record',
  path: '/contract/getContractRecord',
  prefixes,
  access: 'user',
  summary: 'Positions, newest first. entryStatus 0 current, 1 history',
  input: z.object({
    ...listPage(2),
    entryStatus: wholeOr(1, 0, 1),
    ...recordFilters,
  }),
  data: listed(positionRow),
});
export const exportRecord = defineCall({
  name: 'seconds-contract/export-record',
  path: '/contract/exportRecord',
  prefixes,
  access: 'user',
  download: 'text/csv',
  summary: 'Positions that have ended, newest first, as a file',
  input: z.object({ ...recordFilters, ...timeRange }),
  data: csvText,
});
/**
 * Numbers of contracts. `net` is the account's gain from them, fees included, negative for a loss.
 * Returned stakes do not count.
 */
export const getToday = defineCall({
  name: 'seconds-contract/get-today',
  path: '/contract/getToday',
  prefixes,
  access: 'user',
  summary: "The user's contracts that ended today (UTC), and their net result",
  input: nothing,
  data: z.object({
    won: z.number().int(),
    lost: z.number().int(),
    drawn: z.number().int(),
    net: amount,
    currency: z.string(),
  }),
});
export const calls = [createOrder, getOrder, getContractRecord, exportRecord, getToday] as const;
export const chapter: Chapter = { title: { en: 'Seconds contracts', zh: '秒合约' } };
