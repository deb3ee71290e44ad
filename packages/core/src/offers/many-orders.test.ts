/**
 * Goal: the arrays of orders, owners and deadlines keep everything when they grow, also after a
 * restore, and what has ended leaves nothing behind. Method: thousands of orders of owners at the
 * ends of the first arrays, against a model of plain objects and exact integers.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY_MS, UNIT, USDT, World } from '../../sim/spot-world.ts';
import { Exchange, HOUSE, WALLET, type Command } from '../index.ts';

/** At and beyond the first capacities of the owners' table, which are powers of two. */
const OWNERS = [1023, 1024, 1025, 2047, 2048, 4095, 4096, ...Array.from({ length: 17 }, (_, i) => 9_001 + i)];
const FINANCE = { offer: 1, dailyRatePpb: 260_000, days: 30 };
const MINING = { offer: 7, dailyRatePpb: 350_000, days: 45 };
const ON_SALE = {
  asset: USDT,
  minAmount: 1,
  maxPerOwner: 0,
  quota: 0,
  opensMs: 0,
  closesMs: 0,
  isOpen: 1,
} as const;
const HELD = 50_000_000 * UNIT;
const CAPITAL = 10_000_000 * UNIT;
/** More than twice the first capacity of each array. */
const ORDERS = 2_600;

type Product = 'finance' | 'mining';
interface Order {
  readonly owner: number;
  readonly amount: number;
  readonly interest: number;
}

/** Rounded down to a unit. */
const interestOf = (amount: number, { dailyRatePpb, days }: typeof FINANCE): number =>
  Number((BigInt(amount) * BigInt(dailyRatePpb) * BigInt(days)) / 1_000_000_000n);

/** Every seventh has an interest beyond 32 bits. */
const amountOf = (i: number): number => (i % 7 === 0 ? 1_000_000 * UNIT + i : 1_000_003 + i * 1_009);

class Many {
  readonly world = new World();
  readonly open: Readonly<Record<Product, Map<number, Order>>> = { finance: new Map(), mining: new Map() };
  readonly held = new Map(OWNERS.map((owner) => [owner, HELD]));
  readonly capital: Record<Product, number> = { finance: CAPITAL, mining: CAPITAL };

  constructor() {
    this.do({ type: 'define-finance-offer', ...FINANCE, ...ON_SALE });
    this.do({ type: 'define-mining-offer', ...MINING, ...ON_SALE });
    for (const owner of [HOUSE.financeReserve, HOUSE.miningReserve])
      this.do({
        type: 'issue',
        owner,
        wallet: WALLET.house,
        asset: USDT,
        amount: CAPITAL,
        reason: 'house-capital',
      });
    for (const owner of OWNERS) {
      this.do({ type: 'open-account', owner });
      this.do({
        type: 'issue',
        owner,
        wallet: WALLET.exchange,
        asset: USDT,
        amount: HELD,
        reason: 'play-money',
      });
    }
  }

  /** Without the audit, which looks at everything. */
  do(command: Command): number {
    const { world } = this;
    const { exchange } = world;
    const outcome = exchange.apply(exchange.seq + 1, world.tickMs + 500, command);
    exchange.log.clear();
    assert.equal(outcome.error, null, JSON.stringify(command));
    return outcome.id;
  }

  buy(i: number): void {
    const owner = OWNERS[i % OWNERS.length]!;
    const amount = amountOf(i);
    const product: Product = i % 2 === 0 ? 'finance' : 'mining';
    const terms = product === 'finance' ? FINANCE : MINING;
    const order = this.do({
      type: product === 'finance' ? 'buy-finance' : 'buy-miner',
      owner,
      amount,
      ...terms,
    });
    this.open[product].set(order, { owner, amount, interest: interestOf(amount, terms) });
    this.held.set(owner, this.held.get(owner)! - amount);
  }

