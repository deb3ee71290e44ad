/** A world with a fund, its treasury and its reserve, for tests of funds. */
import assert from 'node:assert/strict';
import {
  HOUSE,
  WALLET,
  type BuyFund,
  type DefineFundOffer,
  type HoldingChanged,
  type SellFund,
} from '../../../src/index.ts';
import { ANN, BTC, UNIT, USDT, World } from '../../spot-world.ts';

/** 10 BTC in 10^6 units: at 100 USDT a NAV of 0.001. */
export const OFFER: DefineFundOffer = {
  type: 'define-fund-offer',
  fund: 1,
  quote: USDT,
  basket: [{ asset: BTC, market: 0, quantity: 10 * 10 ** 8 }],
  buyFeePpm: 1_000,
  sellFeePpm: 1_000,
  exitFeePpm: 5_000,
  lendingDailyPpb: 1_000_000,
  maintenancePpm: 50_000,
  maxLeverage: 5,
  minUnits: 100,
  maxPerOwner: 0,
  quota: 10 ** 12,
  coverPpm: 100_000,
  endsMs: 0,
};
/** 100,000 units: a notional of 100 USDT. */
export const BUY: BuyFund = {
  type: 'buy-fund',
  owner: ANN,
  fund: 1,
  units: 10 ** 7,
  leverage: 5,
  maxNav: 110_000,
};

export function fundWorld(change: Partial<DefineFundOffer> = {}, reserve = 1_000 * UNIT): World {
  const world = new World();
  const capital = { type: 'issue', wallet: WALLET.house, reason: 'house-capital' } as const;
  world.do({ ...capital, owner: HOUSE.treasury, asset: BTC, amount: 1_000 * 10 ** 8 });
  if (reserve > 0) world.do({ ...capital, owner: HOUSE.fundReserve, asset: USDT, amount: reserve });
  world.do({ ...OFFER, ...change });
  world.tick(1000);
  return world;
}
/** A purchase, and the tick that fills it at the price of before. */
export function bought(world: World, change: Partial<BuyFund> = {}, price = 1000): number {
  const id = world.do({ ...BUY, ...change });
  world.tick(price);
  return id;
}
/** An order at the very moment of the tick that may follow. */
export function atTick(world: World, command: BuyFund | SellFund): number {
  const { exchange } = world;
  const outcome = exchange.apply(exchange.seq + 1, world.tickMs + 1000, command);
  exchange.drainEvents((event) => world.events.push(event));
  assert.equal(outcome.error, null);
  return outcome.id;
}
export type End = 'sell-fund' | 'exit-fund';
export const end = (holding: number, type: End = 'sell-fund', minNav = 0) =>
  ({ type, owner: ANN, holding, minNav }) as const;
export function last(world: World, holding: number): HoldingChanged {
  const found = world.events.findLast(
    (event) => event.type === 'holding-changed' && event.holding === holding,
  );
  assert.ok(found?.type === 'holding-changed');
  return found;
}
export const owned = (world: World, owner = ANN): number =>
  [WALLET.exchange, WALLET.fund].reduce((sum, wallet) => {
    const { available, frozen } = world.exchange.balance(owner, wallet, USDT);
    return sum + available + frozen;
  }, 0);
export const house = (world: World, owner: number, asset = USDT) =>
  world.exchange.balance(owner, WALLET.house, asset);
