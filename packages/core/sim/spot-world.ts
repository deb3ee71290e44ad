/**
 * A small world for tests of spot trading: three traders, one market, and the events of each order.
 * It runs the audit after every command.
 */
import assert from 'node:assert/strict';
import {
  DUE_LIMIT_MAX,
  Exchange,
  FIRST_USER,
  newestRules,
  SELF_TRADE,
  STOP_KIND,
  TIME_IN_FORCE as TIF,
  TRIGGER_SOURCE,
  WALLET,
  type Command,
  type CoreEvent,
  type OrderChanged,
  type PlaceConditional,
  type PlaceExtended,
  type PlaceOco,
  type PlaceOrder,
  type PlaceOrderList,
  type Side,
} from '../src/index.ts';

export const USDT = 0;
export const BTC = 1;
export const ANN = FIRST_USER;
export const BOB = FIRST_USER + 1;
export const EVE = FIRST_USER + 2;
export const UNIT = 1_000_000;
export const DAY_MS = 86_400_000;

/** The terms of waiting orders that most do not have. */
export const NO_EXTENDED_TERMS = {
  source: TRIGGER_SOURCE.index,
  target: 0,
  trail: 0,
  activation: 0,
  offset: 0,
  expiresMs: 0,
} as const;

/** A market with lots of 0.01 BTC and ticks of 1 USDT: one lot at 100 is 1 USDT. */
export class World {
  exchange = new Exchange();
  tickMs = 20_000 * DAY_MS;
  events: CoreEvent[] = [];

  constructor() {
    for (const command of newestRules()) this.do(command);
    this.do({ type: 'define-asset', asset: USDT, code: 'USDT', decimals: 6 });
    this.do({ type: 'define-asset', asset: BTC, code: 'BTC', decimals: 8 });
    this.do({
      type: 'define-market',
      market: 0,
      base: BTC,
      quote: USDT,
      priceDecimals: 0,
      lotDecimals: 2,
      indexDecimals: 1,
      makerFeePpm: 1_000,
      takerFeePpm: 2_000,
      minNotional: UNIT,
      maxNotional: 10_000 * UNIT,
      limitBandPpm: 500_000,
      marketBandPpm: 100_000,
      maxOpenOrders: 10,
    });
    for (const owner of [ANN, BOB, EVE]) {
      this.do({ type: 'open-account', owner });
      for (const [asset, amount] of [
        [USDT, 10_000 * UNIT],
        [BTC, 100 * 10 ** 8],
      ] as const)
        this.do({ type: 'issue', owner, wallet: WALLET.exchange, asset, amount, reason: 'play-money' });
    }
    this.tick(1000);
  }

  try(command: Command) {
    const { exchange } = this;
    const outcome = exchange.apply(exchange.seq + 1, this.tickMs + 500, command);
    exchange.drainEvents((event) => this.events.push(event));
    assert.deepEqual(
      exchange.audit().filter((finding) => !finding.ok),
      [],
    );
    return outcome;
  }

  do(command: Command): number {
    const outcome = this.try(command);
    assert.equal(outcome.error, null, JSON.stringify(command));
    return outcome.id;
  }

  /** Ticks with an index price in tenths of a tick, and processes everything that it makes due. */
  tick(price: number, gapMs = 1000): void {
    this.tickAlone(price, gapMs);
    while (this.exchange.dueCount > 0) this.process();
  }

  process(limit = DUE_LIMIT_MAX): number {
    return this.try({ type: 'process-due', limit }).count;
  }

  tickAlone(price: number, gapMs = 1000): void {
    this.tickMs += gapMs;
    this.do({ type: 'tick', tick: this.exchange.lastTick.tick + 1, tickMs: this.tickMs, prices: [price] });
  }

  /** Goes on from a snapshot, as after a restart. */
  restart(): void {
    this.exchange = Exchange.restore(this.exchange.snapshot());
  }

  // oxlint-disable-next-line max-params -- Read as a sentence in tests.
  order(owner: number, side: Side, price: number, lots: number, more: Partial<PlaceOrder> = {}): Command {
    return {
      type: 'place-order',
      owner,
      market: 0,
      side,
      price,
      lots,
      quoteAmount: 0,
      timeInForce: TIF.GTC,
      selfTrade: SELF_TRADE.cancelNewest,
      clientOrderId: null,
      ...more,
    };
  }

  // oxlint-disable-next-line max-params -- Read as a sentence in tests.
  stop(owner: number, side: Side, trigger: number, more: Partial<PlaceConditional> = {}): Command {
    return {
      type: 'place-conditional',
      owner,
      market: 0,
      side,
      kind: (more.trailPpm ?? more.trail ?? 0) > 0 ? STOP_KIND.none : STOP_KIND.stopLoss,
      trigger,
      trailPpm: 0,
      price: 0,
      lots: 100,
      quoteAmount: 0,
      timeInForce: TIF.GTC,
      selfTrade: SELF_TRADE.cancelNewest,
      clientOrderId: null,
      ...NO_EXTENDED_TERMS,
      ...more,
    };
  }

  // oxlint-disable-next-line max-params -- Read as a sentence in tests.
  extended(
    owner: number,
    side: Side,
    price: number,
    lots: number,
    more: Partial<PlaceExtended> = {},
  ): Command {
    return {
      type: 'place-extended',
      owner,
      market: 0,
      side,
      price,
      lots,
      quoteAmount: 0,
      timeInForce: TIF.GTC,
      selfTrade: SELF_TRADE.cancelNewest,
      clientOrderId: null,
      slippagePpm: 0,
      expiresMs: 0,
      stopLoss: 0,
      takeProfit: 0,
      visibleLots: 0,
      ...more,
    };
  }

  oco(owner: number, side: Side, prices: Pick<PlaceOco, 'price' | 'trigger' | 'stopPrice'>): Command {
    return {
      type: 'place-oco',
      owner,
      market: 0,
      side,
      lots: 100,
      selfTrade: SELF_TRADE.cancelNewest,
      clientOrderId: null,
      ...prices,
    };
  }

  /** A list whose stop compares the last trade. */
  list(
    owner: number,
    side: Side,
    terms: Pick<PlaceOco, 'price' | 'trigger' | 'stopPrice'> & Partial<PlaceOrderList>,
  ): PlaceOrderList {
    return {
      type: 'place-order-list',
      owner,
      market: 0,
      side,
      lots: 100,
      source: TRIGGER_SOURCE.last,
      selfTrade: SELF_TRADE.cancelNewest,
      listClientOrderId: null,
      clientOrderId: null,
      stopClientOrderId: null,
      ...terms,
    };
  }

  /** The last event of an order. */
  last(order: number): OrderChanged {
    const found = this.events.findLast((event) => event.type === 'order-changed' && event.order === order);
    assert.ok(found?.type === 'order-changed', `no event of order ${order}`);
    return found;
  }

  /** [status/end, filled lots] of an order. */
  state(order: number): [string, number] {
    const { status, end, filledLots } = this.last(order);
    return [`${status}/${end}`, filledLots];
  }

  frozen(owner: number): [number, number] {
    return [USDT, BTC].map((asset) => this.exchange.balance(owner, WALLET.exchange, asset).frozen) as [
      number,
      number,
    ];
  }

  depth() {
    const { bids, asks } = this.exchange.depth(0, 10);
    return { bids, asks };
  }
}
