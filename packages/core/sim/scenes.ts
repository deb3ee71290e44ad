/**
 * Short sequences of steps after which a rule binds that single steps rarely reach, the more rarely
 * the more features there are.
 */
import fc from 'fast-check';
import {
  BUY,
  FIRST_USER,
  SELL,
  WALLET,
  type PlaceExtended,
  type PlaceOrder,
  type PlaceOrderList,
  type Side,
} from '../src/index.ts';
import { OWNERS } from './owners.ts';
import type { RandomStep, StepLimit } from './random-step.ts';

const MARKET = 0;
const [USDT, BTC] = [0, 1];
/** About where the index is. */
const NEAR = 9_000_000;
/** The most parts of an iceberg. */
const PARTS_MAX = 100;
/** Lots that an iceberg shows. */
const PART = 12;
/** Below what sales ask for, so that a buy rests. */
const CHEAP = 8_900_000;
/** So far above `NEAR` that a given total buys fewer lots, but within the band of market orders. */
const DEAR = 9_600_000;
/** The account of the platform that quotes. */
const MAKER = 100;

/** Terms of an amendment that do not apply. */
const NO_TERMS = { price: 0, lots: 0, stopPrice: 0, trailPpm: 0, trail: 0, activation: 0, offset: 0 };

/** Nothing is left on the book. */
const CLEARED: readonly RandomStep[] = [
  ...OWNERS.map((owner) => ({ type: 'cancel-all', owner, market: MARKET }) as const),
  { type: 'replace-quotes', owner: MAKER, market: MARKET, bids: [], asks: [] },
];
/** The step that processes everything that ticks have made due. */
const DONE: RandomStep = { type: 'process-due', limit: 1000 };

type Needed = 'owner' | 'side' | 'price' | 'lots';
type Plain = Pick<PlaceOrder, Needed> & Partial<Omit<PlaceOrder, 'type'>>;
type Extended = Pick<PlaceExtended, Needed> & Partial<Omit<PlaceExtended, 'type'>>;

function plain(order: Plain): PlaceOrder {
  const usual = { quoteAmount: 0, timeInForce: 0, selfTrade: 1, clientOrderId: null };
  return { type: 'place-order', market: MARKET, ...usual, ...order };
}
function extended(order: Extended): PlaceExtended {
  const usual = { slippagePpm: 0, expiresMs: 0, stopLoss: 0, takeProfit: 0, visibleLots: 0 };
  return { ...plain(order), ...usual, ...order, type: 'place-extended' };
}
interface AtLimit {
  readonly side: Side;
  readonly limit: StepLimit;
  readonly off?: number;
}
const atLimit = (owner: number, { side, limit, off = 0 }: AtLimit): RandomStep => ({
  type: 'at-limit',
  owner,
  side,
  limit,
  off,
});
const tick = (move: number): RandomStep => ({ type: 'next-tick', gap: 1, moves: [move, 0] });

interface Cast {
  readonly one: number;
  readonly other: number;
  readonly off: number;
  readonly pick: number;
}

/** A buy by amount that sweeps the book meets an ask at its worst price, or beyond. */
const sweep = ({ one, other, off }: Cast): RandomStep[] => [
  ...CLEARED,
  atLimit(one, { side: SELL, limit: 'stop-cap', off }),
  atLimit(other, { side: BUY, limit: 'stop-cap' }),
  tick(2),
  DONE,
];

/** Before an entry ends, its owner moves away what it has bought, and brings it back later. */
const movedAway = ({ one, other, off }: Cast): RandomStep[] => [
  ...CLEARED,
  extended({ owner: one, side: BUY, price: NEAR, lots: 40, stopLoss: NEAR - 10 }),
  plain({ owner: other, side: SELL, price: NEAR, lots: 20 }),
  atLimit(one, { side: SELL, limit: 'transfer', off: Math.min(0, off) }),
  plain({ owner: other, side: SELL, price: NEAR, lots: 20 }),
  { type: 'transfer', owner: one, from: WALLET.contract, to: WALLET.exchange, asset: BTC, amount: 5_000_000 },
];

