/**
 * Recomputes the outcome of one seconds contract from the public ticks, in the reader's browser.
 */
import type { PublicTick } from '@glasshouse/protocol/market';
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import { checkChain, type Sha256 } from '#shared/tick-chain.ts';

export interface Settled extends PositionRow {
  readonly ticks: { readonly open: PublicTick | null; readonly finish: PublicTick | null };
}
/** Each fact is true or false on its own; a settlement is right if all are true. */
export interface SettlementFacts {
  /**
   * Every tick from the opening to the closing one has the right hash and follows the previous one.
   */
  readonly chain: boolean;
  /** The order's two prices are those of its two ticks. */
  readonly prices: boolean;
  /** The opening tick is the first one after the order was accepted. */
  readonly openedAfterAcceptance: boolean;
  /** The closing tick is the first one at or after opening time plus duration. */
  readonly closedAtDue: boolean;
  /** The result follows from direction and prices. */
  readonly result: boolean;
}
export interface SettlementCheck {
  readonly facts: SettlementFacts;
  readonly holds: boolean;
  readonly ticksChecked: number;
}

/** `ticks`: from the one before the opening tick to the closing tick, oldest first. */
export async function checkSettlement(
  order: Settled,
  ticks: readonly PublicTick[],
  sha256: Sha256,
): Promise<SettlementCheck> {
  const { open, finish } = order.ticks;
  if (open === null || finish === null)
    throw new RangeError('an order without two ticks has nothing to check');
  const at = ticks.findIndex((tick) => tick.tick === open.tick);
  const chain = await checkChain(ticks, sha256);
  const beforeOpen = ticks[at - 1];
  const last = ticks.at(-1);
  const beforeFinish = ticks.at(-2);
  const due = open.timeMs + order.holdingTime * 1000;
  const facts: SettlementFacts = {
    chain: chain.intact && at >= 0 && ticks[at]?.hash === open.hash && last?.hash === finish.hash,
    prices:
      samePrice(priceOf(open, order), order.openPrice) &&
      samePrice(priceOf(finish, order), order.finishPrice),
    openedAfterAcceptance:
      open.timeMs > order.time && (beforeOpen === undefined || beforeOpen.timeMs <= order.time),
    closedAtDue: finish.timeMs >= due && (beforeFinish === undefined || beforeFinish.timeMs < due),
    result: order.result === resultOf(order),
  };
  return { facts, holds: Object.values(facts).every(Boolean), ticksChecked: chain.checked };
}

/** Equal prices are a draw in both directions. */
export function resultOf(
  order: Pick<PositionRow, 'direction' | 'openPrice' | 'finishPrice'>,
): PositionRow['result'] {
  if (order.openPrice === null || order.finishPrice === null) return null;
  const difference = Number(order.finishPrice) - Number(order.openPrice);
  if (difference === 0) return 'draw';
  return difference > 0 === (order.direction === 'up') ? 'win' : 'lose';
}

function priceOf(
  tick: PublicTick,
  pair: { readonly baseCoin: string; readonly quoteCoin: string },
): string | undefined {
  const symbol = `${pair.baseCoin}${pair.quoteCoin}`;
  return tick.prices[symbol.toLowerCase()] ?? tick.prices[symbol];
}
/** '90369.20' and '90369.2' are the same price. */
function samePrice(a: string | undefined, b: string | null): boolean {
  return a !== undefined && b !== null && plain(a) === plain(b);
}
function plain(price: string): string {
  return price.includes('.') ? price.replace(/\.?0+$/, '') : price;
}
