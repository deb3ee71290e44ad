/** Pools, purchases, miners and their redemption. */
import { STATUS } from '@glasshouse/protocol/mining/terms';
import { call, type CallInput } from '#data/api.ts';
import { fixedTermData, type OrderOf } from '#shared/products/fixed-term-data.ts';

export type MinerRecord = OrderOf<'mining'>;

const data = fixedTermData('mining', { open: [STATUS.proceeding, STATUS.toBeRedeemed] });
export const { useOffers, useOpenOrders: useOpenMiners, useOrders: useMiners, useCounts, buy } = data;

export const redeem = (id: string): Promise<void> =>
  data.sent(call('mining/redeem', { id }, { quiet: true }));
export const redeemEarly = (input: CallInput<'mining/redeem-early'>): Promise<void> =>
  data.sent(call('mining/redeem-early', input, { quiet: true }));