/** An iceberg of as many parts as there may be is amended to one more. */
const manyParts = ({ one, off, pick }: Cast): RandomStep[] => [
  ...CLEARED,
  extended({ owner: one, side: BUY, price: CHEAP, lots: PART * PARTS_MAX, visibleLots: PART }),
  { type: 'amend-some', owner: one, pick: 2 * pick + 1, price: CHEAP, lots: PART * PARTS_MAX + off },
];

/** A market order by its total, IOC or all or nothing, buys what an iceberg hides, and more. */
const hidden = ({ one, other, pick }: Cast): RandomStep[] => [
  ...CLEARED,
  extended({ owner: one, side: SELL, price: NEAR, lots: 2 * PART + (pick % 8), visibleLots: PART }),
  plain({ owner: one, side: SELL, price: DEAR, lots: 100 }),
  plain({ owner: other, side: BUY, price: 0, lots: 0, quoteAmount: 50_000_000, timeInForce: 1 + (pick % 2) }),
];

/** Orders take further parts of icebergs, in turns that end anywhere. */
const turns = ({ one, other, pick }: Cast): RandomStep[] => [
  ...CLEARED,
  ...[4 * PART, 7 * PART, 5 * PART + 1].map((lots, i) =>
    extended({ owner: one, side: SELL, price: NEAR, lots, visibleLots: PART + (i % 2) }),
  ),
  plain({ owner: other, side: BUY, price: NEAR, lots: 3 * PART + pick }),
  plain({ owner: other, side: BUY, price: NEAR, lots: PART + (pick % 30) }),
];

/** A market buy has the money for what is shown, and not for all that an iceberg hides. */
const poor = ({ one, other, pick }: Cast): RandomStep[] => [
  ...CLEARED,
  extended({ owner: one, side: SELL, price: NEAR, lots: 3 * PART, visibleLots: PART }),
  atLimit(other, { side: BUY, limit: 'all-quote', off: -10_000_000 - 200_000 * pick }),
  plain({ owner: other, side: BUY, price: 0, lots: 30, timeInForce: 1 }),
];

/** A stop of all that its owner has is amended to more. */
const noMore = ({ one, pick }: Cast): RandomStep[] => [
  ...CLEARED,
  atLimit(one, { side: BUY, limit: 'all-quote', off: -pick }),
  {
    type: 'amend-stop-some',
    owner: one,
    pick,
    terms: { ...NO_TERMS, trigger: NEAR + 1_000, quoteAmount: 9_000_000_000 },
  },
];

const halt = (status: 0 | 1): RandomStep => ({
  type: 'set-market-status',
  market: MARKET,
  status,
  cancels: 1,
});
/** A stop that rises to its trigger with the next tick, of the kind that its owner has. */
const rising = (owner: number): RandomStep =>
  atLimit(owner, { side: owner % 2 === 0 ? BUY : SELL, limit: 'trigger', off: 1 });

/** The market halts before stops that are due have had their turns. */
const halted = ({ one, other, pick }: Cast): RandomStep[] => [
  ...CLEARED,
  ...[one, other, one, other].map(rising),
  tick(2),
  halt(1),
  { type: 'process-due', limit: 1 + (pick % 2) },
  { type: 'process-due', limit: 1 },
  halt(0),
  DONE,
];

/** A halted market opens by itself: stops that are due have waited for it. */
const opening = ({ one, other, pick }: Cast): RandomStep[] => [
  ...CLEARED,
  ...[one, other].map(rising),
  halt(1),
  tick(2),
  { type: 'open-market', market: MARKET, opensMs: 1_000 + 500 * (pick % 3) },
  atLimit(one, { side: BUY, limit: 'trigger', off: 0 }),
  tick(pick % 2),
  atLimit(other, { side: SELL, limit: 'trigger', off: 1 }),
  { type: 'process-due', limit: 1 + (pick % 2) },
  tick(0),
  DONE,
  halt(0),
];

