/**
 * What happened, as numbers in one typed array that is written without allocation and decoded when it is drained.
 * A record is a kind followed by its fields; a `COMMAND` record says to which command the following ones belong.
 */
import {
  POSTING_REASONS,
  type CoreEvent,
  type OrderChanged,
  type PositionChanged,
  type PostingReason,
  type Traded,
} from './events.ts';
import type { Side } from './commands.ts';

const COMMAND = 0;
export const POSTING = 1;
export const ORDER = 2;
export const TRADE = 3;
/** Numbers in a record, the kind included. */
export const POSTING_SIZE = 6;
export const ORDER_SIZE = 15;
export const TRADE_SIZE = 13;
const POSITION = 4;
const TICK = 5;

export const REASON = Object.fromEntries(POSTING_REASONS.map((name, index) => [name, index])) as Record<
  PostingReason,
  number
>;

export type EventVisitor = (event: CoreEvent, seq: number, timeMs: number) => void;
/** Names a ledger account by its index. */
export interface AccountNames {
  nameAccount(account: number): { owner: number; wallet: number; asset: number };
}

export class EventLog {
  /** The records; writers on the hot path fill what `reserve` gave them themselves, since arguments would be boxed. */
  data = new Float64Array(1 << 16);
  #length = 0;
  /** Client order ids of changed orders, in the order of their records: text does not fit a typed array. */
  #texts: (string | null)[] = [];

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** The index of a new record of `size` numbers. */
  reserve(size: number): number {
    const at = this.#length;
    if (at + size > this.data.length) {
      const larger = new Float64Array(Math.max(this.data.length * 2, at + size));
      larger.set(this.data);
      this.data = larger;
    }
    this.#length = at + size;
    return at;
  }

  command(seq: number, timeMs: number): void {
    const at = this.reserve(3);
    const data = this.data;
    data[at] = COMMAND;
    data[at + 1] = seq;
    data[at + 2] = timeMs;
  }

  /** Files a text that belongs to a record; 0 stands for none. */
  text(text: string | null): number {
    return text === null ? 0 : this.#texts.push(text);
  }

  position(position: Omit<PositionChanged, 'type'>): void {
    const at = this.reserve(21);
    const data = this.data;
    data[at] = POSITION;
    let i = at + 1;
    for (const field of POSITION_FIELDS) data[i++] = position[field];
  }

  tick(tick: number, tickMs: number, prices: readonly number[]): void {
    const at = this.reserve(4 + prices.length);
    const data = this.data;
    data[at] = TICK;
    data[at + 1] = tick;
    data[at + 2] = tickMs;
    data[at + 3] = prices.length;
    data.set(prices, at + 4);
  }

  /** Visits all events in order and clears the log. */
  drain(names: AccountNames, visit: EventVisitor): void {
    const data = this.data;
    const end = this.#length;
    let seq = 0;
    let timeMs = 0;
    let at = 0;
    while (at < end) {
      switch (data[at]) {
        case COMMAND:
          seq = data[at + 1]!;
          timeMs = data[at + 2]!;
          at += 3;
          break;
        case POSTING:
          visit(decodePosting(data, at, names), seq, timeMs);
          at += 6;
          break;
        case ORDER:
          visit(decodeOrder(data, at, this.#texts), seq, timeMs);
          at += 15;
          break;
        case TRADE:
          visit(decodeTrade(data, at), seq, timeMs);
          at += 13;
          break;
        case POSITION:
          visit(decodePosition(data, at), seq, timeMs);
          at += 21;
          break;
        case TICK: {
          const count = data[at + 3]!;
          const prices = Array.from(data.subarray(at + 4, at + 4 + count));
          visit({ type: 'ticked', tick: data[at + 1]!, tickMs: data[at + 2]!, prices }, seq, timeMs);
          at += 4 + count;
          break;
        }
        default:
          throw new Error(`event log holds an unknown record ${data[at]} at ${at}`);
      }
    }
    this.clear();
  }

  clear(): void {
    this.#length = 0;
    if (this.#texts.length > 0) this.#texts = [];
  }
}

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

function decodePosting(data: Float64Array, at: number, names: AccountNames): CoreEvent {
  const { owner, wallet, asset } = names.nameAccount(data[at + 1]!);
  return {
    type: 'posting',
    owner,
    wallet,
    asset,
    available: data[at + 2]!,
    frozen: data[at + 3]!,
    reason: POSTING_REASONS[data[at + 4]!]!,
    reference: data[at + 5]!,
  };
}

function decodeOrder(data: Float64Array, at: number, texts: readonly (string | null)[]): OrderChanged {
  const text = data[at + 14]!;
  return {
    type: 'order-changed',
    order: data[at + 1]!,
    owner: data[at + 2]!,
    market: data[at + 3]!,
    side: data[at + 4] as Side,
    price: data[at + 5]!,
    lots: data[at + 6]!,
    quoteAmount: data[at + 7]!,
    filledLots: data[at + 8]!,
    filledQuote: data[at + 9]!,
    fee: data[at + 10]!,
    timeInForce: data[at + 11]!,
    status: data[at + 12]!,
    placedMs: data[at + 13]!,
    clientOrderId: text === 0 ? null : texts[text - 1]!,
  };
}

function decodeTrade(data: Float64Array, at: number): Traded {
  return {
    type: 'traded',
    trade: data[at + 1]!,
    market: data[at + 2]!,
    price: data[at + 3]!,
    lots: data[at + 4]!,
    quoteUnits: data[at + 5]!,
    takerSide: data[at + 6] as Side,
    takerOrder: data[at + 7]!,
    makerOrder: data[at + 8]!,
    taker: data[at + 9]!,
    maker: data[at + 10]!,
    takerFee: data[at + 11]!,
    makerFee: data[at + 12]!,
  };
}

function decodePosition(data: Float64Array, at: number): PositionChanged {
  const position: Record<string, number> = {};
  POSITION_FIELDS.forEach((field, index) => (position[field] = data[at + 1 + index]!));
  return { type: 'position-changed', ...position } as PositionChanged;
}
