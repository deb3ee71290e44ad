/**
 * The records of the event log. A record begins with a head, seq * KINDS + kind, and holds each fact once: an order's record says what was
 * frozen or released for it, and a trade's record all its postings, the fees and the maker's order as it now is.
 */
import type { PositionChanged } from './events.ts';

export const KIND = { time: 0, posting: 1, order: 2, trade: 3, position: 4, tick: 5 } as const;
/** A head's kind is what is left of it after division by this. */
export const KINDS = 16;
export const POSTING = KIND.posting;
export const ORDER = KIND.order;
export const TRADE = KIND.trade;
/**
 * Numbers in a record, the head included.
 * posting: account code, available, frozen, reason, reference.
 * order: id, owner's block, place, price, lots, filled lots, filled quote, fee, change of what is frozen, placed, extra, status, end.
 * trade: number, market * 2 + taker's side, price, lots, quote units, taker's order, maker's order, their blocks, their fees, the
 * referrers' shares of the fees, released to the maker; of the maker's order: place, lots, open lots, filled quote, fee, placed, extra.
 */
export const POSTING_SIZE = 6;
export const ORDER_SIZE = 14;
export const TRADE_SIZE = 22;
export const POSITION_SIZE = 21;

/** A posting names its account as block * ASSETS_MAX + asset, which stays true when the ledger makes room for more assets. */
export const ASSETS_MAX = 1024;

/** A position's fields in the order in which events and snapshots write them. */
export const POSITION_FIELDS = [
  'position',
  'owner',
  'market',
  'direction',
  'stake',
  'fee',
  'feeRatePpm',
  'profitRatePpm',
  'seconds',
  'acceptedMs',
  'openTick',
  'openMs',
  'openPrice',
  'dueMs',
  'finishTick',
  'finishMs',
  'finishPrice',
  'status',
  'result',
  'reason',
] as const satisfies readonly (keyof PositionChanged)[];
