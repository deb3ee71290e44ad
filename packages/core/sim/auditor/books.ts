/**
 * The auditor's own books of who owns what: maps of BigInt, and the expected moves of each command.
 * It shares only the shapes of events with the core.
 */
import type { Posting } from '../../src/index.ts';

export type Report = (breach: string) => void;

interface Holding {
  available: bigint;
  frozen: bigint;
}

/**
 * Owners outside: `external`, what networks cost, and chains. What came in is their negative
 * balance.
 */
const OUTSIDE: readonly number[] = [1, ...Array.from({ length: 40 }, (_, i) => 20 + i)];

export class Books {
  readonly #holdings = new Map<string, Holding>();
  /**
   * What the current command has moved, and what it should have, per account and without freezing
   * for orders.
   */
  readonly #moved = new Map<string, Holding>();
  readonly #expected = new Map<string, Holding>();
  readonly #sums = new Map<number, bigint>();
  /** Units frozen for each order, from the trades and the postings that name it. */
  readonly frozenFor = new Map<number, bigint>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  get(owner: number, wallet: number, asset: number): Readonly<Holding> {
    return this.#holdings.get(`${owner}/${wallet}/${asset}`) ?? { available: 0n, frozen: 0n };
  }

  /**
   * What an account has available once the moves that the current command should have made so far
   * are made. One command can end several things, and the first may free what the next one needs.
   */
  availableNext(owner: number, wallet: number, asset: number): bigint {
    const name = `${owner}/${wallet}/${asset}`;
    return this.get(owner, wallet, asset).available + (this.#expected.get(name)?.available ?? 0n);
  }

  /** Units of an asset that came in. */
  issued(asset: number): bigint {
    return OUTSIDE.reduce((sum, owner) => sum - this.get(owner, 0, asset).available, 0n);
  }

  /** Every account that ever held anything, by 'owner/wallet/asset'. */
  get holdings(): ReadonlyMap<string, Readonly<Holding>> {
    return this.#holdings;
  }

  post(posting: Posting): void {
    const { owner, wallet, asset, available, frozen, reason, reference } = posting;
    const name = `${owner}/${wallet}/${asset}`;
    const [a, f] = [BigInt(available), BigInt(frozen)];
    if (a === 0n && f === 0n) this.#report(`${name} is told of nothing by ${reason}`);
    const holding = add(this.#holdings, name, [a, f]);
    this.#sums.set(asset, (this.#sums.get(asset) ?? 0n) + a + f);
    if (holding.frozen < 0n || (holding.available < 0n && !(OUTSIDE.includes(owner) && wallet === 0)))
      this.#report(`${name} fell to ${holding.available} and ${holding.frozen} by ${reason}`);
    if (reason !== 'order-frozen' && reason !== 'order-released') {
      add(this.#moved, name, [a, f]);
      return;
    }
    if (a + f !== 0n) this.#report(`${reason} of order ${reference} makes ${a + f} units`);
    if (reference !== 0) this.freeze(reference, f);
  }

  freeze(order: number, units: bigint): void {
    this.frozenFor.set(order, (this.frozenFor.get(order) ?? 0n) + units);
  }

  /** Adds an expected move of the current command. Moves of one account add up. */
  expect(
    account: readonly [owner: number, wallet: number, asset: number],
    available: bigint,
    frozen = 0n,
  ): void {
    add(this.#expected, account.join('/'), [available, frozen]);
  }

  endCommand(): void {
    for (const [asset, sum] of this.#sums)
      if (sum !== 0n) this.#report(`the postings of asset ${asset} sum to ${sum}`);
    for (const name of new Set([...this.#moved.keys(), ...this.#expected.keys()])) {
      const moved = this.#moved.get(name) ?? { available: 0n, frozen: 0n };
      const expected = this.#expected.get(name) ?? { available: 0n, frozen: 0n };
      if (moved.available !== expected.available || moved.frozen !== expected.frozen)
        this.#report(
          `${name} moved by ${moved.available} and ${moved.frozen} instead of ${expected.available} and ${expected.frozen}`,
        );
    }
    this.#sums.clear();
    this.#moved.clear();
    this.#expected.clear();
  }
}

function add(
  holdings: Map<string, Holding>,
  name: string,
  [available, frozen]: readonly [bigint, bigint],
): Holding {
  const holding = holdings.get(name) ?? { available: 0n, frozen: 0n };
  holding.available += available;
  holding.frozen += frozen;
  holdings.set(name, holding);
  return holding;
}
