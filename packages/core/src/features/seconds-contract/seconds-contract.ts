/**
 * Seconds contracts: stakes on whether the price will be higher or lower after some seconds.
 *
 * Prices come only from tick commands. On acceptance stake and fee move to escrow and the profit is
 * frozen in the reserve, so that every outcome is covered. The opening price is that of the first
 * tick after acceptance, the closing price that of the first tick at or after opening plus
 * duration. Without a tick within the grace period the platform closes the position and returns
 * stake and fee.
 */
import type { RefusalName } from '@glasshouse/protocol';
import { feeOf, profitOf } from '@glasshouse/protocol/seconds-contract/quote';
import { WALLET } from '../../accounts.ts';
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import type { DueItem } from '../../due/due-queue.ts';
import type { CoreFeature, Finding, Hold, Kernel, MarketEnd } from '../../contract/feature.ts';
import type { Obligation, PricedTick } from '../../contract/feature.ts';
import { OUTFLOW } from '../../ledger/held-money.ts';
import { Stakes, type Stake } from '../../ledger/stakes.ts';
import { made } from '../../contract/outcomes.ts';
import { MARKET_STATUS } from '../../registry.ts';
import { isContractSound } from './bounds.ts';
import { type DefineSecondsContract, type OpenPosition, type SecondsContractCommand } from './commands.ts';
import type { PositionChanged } from './events.ts';
import { OpenStakes } from './open-stakes.ts';
import {
  acceptedPosition,
  CLOSE_REASON,
  COMPLETED,
  DUE_ACTION,
  latestEndOf,
  LIQUIDATED,
  RESULT,
  resultOf,
  TICK_GRACE_MS,
  type Position,
} from './position.ts';
import { SECONDS_CONTRACT_HOUSE, SECONDS_CONTRACT_REASON } from './reasons.ts';
import { Schedule } from './schedule.ts';
import { loadContracts, saveContracts } from './snapshot.ts';

export const SECONDS_CONTRACT = 'seconds-contract';
/** `FeatureDefinition.code`. */
export const SECONDS_CONTRACT_CODE = 1;

