/**
 * What the watch reads of users, from the features that have it: what is new since a number, and
 * what one user did within some days. Nothing here reads all of a table.
 */
export interface TimeWindow {
  readonly sinceMs: number;
  /** Including. */
  readonly untilMs: number;
}

/** A trade between two different users. */
export interface UserTrade {
  readonly trade: number;
  readonly timeMs: number;
  readonly market: number;
  /** The asset that it was paid in. */
  readonly quote: number;
  readonly buyer: number;
  readonly seller: number;
  readonly lots: number;
  readonly quoteUnits: number;
}

/** What an owner has traded of a market with anybody, in units of the asset it was paid in. */
export interface Turnover {
  readonly market: number;
  readonly quote: number;
  readonly units: bigint;
}

/** Given by the feature spot. */
export interface TradeFacts {
  /** Trades between users after this one, oldest first. */
  readonly newTrades: (afterTrade: number, limit: number) => Promise<readonly UserTrade[]>;
  /** Trades between users of each of the owners, of each the newest `ofEach`. */
  readonly tradesOf: (
    owners: readonly number[],
    among: TimeWindow & { readonly ofEach: number },
  ) => Promise<readonly UserTrade[]>;
  /** Of the newest fills, when there are very many. */
  readonly turnoversOf: (owner: number, window: TimeWindow) => Promise<readonly Turnover[]>;
  /** The name of a pair, such as 'BTC/USDT'. */
  readonly pairName: (market: number) => string;
}

export type MovementKind = 'deposit' | 'withdrawal';

/** A deposit, or a withdrawal that was neither rejected nor taken back. */
export interface Movement {
  readonly kind: MovementKind;
  readonly id: number;
  readonly owner: number;
  readonly timeMs: number;
  /** For people, such as '950 USDT'. */
  readonly amount: string;
  /** Units of USDT: of a withdrawal as the rules saw it, of a deposit by the index now. */
  readonly value: number | null;
}

/** An amount that operators and users know, below which less is asked. */
export interface PublishedLimit {
  readonly name: 'large' | 'very-large' | 'daily-unverified' | 'daily-verified';
  /** Units of USDT. */
  readonly units: number;
}

/** Given by the feature funding. */
export interface MovementFacts {
  /** After this number, oldest first. */
  readonly newMovements: (kind: MovementKind, after: number, limit: number) => Promise<readonly Movement[]>;
  /** Newest first, at most `ofEach` of each kind. */
  readonly movementsOf: (
    owner: number,
    among: TimeWindow & { readonly ofEach: number },
  ) => Promise<readonly Movement[]>;
  readonly limits: () => readonly PublishedLimit[];
  /** In units of USDT by the index; null without a price. */
  readonly valueOf: (asset: number, units: number) => number | null;
  readonly linksAmong: (users: readonly number[]) => Promise<readonly AccountLink[]>;
}

export const LINK_KINDS = ['device', 'network', 'invite', 'document', 'address'] as const;

/** What two accounts have in common; `a` is the lower number. */
export interface AccountLink {
  readonly a: number;
  readonly b: number;
  readonly by: (typeof LINK_KINDS)[number];
}

export interface SignIn {
  readonly id: number;
  readonly user: number;
  readonly timeMs: number;
  /** A hash of the browser; null for programs. */
  readonly device: string | null;
}

/** Given by the feature identity. */
export interface SignInFacts {
  /** Those with success after this number, oldest first, that are some seconds old. */
  readonly newSignIns: (after: number, limit: number) => Promise<readonly SignIn[]>;
  /** The last sign-in of each user of a browser. */
  readonly usersOfDevice: (
    device: string,
    among: TimeWindow & { readonly limit: number },
  ) => Promise<readonly SignIn[]>;
  /** By browsers and networks of the last 90 days, and who invited whom. */
  readonly linksAmong: (users: readonly number[]) => Promise<readonly AccountLink[]>;
}

/** Documents that were handed in: a case, and the cases of other users with the same. */
export interface DocumentUse {
  readonly id: number;
  readonly user: number;
  readonly timeMs: number;
  readonly others: readonly {
    readonly id: number;
    readonly user: number;
    readonly timeMs: number;
    readonly by: 'number' | 'photo';
  }[];
}

/** Given by the feature kyc. */
export interface DocumentFacts {
  /** After this number, oldest first, that are some seconds old. */
  readonly newDocuments: (after: number, limit: number) => Promise<readonly DocumentUse[]>;
  readonly linksAmong: (users: readonly number[]) => Promise<readonly AccountLink[]>;
}

/** The pairs of users who have a value in common. */
export function linksBy(
  by: AccountLink['by'],
  had: readonly { readonly user: number; readonly value: string }[],
): AccountLink[] {
  const usersOf = new Map<string, Set<number>>();
  for (const { user, value } of had) usersOf.set(value, (usersOf.get(value) ?? new Set()).add(user));
  const links = new Map<string, AccountLink>();
  for (const users of usersOf.values()) {
    const sorted = [...users].toSorted((a, b) => a - b);
    for (const [i, a] of sorted.entries())
      for (const b of sorted.slice(i + 1)) links.set(`${a} ${b}`, { a, b, by });
  }
  return [...links.values()];
}
