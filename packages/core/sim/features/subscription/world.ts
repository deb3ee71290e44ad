/** A world with a project of a new coin, for tests of subscriptions. */
import { UNIT, USDT, World } from '../../spot-world.ts';
import {
  FIRST_USER,
  HOUSE,
  MARKET_STATUS,
  WALLET,
  type Command,
  type CoreEvent,
  type DefineSubscription,
  type ProjectChanged,
} from '../../../src/index.ts';

export const HELIO = 2;
export const PAIR = 1;
export const START = 20_000 * 86_400_000;
/** 0.25 USDT for a coin of four decimals: 25 units for a unit. */
export const PRICE = { numerator: 25, denominator: 1 };
export const CAPITAL = 1_000_000;

const pair: Command = {
  type: 'define-market',
  market: PAIR,
  base: HELIO,
  quote: USDT,
  priceDecimals: 4,
  lotDecimals: 2,
  indexDecimals: 4,
  makerFeePpm: 0,
  takerFeePpm: 0,
  minNotional: 1_000,
  maxNotional: 10 ** 12,
  limitBandPpm: 500_000,
  marketBandPpm: 100_000,
  maxOpenOrders: 10,
};
export const SET_UP: readonly Command[] = [
  { type: 'define-asset', asset: HELIO, code: 'HELIO', decimals: 4 },
  pair,
  { type: 'set-market-status', market: PAIR, status: MARKET_STATUS.halted, cancels: 1 },
  {
    type: 'issue',
    owner: HOUSE.subscriptionPool,
    wallet: WALLET.house,
    asset: HELIO,
    amount: CAPITAL,
    reason: 'house-capital',
  },
];

export const project = (more: Partial<DefineSubscription> = {}): DefineSubscription => ({
  type: 'define-subscription',
  project: 1,
  market: PAIR,
  price: 2_500,
  supply: 10_000_000,
  forSale: 400_000,
  minAmount: UNIT,
  maxPerOwner: 5_000 * UNIT,
  opensMs: START + 2_000,
  closesMs: START + 10_000,
  distributesMs: START + 15_000,
  listsMs: START + 20_000,
  feePpm: 10_000,
  ...more,
});

export function warmingUp(more: Partial<DefineSubscription> = {}): World {
  const world = new World();
  for (const command of SET_UP) world.do(command);
  world.do(project(more));
  return world;
}

export function opened(more: Partial<DefineSubscription> = {}): World {
  const world = warmingUp(more);
  world.tick(1000);
  return world;
}

export const subscribe = (owner: number, amount: number): Command => ({
  type: 'subscribe',
  owner,
  project: 1,
  amount,
});
export const balance = (world: World, owner: number, asset = USDT) =>
  world.exchange.balance(owner, owner < FIRST_USER ? WALLET.house : WALLET.exchange, asset);
export const lastProject = ({ events }: { events: readonly CoreEvent[] }): ProjectChanged =>
  events.findLast((event): event is ProjectChanged => event.type === 'project-changed')!;
