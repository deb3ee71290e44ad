/**
 * Commands exactly at, one below and one above a limit, on the first market of the set-up, whose
 * ticks equal those of its index price.
 */
import { ACCOUNT_NUMBERS } from '@glasshouse/protocol/accounts';
import { HOUSE, type Command, type Exchange, type PlaceConditional, type PlaceOrder } from '../src/index.ts';
import { NO_EXTENDED_TERMS } from './spot-world.ts';
import type { RandomStep } from './random-step.ts';

type AtLimit = Extract<RandomStep, { type: 'at-limit' }>;

const USDT = 0;
const BTC = 1;
const UNITS_PER_LOT = 1000;
const LOTS = 10;
/** The limit of the set-up's markets. */
const OPEN_ORDERS_MAX = 8;
/**
 * Ten million ticks, within the band, times one lot are the smallest value; times a million lots
 * the largest.
 */
const ROUND_PRICE = 10_000_000;
const LOTS_OF_LARGEST = 1_000_000;
const PLAIN = { market: 0, timeInForce: 0, selfTrade: 1, clientOrderId: null };

/** The fee of a withdrawal of USDT on the first chain of the set-up. */
const WITHDRAWAL_FEE = 1_000_000;

function withdrawal(owner: number, amount: number): Command {
  const to = { chain: 1, asset: USDT, fee: WITHDRAWAL_FEE, address: 'TAddress', memo: '' };
  return { type: 'request-withdrawal', owner, amount, ...to };
}

/** Units of USDT that an owner has in all wallets, without those of his open withdrawals. */
function owned(exchange: Exchange, owner: number): number {
  const units = ACCOUNT_NUMBERS.map((wallet) => exchange.balance(owner, wallet, USDT));
  const leaving = exchange.features.funding.withdrawals.of(owner).filter(({ asset }) => asset === USDT);
  return (
    units.reduce((sum, { available, frozen }) => sum + available + frozen, 0) -
    leaving.reduce((sum, { amount, fee }) => sum + amount + fee, 0)
  );
}

/** Units of USDT of an owner that are held, for whatever reason. */
function heldOf(exchange: Exchange, owner: number): number {
  const holds = [...exchange.features.funding.moneyHolds.all.values()];
  const own = holds.filter((hold) => hold.owner === owner && hold.asset === USDT);
  return own.reduce((sum, { units }) => sum + units, 0);
}

