/** Adds up every account of the ledger, by whose money it is. */
import {
  CAPITAL,
  chainOwner,
  FIRST_USER,
  HOUSE,
  HOUSE_MAX,
  isOutside,
  WALLET,
  type Exchange,
} from '@glasshouse/core';
import { LEDGER_GROUPS, type LedgerGroup } from '@glasshouse/protocol/wallet/office';
import { TRADERS } from './platform-traders.ts';

/** Units of one asset. Sums are BigInt, because a number could lose a unit. */
export interface TrialLine {
  readonly group: LedgerGroup;
  /** A wallet of customers, an account of the house, a network. */
  readonly account: string;
  readonly asset: number;
  readonly available: bigint;
  readonly frozen: bigint;
}

export interface TrialBalance {
  /** How many accounts were added up. */
  readonly accounts: number;
  /** By asset, then by group. */
  readonly lines: readonly TrialLine[];
}

interface Place {
  readonly group: LedgerGroup;
  readonly account: string;
}

/** The demo's traders, whose accounts are one line. */
const OTHER_TRADERS: Place = { group: 'traders', account: 'takers' };
const OTHER_HOUSE: Place = { group: 'promises', account: 'other' };

/** What came in from a network, by its number. */
export const chainAccount = (chain: number): string => `chain-${chain}`;
const OUTSIDE = Array.from({ length: HOUSE_MAX }, (_, i) => i + 1).filter((owner) => isOutside(owner));

/** The house's accounts and the platform's own traders, by their owners. */
const PLACES: ReadonlyMap<number, Place> = new Map<number, Place>([
  ...OUTSIDE.map(
    (owner) => [owner, { group: 'outside' as const, account: chainAccount(owner - chainOwner(0)) }] as const,
  ),
  ...Object.entries(HOUSE).map(([account, owner]) => {
    const group = isOutside(owner) ? ('outside' as const) : ('promises' as const);
    return [owner, { group, account }] as const;
  }),
  ...Object.entries(CAPITAL).map(
    ([account, owner]) => [owner, { group: 'house' as const, account }] as const,
  ),
  ...Object.entries(TRADERS).map(
    ([account, owner]) => [owner, { group: 'traders' as const, account }] as const,
  ),
]);
const WALLETS: readonly Place[] = Object.entries(WALLET).reduce<Place[]>((places, [account, wallet]) => {
  places[wallet] = { group: 'customers', account };
  return places;
}, []);

function placeOf(owner: number, wallet: number): Place {
  const place = owner >= FIRST_USER ? WALLETS[wallet] : PLACES.get(owner);
  return place ?? (owner > HOUSE_MAX ? OTHER_TRADERS : OTHER_HOUSE);
}

/** By group, the treasury first. */
const ORDER: readonly Place[] = [
  ...WALLETS,
  ...Object.values(CAPITAL).map((owner) => PLACES.get(owner)!),
  ...PLACES.values(),
];
const rankOf = (place: Place): number =>
  LEDGER_GROUPS.indexOf(place.group) * ORDER.length + ORDER.indexOf(place);

/** The owner of a house account by the name it has here; null: there is none. */
export function houseOwner(account: string): number | null {
  for (const [owner, place] of PLACES) if (place.account === account && owner <= HOUSE_MAX) return owner;
  return null;
}

/** Exact, and fast: most sums of numbers are safe integers for long. */
class Sum {
  #whole = 0n;
  #rest = 0;

  add(units: number): void {
    if (Math.abs(this.#rest) + Math.abs(units) > Number.MAX_SAFE_INTEGER) {
      this.#whole += BigInt(this.#rest);
      this.#rest = 0;
    }
    this.#rest += units;
  }

  get units(): bigint {
    return this.#whole + BigInt(this.#rest);
  }
}

interface Sums {
  readonly available: Sum;
  readonly frozen: Sum;
}

/** Passes over every account: read it between two batches, and not for each reader. */
export function trialBalanceOf(exchange: Exchange): TrialBalance {
  const places = new Map<Place, (Sums | undefined)[]>();
  let accounts = 0;
  exchange.forEachAccount(({ owner, wallet, asset, available, frozen }) => {
    accounts++;
    const place = placeOf(owner, wallet);
    const byAsset = places.get(place) ?? [];
    if (byAsset.length === 0) places.set(place, byAsset);
    const sums = (byAsset[asset] ??= { available: new Sum(), frozen: new Sum() });
    sums.available.add(available);
    sums.frozen.add(frozen);
  });
  const inOrder = [...places].toSorted(([a], [b]) => rankOf(a) - rankOf(b));
  const lines = inOrder.flatMap(([place, byAsset]) =>
    byAsset.flatMap((sums, asset) =>
      sums === undefined
        ? []
        : [{ ...place, asset, available: sums.available.units, frozen: sums.frozen.units }],
    ),
  );
  return { accounts, lines: lines.toSorted((a, b) => a.asset - b.asset) };
}