  /** The order is over: with its interest, or without. */
  end(product: Product, order: number, isPaid: boolean): void {
    const { owner, amount, interest } = this.open[product].get(order)!;
    this.open[product].delete(order);
    this.held.set(owner, this.held.get(owner)! + amount + (isPaid ? interest : 0));
    if (isPaid) this.capital[product] -= interest;
  }

  redeemEarly(order: number): void {
    const { owner } = this.open.mining.get(order)!;
    this.do({ type: 'redeem-miner-early', owner, order });
    this.end('mining', order, false);
  }

  pass(ms: number): void {
    const { exchange } = this.world;
    this.world.tickMs += ms;
    const { tickMs } = this.world;
    this.do({ type: 'tick', tick: exchange.lastTick.tick + 1, tickMs, prices: [1000] });
    while (exchange.dueCount > 0) this.do({ type: 'process-due', limit: 100 });
  }

  check(): void {
    const { exchange } = this.world;
    for (const product of ['finance', 'mining'] as const) {
      const { terms } = exchange.features[product];
      const [reserve, wallet] =
        product === 'finance'
          ? ([HOUSE.financeReserve, WALLET.finance] as const)
          : ([HOUSE.miningReserve, WALLET.mining] as const);
      let interest = 0;
      for (const each of this.open[product].values()) interest += each.interest;
      const frozen = exchange.balance(reserve, WALLET.house, USDT);
      assert.deepEqual(frozen, { available: this.capital[product] - interest, frozen: interest });
      assert.equal(
        terms.offers.get(product === 'finance' ? FINANCE.offer : MINING.offer)?.reserved,
        interest,
      );
      for (const owner of OWNERS) {
        const own = [...this.open[product]].filter(([, order]) => order.owner === owner);
        const found = [...terms.open(owner)].map((order) => [
          order.order,
          { owner: order.owner, amount: order.amount, interest: order.interest },
        ]);
        assert.deepEqual(
          found.toSorted(([a], [b]) => Number(a) - Number(b)),
          own.toSorted(([a], [b]) => a - b),
          `${product} of ${owner}`,
        );
        const locked = own.reduce((sum, [, { amount }]) => sum + amount, 0);
        assert.equal(exchange.balance(owner, wallet, USDT).frozen, locked);
      }
    }
    for (const [owner, held] of this.held)
      assert.equal(exchange.balance(owner, WALLET.exchange, USDT).available, held, `${owner}`);
    assert.deepEqual(
      exchange.audit().filter((finding) => !finding.ok),
      [],
    );
  }
}

test('D0037 finance I1 finance I3 mining I3 mining I4 thousands of orders of many owners are kept, paid and forgotten, each exactly once', () => {
  const many = new Many();
  for (let i = 0; i < ORDERS; i++) {
    many.buy(i);
    // From the middle of their owner's list, while others are bought.
    if (i % 8 === 7) many.redeemEarly([...many.open.mining.keys()][many.open.mining.size >> 1]!);
    if (i % 200 === 0) many.pass(1_000);
    if (i === ORDERS / 2) {
      many.check();
      const hash = many.world.exchange.hash();
      many.world.exchange = Exchange.restore(many.world.exchange.snapshot());
      assert.equal(many.world.exchange.hash(), hash);
    }
  }
  many.check();

  many.pass(30 * DAY_MS + 60_000);
  for (const order of many.open.finance.keys()) many.end('finance', order, true);
  many.check();
  // The places of ended orders are taken again.
  for (let i = 0; i < 300; i++) many.buy(i);
  many.check();

  const early = [...many.open.mining.keys()].slice(-150);
  many.pass(15 * DAY_MS + 60_000);
  for (const order of [...many.open.mining.keys()].filter((each) => !early.includes(each))) {
    many.do({ type: 'redeem-miner', owner: many.open.mining.get(order)!.owner, order });
    many.end('mining', order, true);
  }
  for (const order of early) many.redeemEarly(order);
  many.check();
  many.pass(16 * DAY_MS);
  for (const order of many.open.finance.keys()) many.end('finance', order, true);
  assert.deepEqual([many.open.finance.size, many.open.mining.size], [0, 0]);
  many.check();
});
