/** An order in the auditor's model, and the fields that it compares, as text. */
import type { CoreEvent, Side } from '../../src/index.ts';

export interface ModelOrder {
  /** 0 until the outcome gives it, and for quotes. */
  id: number;
  readonly owner: number;
  readonly market: number;
  readonly side: number;
  readonly isQuote: boolean;
  readonly timeInForce: number;
  readonly selfTrade: number;
  quoteAmount: number;
  readonly clientOrderId: string | null;
  /** The name of the list whose leg it is. */
  readonly listClientOrderId: string | null;
  isTotalTold: boolean;
  accepted: number;
  price: number;
  lots: number;
  open: number;
  /** Lots that it has traded, and the fees of it. */
  traded: number;
  fee: bigint;
  filledQuote: bigint;
  frozen: bigint;
  /** Time when it came to rest; 0 while it waits. */
  rested: number;
  trigger: number;
  told: number;
  isAbove: boolean;
  trailPpm: number;
  extreme: number;
  kind: number;
  reachedTick: number;
  firedTick: number;
  partner: ModelOrder | null;
  source: number;
  target: number;
  trail: number;
  activation: number;
  /** Whether a trailing stop follows the price. */
  isActive: boolean;
  offset: number;
  expiresMs: number;
  /** Whether its end is in the queue. */
  isExpiring: boolean;
  stopLoss: number;
  takeProfit: number;
  /** The order whose exit this is. */
  entry: ModelOrder | null;
  /** Lots that an iceberg shows at most and now; both 0 for any other order. */
  visible: number;
  shown: number;
  /** Lots lost to own orders. */
  prevented: number;
  status: number;
  end: number;
}

type Told = Pick<
  Extract<CoreEvent, { type: 'order-changed' }>,
  'owner' | 'market' | 'side' | 'price' | 'lots' | 'filledLots' | 'quoteAmount' | 'timeInForce'
> &
  Pick<
    Extract<CoreEvent, { type: 'order-changed' }>,
    | 'status'
    | 'end'
    | 'trigger'
    | 'trailPpm'
    | 'firedTick'
    | 'kind'
    | 'clientOrderId'
    | 'listClientOrderId'
    | Further
    | 'entry'
  > & { readonly filledQuote: number | bigint };

const FURTHER = [
  'source',
  'target',
  'trail',
  'activation',
  'offset',
  'expiresMs',
  'visible',
  'prevented',
] as const;
const EXITS = ['stopLoss', 'takeProfit'] as const;
type Further = (typeof FURTHER)[number] | (typeof EXITS)[number];

/** The state of an order that an event reports, as text. */
export function toldOf(order: Told): string {
  const { owner, market, side, price, lots, filledLots, filledQuote, quoteAmount } = order;
  const size = lots > 0 ? `${filledLots} of ${lots}` : `total ${quoteAmount}`;
  const terms = [owner, market, side, price, size, filledQuote, order.timeInForce].join('/');
  const state = [
    `${order.status}:${order.end}`,
    order.trigger,
    order.trailPpm,
    order.firedTick,
    order.kind,
    order.entry,
    ...[...FURTHER, ...EXITS].map((field) => order[field]),
  ].concat(order.clientOrderId ?? '-', order.listClientOrderId ?? '-');
  return `${terms}/${state.join('/')}`;
}

/** The same text for the order as the model has it. */
export function dueOf(order: ModelOrder): string {
  const { lots, open, isTotalTold } = order;
  const quoteAmount = isTotalTold ? order.quoteAmount : 0;
  const entry = order.entry?.id ?? 0;
  return toldOf({ ...order, side: order.side as Side, filledLots: lots - open, quoteAmount, entry });
}