/** Orders with names, of which one begins like another, are replaced and cancelled by these. */
const named = ({ one, other, pick }: Cast): RandomStep[] => [
  ...CLEARED,
  ...['a', 'ab', 'ba'].map((clientOrderId, i) =>
    extended({ owner: one, side: BUY, price: CHEAP + i, lots: 40, clientOrderId }),
  ),
  plain({ owner: other, side: BUY, price: CHEAP, lots: 40, clientOrderId: 'a' }),
  {
    ...extended({ owner: one, side: BUY, price: CHEAP + 3, lots: 20, clientOrderId: 'a' }),
    type: 'replace-some',
    pick,
    cancelled: 'a',
    mustCancel: pick % 2 === 0 ? 1 : 0,
  },
  { type: 'cancel-named', owner: one, market: pick % 3 === 0 ? MARKET : 1, clientOrderId: 'ab' },
  { type: 'cancel-prefixed', owner: one, market: pick % 4 === 0 ? -1 : MARKET, prefix: 'a' },
];

/** An entry that has traded in part is cancelled by its name, and leaves its exit. */
const namedEntry = ({ one, other, pick }: Cast): RandomStep[] => [
  ...CLEARED,
  extended({ owner: one, side: BUY, price: NEAR, lots: 40, stopLoss: NEAR - 10, clientOrderId: 'd' }),
  plain({ owner: other, side: SELL, price: NEAR, lots: 20 }),
  pick % 2 === 0
    ? { type: 'cancel-named', owner: one, market: MARKET, clientOrderId: 'd' }
    : { type: 'cancel-prefixed', owner: one, market: MARKET, prefix: 'd' },
];

/** Lists whose name is taken, whose terms change, and whose name is free once they have ended. */
const listed = ({ one, pick }: Cast): RandomStep[] => {
  const list = (names: Partial<PlaceOrderList>): PlaceOrderList => ({
    type: 'place-order-list',
    owner: one,
    market: MARKET,
    side: SELL,
    price: NEAR + 80,
    lots: 40,
    trigger: NEAR - 80,
    stopPrice: 0,
    source: pick % 2,
    selfTrade: 1,
    listClientOrderId: 'a',
    clientOrderId: null,
    stopClientOrderId: null,
    ...names,
  });
  return [
    ...CLEARED,
    list({ clientOrderId: 'b', stopClientOrderId: 'c' }),
    list({}),
    list({ listClientOrderId: 'b' }),
    {
      type: 'amend-stop-some',
      owner: one,
      pick,
      terms: { ...NO_TERMS, price: NEAR + 70, trigger: NEAR - 70, lots: 60, quoteAmount: 0 },
    },
    list({ listClientOrderId: pick % 3 === 0 ? 'a' : null }),
    { type: 'cancel-named', owner: one, market: MARKET, clientOrderId: pick % 4 === 0 ? 'b' : 'c' },
    list({}),
  ];
};

/** Countdowns that are moved, taken back, or end, with what is open then on two markets. */
const countedDown = ({ one, other, pick }: Cast): RandomStep[] => [
  ...CLEARED,
  ...[one, other].map((owner) => plain({ owner, side: BUY, price: CHEAP, lots: 40 })),
  onSpare(one, BUY, 1),
  { type: 'cancel-after', owner: one, market: pick % 3 === 0 ? -1 : MARKET, atMs: 4_000 },
  { type: 'cancel-after', owner: other, market: MARKET, atMs: 1_000 },
  { type: 'cancel-after', owner: other, market: MARKET, atMs: pick % 2 === 0 ? 0 : 2_000 },
  ...[1, 2, 3, 4, 5, 6].flatMap((): RandomStep[] => [
    tick(0),
    { type: 'process-due', limit: 1 + (pick % 3) },
  ]),
  DONE,
];

