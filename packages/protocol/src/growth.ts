/**
 * What requests add to the disk, by kind, and how much of each a day allows. A call that writes
 * names its kind (`CallShape.grows`); docs/generated/growth.md is made of this table.
 */

export interface GrowthLimit {
  /** The most that one success adds, journal, tables and log together. */
  readonly bytes: number;
  /** Successes a day of one user, and of one operator. Null: another limit is far below. */
  readonly ofUser: number | null;
  /** Successes a day of one area of networks (/24, /48) without a session; null: needs one. */
  readonly ofArea: number | null;
  /** Successes a day of all areas together. */
  readonly ofAllAreas: number | null;
  /**
   * Whether it goes on when the disk is nearly full: what people need to reach their money and be
   * answered.
   */
  readonly isKept: boolean;
  /** Another limit of it, or how it is removed. */
  readonly note: string;
}

export const GROWTH = {
  orders: {
    bytes: 3_000,
    ofUser: 200_000,
    ofArea: null,
    ofAllAreas: null,
    isKept: false,
    note: 'ended orders stay; the journal before a snapshot may be dropped',
  },
  funding: {
    bytes: 6_000,
    ofUser: 500,
    ofArea: null,
    ofAllAreas: null,
    isKept: false,
    note: 'open withdrawals of one user have a limit; one address for each chain',
  },
  accounts: {
    bytes: 20_000,
    ofUser: null,
    ofArea: 1_000,
    ofAllAreas: 100_000,
    isKept: false,
    note: 'each needs a mailed code',
  },
  signIns: {
    bytes: 3_000,
    ofUser: 5_000,
    ofArea: 20_000,
    ofAllAreas: 2_000_000,
    isKept: true,
    note: 'the history of sign-ins is pruned',
  },
  mails: {
    bytes: 8_000,
    ofUser: 500,
    ofArea: 5_000,
    ofAllAreas: 300_000,
    isKept: true,
    note: 'mail is removed when it is sent; codes have limits by address',
  },
  settings: {
    bytes: 4_000,
    ofUser: 2_000,
    ofArea: null,
    ofAllAreas: null,
    isKept: false,
    note: 'addresses, passkeys, sessions and API keys of one user have limits; ended keys go after 90 days',
  },
  preferences: {
    bytes: 66_000,
    ofUser: 1_000,
    ofArea: null,
    ofAllAreas: null,
    isKept: false,
    note: 'a text replaces the one before it; one user has at most 64 of 16,000 characters',
  },
  alerts: {
    bytes: 16_000,
    ofUser: 300,
    ofArea: null,
    ofAllAreas: null,
    isKept: false,
    note: 'an alert, then its message and mail; one user has at most 50 that wait',
  },
  feedback: {
    bytes: 3_000,
    ofUser: null,
    ofArea: 200,
    ofAllAreas: 20_000,
    isKept: false,
    note: 'one vote of one reader for one article',
  },
  chat: {
    bytes: 9_000,
    ofUser: 2_000,
    ofArea: 500,
    ofAllAreas: 50_000,
    isKept: false,
    note: 'closed chats are removed after 180 days',
  },
  files: {
    bytes: 9_000_000,
    ofUser: 200,
    ofArea: 100,
    ofAllAreas: 2_000,
    isKept: false,
    note: 'pictures, photos and vouchers have budgets of bytes, in all and for one sender',
  },
  keys: {
    bytes: 500,
    ofUser: 20_000,
    ofArea: null,
    ofAllAreas: null,
    isKept: false,
    note: 'the Idempotency-Key of calls that give back, such as a cancellation, for two days; beyond the number, and on a full disk, the call goes on and its key is forgotten',
  },
  office: {
    bytes: 9_000,
    ofUser: 50_000,
    ofArea: null,
    ofAllAreas: null,
    isKept: true,
    note: 'operators; their log is kept',
  },
} as const satisfies Record<string, GrowthLimit>;

export type Growth = keyof typeof GROWTH;
