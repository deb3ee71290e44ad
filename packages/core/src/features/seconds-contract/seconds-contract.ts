/**
 * Seconds contracts: a stake on whether the price will be higher or lower after some seconds.
 *
 * The only prices it knows are those of tick commands. At acceptance stake and fee go to escrow and the profit is frozen in the reserve,
 * so that every outcome is covered; the opening price is that of the first tick after acceptance, the closing price that of the first
 * tick at or after opening plus duration. No tick within the grace: closed by the platform, stake and fee back.
 */
import { mulPpmFloor } from '@glasshouse/money';
import { isContractSound } from '../../definition-bounds.ts';
import type { RefusalName } from '@glasshouse/protocol';
import { HOUSE, WALLET } from '../../accounts.ts';
import { MARKET_STATUS, type DefineSecondsContract, type OpenPosition } from '../../commands.ts';
import type { DueItem, DueQueue } from '../../due-queue.ts';
import type { EventLog } from '../../event-log.ts';
import { REASON } from '../../events.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Registry } from '../../registry.ts';
import type { Rules } from '../../rules.ts';
import {
  CLOSE_REASON,
  COMPLETED,
  DUE_ACTION,
  HOLDING,
  LIQUIDATED,
  RESULT,
  resultOf,
  TICK_GRACE_MS,
  type Position,
} from './position.ts';
import { Schedule } from './schedule.ts';

interface PricedTick {
  readonly tick: number;
  readonly timeMs: number;
  readonly prices: readonly number[];
}

interface OpenStakes {
  total: number;
  readonly byOwner: Map<number, number>;
}

export class SecondsContract {
  /** Positions that are not settled, by id, in order of acceptance. */
  readonly positions = new Map<number, Position>();
  readonly schedule = new Schedule();
  /** The same by owner. */
  readonly #byOwner = new Map<number, Set<Position>>();
  /** Open stakes by market: of all users, and of each. */
  readonly #stakes = new Map<number, OpenStakes>();
  readonly #ledger: Ledger;
  readonly #registry: Registry;
  readonly #log: EventLog;
  readonly #rules: Rules;
  readonly #due: DueQueue;
  /** Number of the last position. */
  positionCount = 0;

  constructor(parts: { ledger: Ledger; registry: Registry; log: EventLog; rules: Rules; due: DueQueue }) {
    this.#rules = parts.rules;
    this.#due = parts.due;
    this.#ledger = parts.ledger;
    this.#registry = parts.registry;
    this.#log = parts.log;
  }

  define(command: DefineSecondsContract): RefusalName | null {
    const market = this.#registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    if (this.#rules.boundsContracts && !isContractSound(command)) return 'request/invalid';
    market.secondsContract = command;
    return null;
  }

  /** Checks in this order: market, halt, duration, amount, number of positions, open stakes, price, balance, reserve. */
  open(command: OpenPosition, timeMs: number): RefusalName | null {
    const market = this.#registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    const definition = market.secondsContract;
    if (definition === null) return 'seconds-contract/not-offered';
    if (market.status !== MARKET_STATUS.trading) return 'market/halted';
    const duration = definition.durations.find((offered) => offered.seconds === command.seconds);
    if (duration === undefined || (command.direction !== 1 && command.direction !== 2))
      return 'seconds-contract/unknown-duration';
    const refusal = stakeShape(command.stake, duration) ?? this.#limitRefusal(command, definition);
    if (refusal !== null) return refusal;
    if (market.indexPrice === 0 || timeMs - market.indexMs > TICK_GRACE_MS) return 'market/no-price';

    const { stake } = command;
    const fee = mulPpmFloor(stake, definition.feeRatePpm);
    const profit = mulPpmFloor(stake, duration.profitRatePpm);
    const asset = market.definition.quote;
    const account = this.#ledger.account(command.owner, WALLET.contract, asset);
    if (this.#ledger.available(account) < stake + fee) return 'wallet/insufficient-balance';
    const reserve = this.#ledger.account(HOUSE.secondsContractReserve, WALLET.house, asset);
    if (this.#ledger.available(reserve) < profit) return 'seconds-contract/reserve-short';
    this.#accept(command, {
      timeMs,
      fee,
      feeRatePpm: definition.feeRatePpm,
      profitRatePpm: duration.profitRatePpm,
      profit,
      account,
      reserve,
    });
    return null;
  }