/** The pair of two coins whose price nothing needs. */
const SPARE = 2;
const onSpare = (owner: number, side: Side, price: number): PlaceOrder =>
  plain({ owner, market: SPARE, side, price, lots: 200_000 });

/** A pair ends while orders rest there, wait there and show a part, and is gone after that. */
const delisted = ({ one, other, pick }: Cast): RandomStep[] => [
  ...[one, other].map((owner): RandomStep => ({ type: 'cancel-all', owner, market: SPARE })),
  onSpare(one, SELL, 2),
  onSpare(other, BUY, 2),
  onSpare(one, SELL, 4),
  onSpare(other, BUY, 1),
  { ...extended({ owner: one, side: SELL, price: 3, lots: 500_000, visibleLots: 200_000 }), market: SPARE },
  { ...extended({ owner: other, side: BUY, price: 3, lots: 100_000, stopLoss: 1 }), market: SPARE },
  { type: 'replace-quotes', owner: MAKER, market: SPARE, bids: [1, 150_000], asks: [5, 150_000] },
  { type: 'delist-market', market: SPARE, closesMs: 1_000 },
  onSpare(other, BUY, 1),
  tick(pick % 3),
  tick(0),
  onSpare(other, BUY, 1),
  { type: 'process-due', limit: 1 + (pick % 4) },
  { type: 'cancel-all', owner: pick % 2 === 0 ? one : other, market: SPARE },
  tick(0),
  DONE,
  { type: 'set-market-status', market: SPARE, status: 0, cancels: 1 },
];

const withdrawal = (owner: number): RandomStep => ({
  type: 'request-withdrawal',
  owner,
  chain: 1,
  asset: USDT,
  amount: 100_000_000,
  fee: 1_000_000,
  address: 'TAddress',
  memo: '',
});

/** Two withdrawals, which the steps pick by their place, name one output. */
const twice = ({ one, other, pick }: Cast): RandomStep[] => [
  ...[one, other].map(withdrawal),
  ...[1, 2, 3, 4].map((at): RandomStep => ({ type: 'approve-withdrawal', withdrawal: at })),
  ...[1, 2, 3, 4].map((at): RandomStep => ({
    type: 'settle-withdrawal',
    withdrawal: at,
    output: 1,
    txid: String(pick).padStart(64, 'd'),
    // A cost has a reference of its own.
    cost: 1_000 * (pick % 2),
    costRest: 0,
  })),
];

/** A part of the owner's money is being withdrawn, and most of the rest is held. */
const leaving = ({ one, off }: Cast): RandomStep[] => [
  withdrawal(one),
  // `untilMs` is relative to the time of the command.
  { type: 'place-hold', owner: one, asset: USDT, amount: 4 * 10 ** 9, reason: 'review', untilMs: 60_000 },
  atLimit(one, { side: BUY, limit: 'withdraw-held', off }),
];

const USERS = OWNERS.filter((owner) => owner >= FIRST_USER);
const cast: fc.Arbitrary<Cast> = fc
  .record({
    owners: fc.shuffledSubarray(USERS, { minLength: 2, maxLength: 2 }),
    off: fc.constantFrom(-1, 0, 1),
    pick: fc.nat({ max: 100 }),
  })
  .map(({ owners: [one = 0, other = 0], off, pick }) => ({ one, other, off, pick }));

/** One of them, with owners and figures drawn. */
export const scene: fc.Arbitrary<RandomStep[]> = fc
  .tuple(
    fc.constantFrom(
      sweep,
      movedAway,
      manyParts,
      hidden,
      turns,
      poor,
      noMore,
      halted,
      opening,
      named,
      namedEntry,
      listed,
      countedDown,
      delisted,
      twice,
      leaving,
    ),
    cast,
  )
  .map(([play, of]) => play(of));
