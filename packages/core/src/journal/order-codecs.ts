/** How the commands of spot orders are written to the journal, the most frequent ones in the fewest stores. */
import { SELF_TRADE, STOP_KIND, type Side } from '../commands.ts';
import type { Codec, CommandOf } from './codec.ts';
import type { JournalReader } from './journal-reader.ts';
import type { JournalWriter } from './journal-writer.ts';

/**
 * Most orders have no quote amount and no name of the client's: market, time in force and side in a byte, the rest in whole words. Like a
 * cancel whose owner fits a word, they take four stores instead of nine numbers that look at their own size. The four codes from
 * PLAIN_ORDER on are the four ways of self-trade prevention; before there was any, orders had the older codes.
 */
const OLD_PLAIN_ORDER = 13;
const PLAIN_CANCEL = 14;
const PLAIN_ORDER = 15;
const ANY_ORDER = 19;

type OrderCommand =
  | 'place-order'
  | 'place-conditional'
  | 'place-oco'
  | 'amend-order'
  | 'cancel-order'
  | 'cancel-all'
  | 'replace-quotes';

export const ORDER_CODECS: { readonly [T in OrderCommand]: Codec<CommandOf<T>> } = {
  'place-order': {
    write: writePlaceOrder,
    read: {
      7: orderReader(() => SELF_TRADE.allow),
      [OLD_PLAIN_ORDER]: plainOrderReader(SELF_TRADE.allow),
      [PLAIN_ORDER]: plainOrderReader(0),
      [PLAIN_ORDER + 1]: plainOrderReader(1),
      [PLAIN_ORDER + 2]: plainOrderReader(2),
      [PLAIN_ORDER + 3]: plainOrderReader(3),
      [ANY_ORDER]: orderReader((input) => input.number()),
    },
  },
  'place-conditional': {
    write: (out, command) => {
      out.byte(29);
      out.number(command.owner);
      out.number(command.market);
      out.number(command.side);
      out.number(command.kind);
      out.number(command.trigger);
      out.number(command.trailPpm);
      out.number(command.price);
      out.number(command.lots);
      out.number(command.quoteAmount);
      out.number(command.timeInForce);
      out.number(command.selfTrade);
      out.textOrNull(command.clientOrderId);
    },
    read: {
      20: conditionalReader(() => STOP_KIND.none),
      29: conditionalReader((input) => input.number()),
    },
  },
  'place-oco': {
    write: (out, command) => {
      out.byte(21);
      out.number(command.owner);
      out.number(command.market);
      out.number(command.side);
      out.number(command.price);
      out.number(command.lots);
      out.number(command.trigger);
      out.number(command.stopPrice);
      out.number(command.selfTrade);
      out.textOrNull(command.clientOrderId);
    },
    read: {
      21: (input) => ({
        type: 'place-oco',
        owner: input.number(),
        market: input.number(),
        side: input.number() as Side,
        price: input.number(),
        lots: input.number(),
        trigger: input.number(),
        stopPrice: input.number(),
        selfTrade: input.number(),
        clientOrderId: input.textOrNull(),
      }),
    },
  },
  'amend-order': {
    write: (out, { owner, order, price, lots }) => {
      out.byte(22);
      out.number(owner);
      out.number(order);
      out.number(price);
      out.number(lots);
    },
    read: {
      22: (input) => ({
        type: 'amend-order',
        owner: input.number(),
        order: input.number(),
        price: input.number(),
        lots: input.number(),
      }),
    },
  },
  'cancel-order': {
    write: writeCancelOrder,
    read: {
      8: (input) => ({ type: 'cancel-order', owner: input.number(), order: input.number() }),
      [PLAIN_CANCEL]: (input) => ({ type: 'cancel-order', owner: input.word(), order: input.double() }),
    },
  },
  'cancel-all': {
    write: (out, { owner, market }) => {
      out.byte(9);
      out.number(owner);
      out.number(market);
    },
    read: {
      9: (input) => ({ type: 'cancel-all', owner: input.number(), market: input.number() }),
    },
  },
  'replace-quotes': {
    write: (out, { owner, market, bids, asks }) => {
      out.byte(10);
      out.number(owner);
      out.number(market);
      out.list(bids);
      out.list(asks);
    },
    read: {
      10: (input) => ({
        type: 'replace-quotes',
        owner: input.number(),
        market: input.number(),
        bids: input.list(),
        asks: input.list(),
      }),
    },
  },
};

/** By itself, as is the next one: `encodeCommands` calls them directly, since a call through the table costs as much as the writing. */
export function writePlaceOrder(out: JournalWriter, command: CommandOf<'place-order'>): void {
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
    // What is whole and zero may still have a sign.
    !(isNegativeZero(quoteAmount) || isNegativeZero(market)) &&
    !(isNegativeZero(timeInForce) || isNegativeZero(selfTrade))
  )
    out.plain(PLAIN_ORDER + selfTrade, (market << 3) | (timeInForce << 1) | side, owner, price, lots);
  else writeAnyOrder(out, command);
}

function writeAnyOrder(out: JournalWriter, command: CommandOf<'place-order'>): void {
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

export function writeCancelOrder(out: JournalWriter, { owner, order }: CommandOf<'cancel-order'>): void {
  if (isWord(owner)) {
    out.plainId(PLAIN_CANCEL, owner, order);
    return;
  }
  out.byte(8);
  out.number(owner);
  out.number(order);
}

const isNegativeZero = (value: number): boolean => Object.is(value, -0);

function isWord(value: number): boolean {
  return (value | 0) === value && !isNegativeZero(value);
}

/** Reads an order in full; `selfTrade` answers what the oldest version did not write. */
function orderReader(
  selfTrade: (input: JournalReader) => number,
): (input: JournalReader) => CommandOf<'place-order'> {
  return (input) => ({
    type: 'place-order',
    owner: input.number(),
    market: input.number(),
    side: input.number() as Side,
    price: input.number(),
    lots: input.number(),
    quoteAmount: input.number(),
    timeInForce: input.number(),
    selfTrade: selfTrade(input),
    clientOrderId: input.textOrNull(),
  });
}

/** `kind` answers what the first version did not write. */
function conditionalReader(
  kind: (input: JournalReader) => number,
): (input: JournalReader) => CommandOf<'place-conditional'> {
  return (input) => ({
    type: 'place-conditional',
    owner: input.number(),
    market: input.number(),
    side: input.number() as Side,
    kind: kind(input),
    trigger: input.number(),
    trailPpm: input.number(),
    price: input.number(),
    lots: input.number(),
    quoteAmount: input.number(),
    timeInForce: input.number(),
    selfTrade: input.number(),
    clientOrderId: input.textOrNull(),
  });
}

function plainOrderReader(selfTrade: number): (input: JournalReader) => CommandOf<'place-order'> {
  return (input) => {
    const place = input.byte();
    return {
      type: 'place-order',
      owner: input.word(),
      market: place >>> 3,
      side: (place & 1) as Side,
      price: input.word(),
      lots: input.word(),
      quoteAmount: 0,
      timeInForce: (place >>> 1) & 3,
      selfTrade,
      clientOrderId: null,
    };
  };
}