  #limitRefusal(
    { owner, market, stake }: OpenPosition,
    { maxPositions, maxUserStake, maxOpenStake }: DefineSecondsContract,
  ): RefusalName | null {
    if (this.openCount(owner) >= maxPositions) return 'seconds-contract/too-many-positions';
    const open = this.#stakes.get(market);
    if (maxUserStake > 0 && (open?.byOwner.get(owner) ?? 0) + stake > maxUserStake)
      return 'seconds-contract/user-limit';
    return maxOpenStake > 0 && (open?.total ?? 0) + stake > maxOpenStake
      ? 'seconds-contract/platform-limit'
      : null;
  }

  #countStake({ market, owner }: Position, stake: number): void {
    const open = this.#stakes.get(market) ?? { total: 0, byOwner: new Map<number, number>() };
    this.#stakes.set(market, open);
    open.total += stake;
    const left = (open.byOwner.get(owner) ?? 0) + stake;
    if (left === 0) open.byOwner.delete(owner);
    else open.byOwner.set(owner, left);
  }

  #accept(
    command: OpenPosition,
    terms: {
      timeMs: number;
      fee: number;
      feeRatePpm: number;
      profitRatePpm: number;
      profit: number;
      account: number;
      reserve: number;
    },
  ): void {
    const { stake } = command;
    const position: Position = {
      position: ++this.positionCount,
      owner: command.owner,
      market: command.market,
      direction: command.direction,
      stake,
      fee: terms.fee,
      feeRatePpm: terms.feeRatePpm,
      profitRatePpm: terms.profitRatePpm,
      seconds: command.seconds,
      acceptedMs: terms.timeMs,
      openTick: 0,
      openMs: 0,
      openPrice: 0,
      dueMs: 0,
      finishTick: 0,
      finishMs: 0,
      finishPrice: 0,
      status: HOLDING,
      result: RESULT.none,
      reason: CLOSE_REASON.none,
    };
    const ledger = this.#ledger;
    const id = position.position;
    const escrow = this.#escrow(terms.account % ledger.stride);
    ledger.post(terms.account, -stake, 0, REASON['position-stake'], id);
    ledger.post(escrow, stake, 0, REASON['position-stake'], id);
    if (terms.fee > 0) {
      ledger.post(terms.account, -terms.fee, 0, REASON['position-fee'], id);
      ledger.post(escrow, terms.fee, 0, REASON['position-fee'], id);
    }
    ledger.post(terms.reserve, -terms.profit, terms.profit, REASON['position-reserve'], id);
    this.restore(position);
    this.schedule.pending.push(position);
    this.#log.position(position);
  }

  /** Files a position without postings: for acceptance and for a restore. */
  restore(position: Position): void {
    this.positions.set(position.position, position);
    const own = this.#byOwner.get(position.owner) ?? new Set<Position>();
    this.#byOwner.set(position.owner, own);
    own.add(position);
    this.#countStake(position, position.stake);
  }

  openCount(owner: number): number {
    return this.#byOwner.get(owner)?.size ?? 0;
  }

  /** An owner's positions that are not settled, in order of acceptance. */
  positionsOf(owner: number): Iterable<Position> {
    return this.#byOwner.get(owner) ?? [];
  }

  #escrow(asset: number): number {
    return this.#ledger.account(HOUSE.secondsContractEscrow, WALLET.house, asset);
  }

  /**
   * A public tick: queues what is due and what opens, with the price that decides it; by the first rules does it at once. `tick.timeMs` is
   * the tick's published time. What opens is due from this tick on, even while its turn in the queue has not come.
   */
  onTick(tick: PricedTick): void {
    if (!this.#rules.queuesContracts) return this.#settleAndOpen(tick);
    const items = [...this.#dueToFinish(tick), ...this.#dueToOpen(tick)];
    items.sort((a, b) => a.market - b.market || a.position - b.position);
    for (const item of items) this.#due.add(item);
  }

  #dueToFinish(tick: PricedTick): DueItem[] {
    const items: DueItem[] = [];
    for (const position of this.schedule.takeDue(tick.timeMs)) {
      const isLate = tick.timeMs - position.dueMs > TICK_GRACE_MS;
      if (isLate) items.push(dueContract(position, tick, DUE_ACTION.noClosingTick));
      else if ((tick.prices[position.market] ?? 0) === 0) this.schedule.late.push(position);
      else items.push(dueContract(position, tick, DUE_ACTION.finish));
    }
    return items;
  }

  #dueToOpen(tick: PricedTick): DueItem[] {
    const items: DueItem[] = [];
    const waiting: Position[] = [];
    for (const position of this.schedule.pending) {
      const isLate = tick.timeMs - position.acceptedMs > TICK_GRACE_MS;
      if (isLate) items.push(dueContract(position, tick, DUE_ACTION.noOpeningTick));
      else if (!isOpening(position, tick)) waiting.push(position);
      else {
        this.#setOpening(position, tick);
        items.push(dueContract(position, tick, DUE_ACTION.open));
      }
    }
    this.schedule.pending = waiting;
    return items;
  }

  /** The turn of a position that is due. */
  process(item: DueItem): void {
    const position = this.positions.get(item.position)!;
    if (item.action === DUE_ACTION.open) this.#log.position(position);
    else if (item.action === DUE_ACTION.finish)
      this.#finishAt(position, { tick: item.tick, timeMs: item.tickMs, price: item.price });
    else
      this.#giveBack(position, {
        status: LIQUIDATED,
        result: RESULT.none,
        reason:
          item.action === DUE_ACTION.noOpeningTick ? CLOSE_REASON.noOpeningTick : CLOSE_REASON.noClosingTick,
      });
  }

  #setOpening(position: Position, tick: PricedTick): void {
    position.openTick = tick.tick;
    position.openMs = tick.timeMs;
    position.openPrice = tick.prices[position.market]!;
    position.dueMs = tick.timeMs + position.seconds * 1000;
    this.schedule.add(position);
  }

  #settleAndOpen(tick: PricedTick): void {
    for (const position of this.schedule.takeDue(tick.timeMs)) this.#finish(position, tick);
    if (this.schedule.pending.length > 0) this.#openPending(tick);
  }

  #openPending(tick: PricedTick): void {
    const waiting: Position[] = [];
    for (const position of this.schedule.pending) {
      if (tick.timeMs - position.acceptedMs > TICK_GRACE_MS)
        this.#giveBack(position, {
          status: LIQUIDATED,
          result: RESULT.none,
          reason: CLOSE_REASON.noOpeningTick,
        });
      else if (!isOpening(position, tick)) waiting.push(position);
      else {
        this.#setOpening(position, tick);
        this.#log.position(position);
      }
    }
    this.schedule.pending = waiting;
  }

  #finish(position: Position, tick: PricedTick): void {
    const price = tick.prices[position.market] ?? 0;
    if (tick.timeMs - position.dueMs > TICK_GRACE_MS) {
      this.#giveBack(position, {
        status: LIQUIDATED,
        result: RESULT.none,
        reason: CLOSE_REASON.noClosingTick,
      });
      return;
    }
    if (price === 0) {
      this.schedule.late.push(position);
      return;
    }
    this.#finishAt(position, { tick: tick.tick, timeMs: tick.timeMs, price });
  }

  #finishAt(
    position: Position,
    { tick, timeMs, price }: { tick: number; timeMs: number; price: number },
  ): void {
    position.finishTick = tick;
    position.finishMs = timeMs;
    position.finishPrice = price;
    const result = resultOf(position.direction, position.openPrice, price);
    if (result === RESULT.draw)
      this.#giveBack(position, { status: COMPLETED, result, reason: CLOSE_REASON.none });
    else this.#payOut(position, result);
  }

  /** Right: stake and profit to the user. Wrong: the stake to the reserve. The fee goes to the fees either way. */
  #payOut(position: Position, result: number): void {
    const ledger = this.#ledger;
    const id = position.position;
    const { account, escrow, reserve, asset } = this.#accounts(position);
    const profit = mulPpmFloor(position.stake, position.profitRatePpm);
    if (position.fee > 0) {
      ledger.post(escrow, -position.fee, 0, REASON['position-fee'], id);
      ledger.post(
        ledger.account(HOUSE.fees, WALLET.house, asset),
        position.fee,
        0,
        REASON['position-fee'],
        id,
      );
    }
    if (result === RESULT.win) {
      ledger.post(escrow, -position.stake, 0, REASON['position-returned'], id);
      ledger.post(account, position.stake, 0, REASON['position-returned'], id);
      ledger.post(reserve, 0, -profit, REASON['position-payout'], id);
      ledger.post(account, profit, 0, REASON['position-payout'], id);
    } else {
      ledger.post(escrow, -position.stake, 0, REASON['position-lost'], id);
      ledger.post(reserve, position.stake + profit, -profit, REASON['position-lost'], id);
    }
    this.#settle(position, { status: COMPLETED, result, reason: CLOSE_REASON.none });
  }

  /** Equal prices, or no tick in time: stake and fee back, the reserve free again. */
  #giveBack(position: Position, end: { status: number; result: number; reason: number }): void {
    const ledger = this.#ledger;
    const { account, escrow, reserve } = this.#accounts(position);
    const back = position.stake + position.fee;
    const profit = mulPpmFloor(position.stake, position.profitRatePpm);
    ledger.post(escrow, -back, 0, REASON['position-returned'], position.position);
    ledger.post(account, back, 0, REASON['position-returned'], position.position);
    ledger.post(reserve, profit, -profit, REASON['position-returned'], position.position);
    this.#settle(position, end);
  }

  #accounts(position: Position): { account: number; escrow: number; reserve: number; asset: number } {
    const asset = this.#registry.markets[position.market]!.definition.quote;
    return {
      asset,
      account: this.#ledger.account(position.owner, WALLET.contract, asset),
      escrow: this.#escrow(asset),
      reserve: this.#ledger.account(HOUSE.secondsContractReserve, WALLET.house, asset),
    };
  }

  #settle(position: Position, end: { status: number; result: number; reason: number }): void {
    position.status = end.status;
    position.result = end.result;
    position.reason = end.reason;
    this.positions.delete(position.position);
    this.#countStake(position, -position.stake);
    const own = this.#byOwner.get(position.owner)!;
    own.delete(position);
    if (own.size === 0) this.#byOwner.delete(position.owner);
    this.#log.position(position);
  }
}

/** Whether a tick opens a position: it has a price, and comes after acceptance. */
function isOpening({ market, acceptedMs }: Position, tick: PricedTick): boolean {
  return (tick.prices[market] ?? 0) !== 0 && tick.timeMs > acceptedMs;
}

function dueContract({ market, position }: Position, tick: PricedTick, action: number): DueItem {
  const price = tick.prices[market] ?? 0;
  return { tick: tick.tick, market, order: 0, position, action, tickMs: tick.timeMs, price };
}

function stakeShape(
  stake: number,
  { minStake, maxStake }: DefineSecondsContract['durations'][number],
): RefusalName | null {
  if (!Number.isSafeInteger(stake) || stake <= 0) return 'seconds-contract/amount-missing';
  if (stake < minStake) return 'seconds-contract/below-minimum';
  return stake > maxStake ? 'seconds-contract/above-maximum' : null;
}
