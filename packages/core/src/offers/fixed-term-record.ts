/**
 * The numbers of an order of fixed terms, as the event log and snapshots have them.
 */

/** An order, with the terms under which it was bought: the event that reports it. */
export interface FixedTermOrder<Type extends string = string> {
  readonly type: Type;
  readonly order: number;
  readonly owner: number;
  readonly offer: number;
  /** The order's number among the orders of its offer. */
  readonly place: number;
  readonly asset: number;
  readonly amount: number;
  readonly dailyRatePpb: number;
  readonly days: number;
  /** The interest of the whole term. */
  readonly interest: number;
  readonly boughtMs: number;
  readonly dueMs: number;
  readonly status: number;
  /** When it was paid; 0 before. */
  readonly endedMs: number;
}

/** The places of the numbers. Snapshots have them in this order, so it never changes. */
export const AT = {
  order: 0,
  owner: 1,
  offer: 2,
  place: 3,
  asset: 4,
  amount: 5,
  dailyRatePpb: 6,
  days: 7,
  interest: 8,
  boughtMs: 9,
  dueMs: 10,
  status: 11,
  endedMs: 12,
} as const satisfies Record<keyof Omit<FixedTermOrder, 'type'>, number>;
/** How many numbers an order has. */
export const COUNT = 13;

/** The order whose numbers begin at `at`. Small numbers are cast, so that none is boxed. */
export function orderAt<Type extends string>(
  type: Type,
  data: Float64Array,
  at: number,
): FixedTermOrder<Type> {
  return {
    type,
    order: data[at]!,
    owner: data[at + AT.owner]! | 0,
    offer: data[at + AT.offer]! | 0,
    place: data[at + AT.place]! | 0,
    asset: data[at + AT.asset]! | 0,
    amount: data[at + AT.amount]!,
    dailyRatePpb: data[at + AT.dailyRatePpb]! | 0,
    days: data[at + AT.days]! | 0,
    interest: data[at + AT.interest]!,
    boughtMs: data[at + AT.boughtMs]!,
    dueMs: data[at + AT.dueMs]!,
    status: data[at + AT.status]! | 0,
    endedMs: data[at + AT.endedMs]!,
  };
}
