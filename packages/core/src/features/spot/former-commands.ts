/** Readers of former codes of spot commands, and of their compact forms. */
import type { FormerReader } from '../../contract/feature.ts';
import type { JournalReader } from '../../encoding/journal-reader.ts';
import { SELF_TRADE } from '../../matching/side.ts';
import { OLD_PLAIN_ORDER, PLAIN_CANCEL, PLAIN_ORDER } from './plain-forms.ts';

/** Code 7: before self-trade prevention. */
export const ORDER_FORMER: Readonly<Record<number, FormerReader>> = {
  7: (input) => ({
    type: 'place-order',
    owner: input.number(),
    market: input.number(),
    side: input.number(),
    price: input.number(),
    lots: input.number(),
    quoteAmount: input.number(),
    timeInForce: input.number(),
    selfTrade: SELF_TRADE.allow,
    clientOrderId: input.textOrNull(),
  }),
  [OLD_PLAIN_ORDER]: (input) => readPlainOrder(input, SELF_TRADE.allow),
  [PLAIN_ORDER]: (input) => readPlainOrder(input, 0),
  [PLAIN_ORDER + 1]: (input) => readPlainOrder(input, 1),
  [PLAIN_ORDER + 2]: (input) => readPlainOrder(input, 2),
  [PLAIN_ORDER + 3]: (input) => readPlainOrder(input, 3),
};

/** The terms that stops have had since code 34. */
const NO_EXTENDED_TERMS = { source: 0, target: 0, trail: 0, activation: 0, offset: 0, expiresMs: 0 };

/** Code 20: before stops had a kind. Code 29: before the extended terms. */
export const CONDITIONAL_FORMER: Readonly<Record<number, FormerReader>> = {
  29: (input) => ({
    type: 'place-conditional',
    owner: input.number(),
    market: input.number(),
    side: input.number(),
    kind: input.number(),
    trigger: input.number(),
    trailPpm: input.number(),
    price: input.number(),
    lots: input.number(),
    quoteAmount: input.number(),
    timeInForce: input.number(),
    selfTrade: input.number(),
    clientOrderId: input.textOrNull(),
    ...NO_EXTENDED_TERMS,
  }),
  20: (input) => ({
    type: 'place-conditional',
    owner: input.number(),
    market: input.number(),
    side: input.number(),
    kind: 0,
    trigger: input.number(),
    trailPpm: input.number(),
    price: input.number(),
    lots: input.number(),
    quoteAmount: input.number(),
    timeInForce: input.number(),
    selfTrade: input.number(),
    clientOrderId: input.textOrNull(),
    ...NO_EXTENDED_TERMS,
  }),
};

/** Code 33: before icebergs. */
export const EXTENDED_FORMER: Readonly<Record<number, FormerReader>> = {
  33: (input) => ({
    type: 'place-extended',
    owner: input.number(),
    market: input.number(),
    side: input.number(),
    price: input.number(),
    lots: input.number(),
    quoteAmount: input.number(),
    timeInForce: input.number(),
    selfTrade: input.number(),
    clientOrderId: input.textOrNull(),
    slippagePpm: input.number(),
    expiresMs: input.number(),
    stopLoss: input.number(),
    takeProfit: input.number(),
    visibleLots: 0,
  }),
};

export const CANCEL_FORMER: Readonly<Record<number, FormerReader>> = {
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
