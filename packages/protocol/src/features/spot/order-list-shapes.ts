/** Lists of two orders of which one ends the other (OCO), as the trading API shows them. */
import * as z from 'zod';
import { whole } from '../../programs/fields.ts';
import { CONTINGENCY, LIST_ORDER_STATUSES, LIST_STATUS_TYPES } from '../../programs/order-terms.ts';

const list = {
  orderListId: whole,
  contingencyType: z.literal(CONTINGENCY),
  listStatusType: z.enum(LIST_STATUS_TYPES),
  listOrderStatus: z.enum(LIST_ORDER_STATUSES),
  listClientOrderId: z.string(),
  /** When it was placed; of one that has ended, when it did. */
  transactionTime: whole,
  symbol: z.string(),
  orders: z.array(z.object({ symbol: z.string(), orderId: whole, clientOrderId: z.string() })),
};
export const orderList = z.object(list);
export type ProgramOrderList = z.output<typeof orderList>;

/** The same with a report of each order that the request placed or cancelled. */
export const orderListWith = <R extends z.ZodType>(report: R) =>
  z.object({ ...list, orderReports: z.array(report) });