// oxlint-disable-next-line complexity, max-lines-per-function -- A table of limits.
export function commandAtLimit(step: AtLimit, exchange: Exchange, index: number): Command {
  const { owner, side, limit, off } = step;
  const [low, high] = [index - Math.floor(index / 2), index + Math.floor(index / 2)];
  const available = (wallet: number, asset: number): number =>
    exchange.balance(owner, wallet, asset).available;
  const order = (more: Partial<PlaceOrder>): Command => ({
    type: 'place-order',
    owner,
    side,
    price: index,
    lots: LOTS,
    quoteAmount: 0,
    ...PLAIN,
    ...more,
  });
  const stop = (more: Partial<PlaceConditional>): Command => ({
    type: 'place-conditional',
    owner,
    side,
    kind: 1,
    trigger: index,
    trailPpm: 0,
    price: 0,
    lots: side === 0 ? 0 : LOTS,
    quoteAmount: side === 0 ? 5_000_000 : 0,
    ...PLAIN,
    ...NO_EXTENDED_TERMS,
    ...more,
  });
  const trigger = side === 0 ? index + 2 : index - 2;
  const half = Math.floor(trigger / 2);
  const pair = (price: number): Command => ({
    type: 'place-oco',
    owner,
    market: 0,
    side,
    price,
    lots: LOTS,
    trigger,
    stopPrice: side === 0 ? trigger : 0,
    selfTrade: 1,
    clientOrderId: null,
  });
  const trailing = (trailPpm: number): Command => stop({ kind: 0, trigger: 0, trailPpm });
  switch (limit) {
    case 'band-low':
      return order({ price: low + off, timeInForce: 3 });
    case 'band-high':
      return order({ price: high + off, timeInForce: 3 });
    case 'market-band':
      // Rests where market orders of the other side reach the end of their band.
      return order({ price: index + (side === 0 ? -1 : 1) * Math.floor(index / 10) + off });
    case 'stop-band-low':
      return stop({ trigger, price: trigger - half + off, lots: LOTS });
    case 'stop-band-high':
      return stop({ trigger, price: trigger + half + off, lots: LOTS });
    case 'trigger':
      return stop({ trigger: index + off, kind: owner % 2 === 0 ? 1 : 2 });
    case 'oco-price':
      return pair(index + off);
    case 'pair-room':
      // Fills up to one order below the limit. There an OCO does not fit, because it needs two.
      return exchange.features.spot.openOrders(owner).length < OPEN_ORDERS_MAX - 1
        ? order({ price: side === 0 ? low : high, timeInForce: 3 })
        : pair(side === 0 ? index - 1 : index + 1);
    case 'stop-cap': {
      // A buy that sweeps the book, and a sell just beyond its worst price.
      const at = index + 1;
      const size = { trigger: at, lots: 4_000, quoteAmount: 0 };
      return side === 0 ? stop(size) : order({ price: at + Math.floor(at / 10) + off });
    }
    case 'held-price':
      return order({ price: index + (side === 0 ? 1 : -1) * Math.floor(index / 50) + off });
    case 'held-book':
      // Rests where market orders of held owners of the other side still reach.
      return order({ price: index + (side === 0 ? -1 : 1) * Math.floor(index / 50) + off });
    case 'min-value':
      return order({ side: 1, price: ROUND_PRICE + 10 * off, lots: 1 });
    case 'max-value':
      return order({ price: ROUND_PRICE, lots: LOTS_OF_LARGEST + off });
    case 'least-total':
      return order({ side: 0, price: 0, lots: 0, quoteAmount: 1_000_000 + off, timeInForce: 1 });
    case 'all-base':
      return order({ side: 1, lots: Math.floor(available(2, BTC) / UNITS_PER_LOT) + off, timeInForce: 3 });
    case 'all-quote':
      return stop({ side: 0, trigger: index + 2, lots: 0, quoteAmount: available(2, USDT) + off });
    case 'all-stake':
      // The stake that with its fee of 0.2% uses the whole balance.
      return {
        type: 'open-position',
        owner,
        market: 0,
        direction: 1,
        seconds: 1,
        stake: Math.ceil(available(1, USDT) / 1.002) + off,
      };
    case 'transfer':
      return { type: 'transfer', owner, from: 2, to: 1, asset: BTC, amount: available(2, BTC) + off };
    case 'all-capital': {
      const heldBy = (one: number): number => exchange.balance(one, 0, BTC).available;
      const { treasury, secondsContractReserve: reserve } = HOUSE;
      const [from, to] = heldBy(treasury) > 0 ? [treasury, reserve] : [reserve, treasury];
      return { type: 'move-capital', from, to, asset: BTC, amount: heldBy(from) + off };
    }
    case 'withdraw-all':
      return withdrawal(owner, available(2, USDT) - WITHDRAWAL_FEE + off);
    case 'withdraw-held':
      return withdrawal(owner, owned(exchange, owner) - heldOf(exchange, owner) - WITHDRAWAL_FEE + off);
    case 'play-held': {
      // Money at risk (in contracts and funds) does not count towards what is held.
      const inPlay = available(1, USDT) + exchange.balance(owner, 5, USDT).available;
      const amount = owned(exchange, owner) - inPlay - heldOf(exchange, owner) + off;
      return { type: 'transfer', owner, from: 2, to: 1, asset: USDT, amount };
    }
    case 'trail-min':
      return trailing(1_000 + off);
    case 'trail-max':
      return trailing(500_000 + off);
  }
}
