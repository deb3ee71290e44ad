/**
 * The compact journal forms of the most frequent commands.
 *
 * Most orders have no quote amount and no client order id: market, time in force and side fit a
 * byte, the rest 32-bit words. These orders, and cancels whose owner fits a word, take at most four
 * stores instead of nine variable-length numbers. The four codes from PLAIN_ORDER on are the four
 * modes of self-trade prevention.
 */
import type { CodeReader } from '../../contract/feature.ts';
import type { JournalReader } from '../../encoding/journal-reader.ts';
import type { JournalWriter } from '../../encoding/journal-writer.ts';

const PLAIN_CANCEL = 14;
const PLAIN_ORDER = 15;
const ANY_ORDER = 19;
const ANY_CANCEL = 8;

interface OrderFields {
  readonly owner: number;
  readonly market: number;
  readonly side: number;
  readonly price: number;
  readonly lots: number;
  readonly quoteAmount: number;
  readonly timeInForce: number;
  readonly selfTrade: number;
  readonly clientOrderId: string | null;
}

interface CancelFields {
  readonly owner: number;
  readonly order: number;
}

/** Readers of the compact forms, by code. */
export const PLAIN_ORDERS: Readonly<Record<number, CodeReader>> = {
  [PLAIN_ORDER]: (input) => readPlainOrder(input, 0),
  [PLAIN_ORDER + 1]: (input) => readPlainOrder(input, 1),
  [PLAIN_ORDER + 2]: (input) => readPlainOrder(input, 2),
  [PLAIN_ORDER + 3]: (input) => readPlainOrder(input, 3),
};
export const PLAIN_CANCELS: Readonly<Record<number, CodeReader>> = {
  [PLAIN_CANCEL]: (input) => ({ type: 'cancel-order', owner: input.word(), order: input.double() }),
};

function readPlainOrder(input: JournalReader, selfTrade: number): object {
  const place = input.byte();
  return {
    type: 'place-order',
    owner: input.word(),
    market: place >>> 3,
    side: place & 1,
    price: input.word(),
    lots: input.word(),
    quoteAmount: 0,
    timeInForce: (place >>> 1) & 3,
    selfTrade,
    clientOrderId: null,
  };
}

export function writePlaceOrder(out: JournalWriter, command: OrderFields): void {
  const { owner, market, side, price, lots, quoteAmount, timeInForce, selfTrade, clientOrderId } = command;
  if (
    clientOrderId === null &&
    quoteAmount === 0 &&
    (market & 31) === market &&
    (timeInForce & 3) === timeInForce &&
    (selfTrade & 3) === selfTrade &&
    isWord(owner) &&
    isWord(price) &&
    isWord(lots) &&
    // A zero may still be negative zero.
    !(isNegativeZero(quoteAmount) || isNegativeZero(market)) &&
    !(isNegativeZero(timeInForce) || isNegativeZero(selfTrade))
  )
    out.plain(PLAIN_ORDER + selfTrade, (market << 3) | (timeInForce << 1) | side, owner, price, lots);
  else writeAnyOrder(out, command);
}

/** Writes the fields of the shape. Hand-written because the generic writer is slower. */
function writeAnyOrder(out: JournalWriter, command: OrderFields): void {
  out.byte(ANY_ORDER);
  out.number(command.owner);
  out.number(command.market);
  out.number(command.side);
  out.number(command.price);
  out.number(command.lots);
  out.number(command.quoteAmount);
  out.number(command.timeInForce);
  out.number(command.selfTrade);
  out.textOrNull(command.clientOrderId);
}

export function writeCancelOrder(out: JournalWriter, { owner, order }: CancelFields): void {
  if (isWord(owner)) {
    out.plainId(PLAIN_CANCEL, owner, order);
    return;
  }
  out.byte(ANY_CANCEL);
  out.number(owner);
  out.number(order);
}

/** Writes the most frequent commands without a table look-up; returns false for any other. */
export function writeHot(out: JournalWriter, command: { readonly type: string }): boolean {
  switch (command.type) {
    case 'place-order':
      writePlaceOrder(out, command as unknown as OrderFields);
      return true;
    case 'cancel-order':
      writeCancelOrder(out, command as unknown as CancelFields);
      return true;
    default:
      return false;
  }
}

const isNegativeZero = (value: number): boolean => Object.is(value, -0);

function isWord(value: number): boolean {
  return (value | 0) === value && !isNegativeZero(value);
}
