/**
 * The events of an account over /ws-api/v3. The fields are those of Binance's user data stream
 * (2026); `seq`, beside an event, is ours.
 */
import * as z from 'zod';
import { decimalText, whole } from './fields.ts';
import {
  CONTINGENCY,
  LIST_ORDER_STATUSES,
  LIST_STATUS_TYPES,
  PROGRAM_ORDER_TYPES,
  PROGRAM_STATUSES,
  PROGRAM_TIMES_IN_FORCE,
  SELF_TRADE_PREVENTIONS,
  SIDES,
} from './order-terms.ts';

/** `e`: the kind of event, `E`: its time in ms. */
const head = <Name extends string>(name: Name) => ({ e: z.literal(name), E: whole });

/** That an order was placed or fires (NEW), its fills, how it ended, or that it was changed. */
export const EXECUTIONS = ['NEW', 'TRADE', 'CANCELED', 'EXPIRED', 'REPLACED'] as const;
export type Execution = (typeof EXECUTIONS)[number];

const executionReport = z.strictObject({
  ...head('executionReport'),
  s: z.string(),
  /** The name of the order. */
  c: z.string(),
  S: z.enum(SIDES),
  o: z.enum(PROGRAM_ORDER_TYPES),
  f: z.enum(PROGRAM_TIMES_IN_FORCE),
  /** Its quantity, price, stop price and shown quantity; zeros where it has none. */
  q: decimalText,
  p: decimalText,
  P: decimalText,
  F: decimalText,
  /** The number of its list; -1 of an order of none. */
  g: whole,
  /** Of a cancel: the name of the cancelled order. */
  C: z.string(),
  x: z.enum(EXECUTIONS),
  X: z.enum(PROGRAM_STATUSES),
  r: z.literal('NONE'),
  i: whole,
  /** Of this execution: quantity, price, fee and its coin. `z`: the quantity up to it. */
  l: decimalText,
  z: decimalText,
  L: decimalText,
  n: decimalText,
  N: z.string().nullable(),
  T: whole,
  /** The trade's number, -1 where there is none; the number of the execution. */
  t: whole,
  I: whole,
  /** Whether it is in the book, and whether it was there before what it traded with. */
  w: z.boolean(),
  m: z.boolean(),
  M: z.literal(false),
  O: whole,
  /** In the quote coin: up to this execution, of this execution, and the total of the order. */
  Z: decimalText,
  Y: decimalText,
  Q: decimalText,
  /** Since when it is in the book. */
  W: whole.optional(),
  /** The distance of a trailing stop in basis points. */
  d: whole.optional(),
  V: z.enum(['NONE', ...SELF_TRADE_PREVENTIONS]),
});
export type ExecutionReport = z.output<typeof executionReport>;

/** A list was placed, or its orders have ended. */
const listStatus = z.strictObject({
  ...head('listStatus'),
  s: z.string(),
  g: whole,
  c: z.literal(CONTINGENCY),
  l: z.enum(LIST_STATUS_TYPES),
  L: z.enum(LIST_ORDER_STATUSES),
  r: z.literal('NONE'),
  /** The name of the list. */
  C: z.string(),
  T: whole,
  /** Its orders: symbol, number and name. */
  O: z.array(z.strictObject({ s: z.string(), i: whole, c: z.string() })),
});
export type ListStatus = z.output<typeof listStatus>;

const accountPosition = z.strictObject({
  ...head('outboundAccountPosition'),
  u: whole,
  /** The balances of the coins that changed: free and locked. */
  B: z.array(z.strictObject({ a: z.string(), f: decimalText, l: decimalText })),
});
const balanceUpdate = z.strictObject({
  ...head('balanceUpdate'),
  a: z.string(),
  /** What came in, or left with a minus, by anything but trading. */
  d: decimalText,
  T: whole,
});
/** A countdown has ended: it cancelled so many orders, of one pair or (null) of all. */
const countdownEnded = z.strictObject({ ...head('countdownEnded'), s: z.string().nullable(), n: whole });
/** The key has ended; no event follows. */
const terminated = z.strictObject(head('eventStreamTerminated'));

export const USER_EVENTS = {
  executionReport,
  listStatus,
  outboundAccountPosition: accountPosition,
  balanceUpdate,
  countdownEnded,
  eventStreamTerminated: terminated,
} as const;
export const userEvent = z.discriminatedUnion('e', [
  executionReport,
  listStatus,
  accountPosition,
  balanceUpdate,
  countdownEnded,
  terminated,
]);
export type UserEvent = z.output<typeof userEvent>;

/** An event as a subscription gets it. `seq` is missing when the key has ended. */
export const userMessage = z.strictObject({
  subscriptionId: whole,
  seq: whole.optional(),
  event: userEvent,
});
export type UserMessage = z.output<typeof userMessage>;