export class SecondsContract implements CoreFeature<SecondsContractCommand, PositionChanged> {
  /** Unsettled positions by id, in order of acceptance. */
  readonly positions = new Map<number, Position>();
  /** Definitions by market. */
  readonly offers = new Map<number, DefineSecondsContract>();
  readonly schedule = new Schedule();
  /** Unsettled positions by owner. */
  readonly #byOwner = new Map<number, Set<Position>>();
  readonly #openStakes = new OpenStakes();
  /** Positions whose opening is in the queue. */
  readonly #opening = new Set<number>();
  readonly #stakes: Stakes;
  readonly #kernel: Kernel;
  /** Number of the last position. */
  positionCount = 0;
  readonly snapshotVersion = 1;
  readonly commands: CoreFeature<SecondsContractCommand, PositionChanged>['commands'] = {
    'define-seconds-contract': (command) => made(this.#define(command), command.market),
    'open-position': (command, timeMs) => made(this.#open(command, timeMs), this.positionCount),
  };

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    const { secondsContractEscrow: escrow, secondsContractReserve: reserve } = SECONDS_CONTRACT_HOUSE;
    this.#stakes = new Stakes(kernel.ledger, {
      wallet: WALLET.contract,
      house: { escrow, reserve },
      reasons: {
        stake: SECONDS_CONTRACT_REASON['position-stake'],
        fee: SECONDS_CONTRACT_REASON['position-fee'],
        reserve: SECONDS_CONTRACT_REASON['position-reserve'],
        payout: SECONDS_CONTRACT_REASON['position-payout'],
        returned: SECONDS_CONTRACT_REASON['position-returned'],
        lost: SECONDS_CONTRACT_REASON['position-lost'],
      },
    });
  }

  #define(command: DefineSecondsContract): RefusalName | null {
    if (this.#kernel.registry.markets[command.market] === undefined) return 'market/unknown-pair';
    if (!isContractSound(command)) return 'request/invalid';
    this.offers.set(command.market, command);
    return null;
  }

  /**
   * Checks in this order: account, market, halt, duration, end of the market, amount, number of
   * positions, open stakes, price, balance, reserve, held money.
   */
  #open(command: OpenPosition, timeMs: number): RefusalName | null {
    if (!this.#kernel.ledger.isOpen(command.owner)) return 'wallet/account-unknown';
    const market = this.#kernel.registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    const definition = this.offers.get(command.market);
    if (definition === undefined) return 'seconds-contract/not-offered';
    if (market.status !== MARKET_STATUS.trading) return market.closedRefusal;
    const duration = definition.durations.find((offered) => offered.seconds === command.seconds);
    if (duration === undefined || (command.direction !== 1 && command.direction !== 2))
      return 'seconds-contract/unknown-duration';
    if (!market.lastsUntil(latestEndOf(command.seconds, timeMs))) return 'market/delisting';
    const refusal = stakeShape(command.stake, duration) ?? this.#limitRefusal(command, definition);
    if (refusal !== null) return refusal;
    if (market.indexPrice === 0 || timeMs - market.indexMs > TICK_GRACE_MS) return 'market/no-price';
    const position = acceptedPosition(command, {
      position: this.positionCount + 1,
      fee: feeOf(command.stake, definition.feeRatePpm),
      feeRatePpm: definition.feeRatePpm,
      profitRatePpm: duration.profitRatePpm,
      acceptedMs: timeMs,
    });
    const stake = this.#stakeOf(position);
    const cover = this.#stakes.coverOf(stake);
    if (cover === 'customer-short') return 'wallet/insufficient-balance';
    if (cover === 'reserve-short') return 'seconds-contract/reserve-short';
    // A stake comes from the wallet of play, where nothing is held: it needs what is held to be
    // there.
    const { owner } = command;
    if (this.#kernel.heldMoney.refuses(OUTFLOW.play, owner, { asset: stake.asset, units: 0 }))
      return 'wallet/held';
    this.positionCount++;
    this.#stakes.take(stake);
    this.file(position);
    this.schedule.pending.push(position);
    this.#report(position);
    return null;
  }

  #stakeOf({ owner, market, stake, fee, profitRatePpm, position }: Position): Stake {
    return {
      owner,
      asset: this.#kernel.registry.markets[market]!.definition.quote,
      units: stake,
      fee,
      profit: profitOf(stake, profitRatePpm),
      reference: position,
    };
  }

  #report(position: Position): void {
    this.#kernel.log.emit(eventOf(position));
  }

  #limitRefusal(command: OpenPosition, definition: DefineSecondsContract): RefusalName | null {
    if (this.openCount(command.owner) >= definition.maxPositions)
      return 'seconds-contract/too-many-positions';
    return this.#openStakes.refusalOf(command, definition);
  }

  /** Indexes a position without postings, on acceptance and on restore. */
  file(position: Position): void {
    this.positions.set(position.position, position);
    const own = this.#byOwner.get(position.owner) ?? new Set<Position>();
    this.#byOwner.set(position.owner, own);
    own.add(position);
    this.#openStakes.count(position, position.stake);
  }

  openCount(owner: number): number {
    return this.#byOwner.get(owner)?.size ?? 0;
  }

  /** The open stakes of all on a market. */
  openStake(market: number): number {
    return this.#openStakes.totalOf(market);
  }

  /** Unsettled positions of an owner, newest first. */
  openPositions(owner: number): PositionChanged[] {
    return [...(this.#byOwner.get(owner) ?? [])].reverse().map((position) => this.#reported(position));
  }

  *open(owner?: number): Iterable<PositionChanged> {
    const positions = owner === undefined ? this.positions.values() : (this.#byOwner.get(owner) ?? []);
    for (const position of positions) yield this.#reported(position);
  }

  /** The last event of a position: an opening that is still queued has not been reported. */
  #reported(position: Position): PositionChanged {
    return this.#opening.has(position.position)
      ? eventOf({ ...position, openTick: 0, openMs: 0, openPrice: 0, dueMs: 0 })
      : eventOf(position);
  }

  /**
   * Queues closings and openings with their deciding price. The duration of a position runs from
   * this tick, even while its opening is still queued.
   */
  onTick(tick: PricedTick): void {
    const items = [...this.#dueToFinish(tick), ...this.#dueToOpen(tick)];
    items.sort((a, b) => a.market - b.market || a.id - b.id);
    for (const item of items) this.#kernel.due.add(item);
  }

  #dueToFinish(tick: PricedTick): DueItem[] {
    const items: DueItem[] = [];
    for (const position of this.schedule.takeDue(tick.tickMs)) {
      const isLate = tick.tickMs - position.dueMs > TICK_GRACE_MS;
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
      const isLate = tick.tickMs - position.acceptedMs > TICK_GRACE_MS;
      if (isLate) items.push(dueContract(position, tick, DUE_ACTION.noOpeningTick));
      else if (!isOpening(position, tick)) waiting.push(position);
      else {
        this.#setOpening(position, tick);
        this.#opening.add(position.position);
        items.push(dueContract(position, tick, DUE_ACTION.open));
      }
    }
    this.schedule.pending = waiting;
    return items;
  }

  processDue(item: DueItem): void {
    const position = this.positions.get(item.id)!;
    const { action } = item;
    if (action === DUE_ACTION.open) {
      this.#opening.delete(item.id);
      this.#report(position);
    } else if (action === DUE_ACTION.finish) this.#finishAt(position, item);
    else if (action === DUE_ACTION.noOpeningTick) this.#close(position, CLOSE_REASON.noOpeningTick);
    else this.#close(position, CLOSE_REASON.noClosingTick);
  }

  restoreDue(item: DueItem): void {
    if (item.action === DUE_ACTION.open) this.#opening.add(item.id);
    this.#kernel.due.add(item);
  }

  onRules(): void {}

  #setOpening(position: Position, tick: PricedTick): void {
    position.openTick = tick.tick;
    position.openMs = tick.tickMs;
    position.openPrice = tick.prices[position.market]!;
    position.dueMs = tick.tickMs + position.seconds * 1000;
    this.schedule.add(position);
  }

  /**
   * Win: pays stake and profit to the user. Loss: moves the stake to the reserve. Draw: returns
   * stake and fee.
   */
  #finishAt(position: Position, { tick, tickMs, price }: Pick<DueItem, 'tick' | 'tickMs' | 'price'>): void {
    position.finishTick = tick;
    position.finishMs = tickMs;
    position.finishPrice = price;
    const result = resultOf(position.direction, position.openPrice, price);
    const stake = this.#stakeOf(position);
    if (result === RESULT.draw) this.#stakes.giveBack(stake);
    else if (result === RESULT.win) this.#stakes.payOut(stake);
    else this.#stakes.collect(stake);
    this.#settle(position, { status: COMPLETED, result, reason: CLOSE_REASON.none });
  }

  /** Closes a position without a tick in time: returns stake and fee. */
  #close(position: Position, reason: number): void {
    this.#stakes.giveBack(this.#stakeOf(position));
    this.#settle(position, { status: LIQUIDATED, result: RESULT.none, reason });
  }

  #settle(position: Position, end: { status: number; result: number; reason: number }): void {
    position.status = end.status;
    position.result = end.result;
    position.reason = end.reason;
    this.positions.delete(position.position);
    this.#openStakes.count(position, -position.stake);
    const own = this.#byOwner.get(position.owner)!;
    own.delete(position);
    if (own.size === 0) this.#byOwner.delete(position.owner);
    this.#report(position);
  }

  *holds(): Iterable<Hold> {
    const { secondsContractEscrow, secondsContractReserve } = SECONDS_CONTRACT_HOUSE;
    const wallet = WALLET.house;
    for (const position of this.positions.values()) {
      const { asset, units, fee, profit } = this.#stakeOf(position);
      yield { owner: secondsContractEscrow, wallet, asset, part: 'escrow', units: units + fee };
      yield { owner: secondsContractReserve, wallet, asset, part: 'frozen', units: profit };
    }
  }

  /** Now is what contracts would win at the last index price, those that have not opened none. */
  obligations(): Obligation[] {
    const sums = new Map<number, { -readonly [K in keyof Obligation]: Obligation[K] }>();
    for (const position of this.positions.values()) {
      const { asset, units, fee, profit } = this.#stakeOf(position);
      const sum = sums.get(asset) ?? { asset, count: 0, customers: 0, owedNow: 0, owedAtMost: 0 };
      sums.set(asset, sum);
      sum.count++;
      sum.customers += units + fee;
      sum.owedAtMost += profit;
      if (this.#resultNow(position) === RESULT.win) sum.owedNow += profit;
    }
    return [...sums.values()];
  }

  #resultNow({ market, direction, openPrice }: Position): number {
    const { indexPrice } = this.#kernel.registry.markets[market]!;
    return openPrice === 0 || indexPrice === 0 ? RESULT.none : resultOf(direction, openPrice, indexPrice);
  }

  /** The audit compares the reserve with `obligations`. */
  needs(market: number, { closesMs }: MarketEnd): boolean {
    for (const position of this.positions.values())
      if (position.market === market && latestEndOf(position.seconds, position.acceptedMs) > closesMs)
        return true;
    return false;
  }

  findings(): Finding[] {
    return [];
  }

  save(out: ByteWriter): void {
    saveContracts(this, out);
  }

  load(input: ByteReader): void {
    loadContracts(this, input);
  }
}

const eventOf = (position: Position): PositionChanged => ({ type: 'position-changed', ...position });

function isOpening({ market, acceptedMs }: Position, tick: PricedTick): boolean {
  return (tick.prices[market] ?? 0) !== 0 && tick.tickMs > acceptedMs;
}

function dueContract({ market, position }: Position, tick: PricedTick, action: number): DueItem {
  const price = tick.prices[market] ?? 0;
  return {
    feature: SECONDS_CONTRACT_CODE,
    tick: tick.tick,
    market,
    id: position,
    action,
    tickMs: tick.tickMs,
    price,
  };
}

function stakeShape(
  stake: number,
  { minStake, maxStake }: DefineSecondsContract['durations'][number],
): RefusalName | null {
  if (!Number.isSafeInteger(stake) || stake <= 0) return 'seconds-contract/amount-missing';
  if (stake < minStake) return 'seconds-contract/below-minimum';
  return stake > maxStake ? 'seconds-contract/above-maximum' : null;
}
