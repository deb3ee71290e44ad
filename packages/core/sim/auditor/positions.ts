/**
 * The auditor's own rules of seconds contracts: what is accepted, when a position opens, when it is
 * due, how it ends, who is paid.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { OpenPosition, Tick } from '../../src/index.ts';
import type { PositionChanged } from '../../src/index.ts';
import type { Books, Report } from './books.ts';
import type { AuditedHolds } from './held-money.ts';
import { floorDiv, MILLION, type AuditedMarket } from './markets.ts';

const GRACE_MS = 5_000;
const FEES = [3, 0] as const;
const RESERVE = [4, 0] as const;
const ESCROW = [5, 0] as const;
const CONTRACT = 1;

export type AuditedPosition = { -readonly [K in keyof Omit<PositionChanged, 'type'>]: PositionChanged[K] };

interface Parts {
  readonly books: Books;
  readonly held: AuditedHolds;
  readonly markets: ReadonlyMap<number, AuditedMarket>;
  readonly report: Report;
  /** The next sequence number in the due queue, which stops share. */
  readonly nextPlace: () => number;
}

/** All fields of a position, in the order in which breaches show them. */
const FIELDS = [
  'position',
  'owner',
  'market',
  'direction',
  'stake',
  'fee',
  'feeRatePpm',
  'profitRatePpm',
  'seconds',
  'acceptedMs',
  'openTick',
  'openMs',
  'openPrice',
  'dueMs',
  'finishTick',
  'finishMs',
  'finishPrice',
  'status',
  'result',
  'reason',
] as const satisfies readonly (keyof AuditedPosition)[];

/** When the last tick that can end a position comes: after its seconds and twice the grace. */
const latestEnd = ({ acceptedMs, seconds }: Pick<AuditedPosition, 'acceptedMs' | 'seconds'>): number =>
  acceptedMs + seconds * 1000 + 2 * GRACE_MS;

export class Positions {
  readonly open = new Map<number, AuditedPosition>();
  readonly #parts: Parts;
  /** Changes of the current command, as they should be reported, in order. */
  #told: AuditedPosition[] = [];
  /** Decided but unreported actions, in due order. */
  #due: { readonly position: AuditedPosition; readonly work: () => void; readonly at: number }[] = [];
  /** The actions among them that open a position, which may be decided to finish before. */
  readonly #openings = new Set<() => void>();
  #last = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns the expected refusal, or null after adding the accepted position. */
  accept(command: OpenPosition, timeMs: number): RefusalName | null {
    const { markets, books, held } = this.#parts;
    const market = markets.get(command.market);
    if (market === undefined) return 'market/unknown-pair';
    const refusal = this.#termsRefusal(command, market, timeMs);
    if (refusal !== null) return refusal;
    const { contract, definition } = market;
    const duration = contract!.durations.find(({ seconds }) => seconds === command.seconds)!;
    const stake = BigInt(command.stake);
    const fee = floorDiv(stake * BigInt(contract!.feeRatePpm), MILLION);
    const profit = floorDiv(stake * BigInt(duration.profitRatePpm), MILLION);
    const asset = definition.quote;
    if (books.get(command.owner, CONTRACT, asset).available < stake + fee)
      return 'wallet/insufficient-balance';
    if (books.get(...RESERVE, asset).available < profit) return 'seconds-contract/reserve-short';
    if (held.closes('play', command.owner, { asset, units: 0n })) return 'wallet/held';
    books.expect([command.owner, CONTRACT, asset], -stake - fee);
    books.expect([...ESCROW, asset], stake + fee);
    books.expect([...RESERVE, asset], -profit, profit);
    const { owner, direction, seconds } = command;
    const position: AuditedPosition = {
      position: ++this.#last,
      owner,
      market: command.market,
      direction,
      stake: command.stake,
      fee: Number(fee),
      feeRatePpm: contract!.feeRatePpm,
      profitRatePpm: duration.profitRatePpm,
      seconds,
      acceptedMs: timeMs,
      openTick: 0,
      openMs: 0,
      openPrice: 0,
      dueMs: 0,
      finishTick: 0,
      finishMs: 0,
      finishPrice: 0,
      status: 0,
      result: 0,
      reason: 0,
    };
    this.open.set(position.position, position);
    this.#tell(position);
    return null;
  }

  /** Whether a position may need a tick after a time: its seconds, and twice the grace. */
  needs(market: number, closesMs: number): boolean {
    return [...this.open.values()].some((one) => one.market === market && latestEnd(one) > closesMs);
  }

  // oxlint-disable-next-line complexity -- The checks in the order of the page, each a line.
  #termsRefusal(command: OpenPosition, market: AuditedMarket, timeMs: number): RefusalName | null {
    const { contract } = market;
    if (contract === null) return 'seconds-contract/not-offered';
    if (market.closed !== null) return market.closed;
    const { stake, direction, owner } = command;
    const duration = contract.durations.find(({ seconds }) => seconds === command.seconds);
    if (duration === undefined || ![1, 2].includes(direction)) return 'seconds-contract/unknown-duration';
    if (!market.lastsUntil(latestEnd({ ...command, acceptedMs: timeMs }))) return 'market/delisting';
    if (!Number.isSafeInteger(stake) || stake <= 0) return 'seconds-contract/amount-missing';
    if (stake < duration.minStake) return 'seconds-contract/below-minimum';
    if (stake > duration.maxStake) return 'seconds-contract/above-maximum';
    const count = [...this.open.values()].filter((position) => position.owner === owner).length;
    if (count >= contract.maxPositions) return 'seconds-contract/too-many-positions';
    const stakes = [...this.open.values()].filter((position) => position.market === command.market);
    const sum = (positions: readonly AuditedPosition[]): number =>
      positions.reduce((units, position) => units + position.stake, stake);
    const { maxUserStake, maxOpenStake } = contract;
    if (maxUserStake > 0 && sum(stakes.filter((position) => position.owner === owner)) > maxUserStake)
      return 'seconds-contract/user-limit';
    if (maxOpenStake > 0 && sum(stakes) > maxOpenStake) return 'seconds-contract/platform-limit';
    return market.index === 0 || timeMs - market.indexMs > GRACE_MS ? 'market/no-price' : null;
  }

  /**
   * Decides now and acts at the item's turn: per tick by market, then in order of acceptance.
   */
  onTick(tick: Tick): void {
    const decided = new Set(
      this.#due.filter(({ work }) => !this.#openings.has(work)).map((due) => due.position),
    );
    const due = [...this.open.values()].filter((position) => {
      if (decided.has(position)) return false;
      const price = tick.prices[position.market] ?? 0;
      const [from, isAfter] =
        position.openTick > 0
          ? [position.dueMs, tick.tickMs >= position.dueMs]
          : [position.acceptedMs, tick.tickMs > position.acceptedMs];
      return tick.tickMs - from > GRACE_MS || (price > 0 && isAfter);
    });
    due.sort((a, b) => a.market - b.market || a.position - b.position);
    for (const position of due) {
      const at = this.#parts.nextPlace();
      if (position.openTick > 0) this.#due.push({ position, at, work: () => this.#finish(position, tick) });
      else if (tick.tickMs - position.acceptedMs > GRACE_MS)
        this.#due.push({
          position,
          at,
          work: () => this.#end(position, { status: 2, result: 0, reason: 1 }),
        });
      else {
        this.#setOpening(position, tick);
        const work = (): void => this.#tell(position);
        this.#openings.add(work);
        this.#due.push({ position, at, work });
      }
    }
  }

  /** Sequence number of the next item in the queue. */
  get nextDue(): number {
    return this.#due[0]?.at ?? Infinity;
  }

  /** Processes the next `count` items. */
  process(count: number): void {
    for (const { work } of this.#due.splice(0, count)) {
      work();
      this.#openings.delete(work);
    }
  }

  #setOpening(position: AuditedPosition, tick: Tick): void {
    position.openTick = tick.tick;
    position.openMs = tick.tickMs;
    position.openPrice = tick.prices[position.market]!;
    position.dueMs = tick.tickMs + position.seconds * 1000;
  }

  #finish(position: AuditedPosition, tick: Tick): void {
    const price = tick.prices[position.market] ?? 0;
    if (tick.tickMs - position.dueMs > GRACE_MS)
      return this.#end(position, { status: 2, result: 0, reason: 2 });
    if (price === 0) return;
    position.finishTick = tick.tick;
    position.finishMs = tick.tickMs;
    position.finishPrice = price;
    const move = Math.sign(price - position.openPrice);
    const wanted = position.direction === 1 ? 1 : -1;
    const result = move === 0 ? 3 : move === wanted ? 1 : 2;
    this.#end(position, { status: 1, result, reason: 0 });
  }

  #end(position: AuditedPosition, end: { status: number; result: number; reason: number }): void {
    const { books, markets } = this.#parts;
    const asset = markets.get(position.market)!.definition.quote;
    const user = [position.owner, CONTRACT, asset] as const;
    const stake = BigInt(position.stake);
    const fee = BigInt(position.fee);
    const profit = floorDiv(stake * BigInt(position.profitRatePpm), MILLION);
    books.expect([...ESCROW, asset], -stake - fee);
    if (end.result === 1) {
      books.expect([...FEES, asset], fee);
      books.expect(user, stake + profit);
      books.expect([...RESERVE, asset], 0n, -profit);
    } else if (end.result === 2) {
      books.expect([...FEES, asset], fee);
      books.expect([...RESERVE, asset], stake + profit, -profit);
    } else {
      books.expect(user, stake + fee);
      books.expect([...RESERVE, asset], profit, -profit);
    }
    Object.assign(position, end);
    this.open.delete(position.position);
    this.#tell(position);
  }

  #tell(position: AuditedPosition): void {
    this.#told.push({ ...position });
  }

  /** Checks that the events of the ended command are the expected ones, in order. */
  endCommand(events: readonly PositionChanged[]): void {
    const describe = (list: readonly AuditedPosition[]): string[] =>
      list.map((position) => FIELDS.map((field) => position[field]).join('/'));
    const [told, due] = [describe(events), describe(this.#told)];
    this.#told = [];
    for (let i = 0; i < Math.max(told.length, due.length); i++)
      if (told[i] !== due[i])
        this.#parts.report(`position ${told[i] ?? 'nothing'} where ${due[i] ?? 'nothing'} was due`);
  }
}
