/**
 * The rules of the watch: their numbers, in one place. They are public (docs/features/watch.md):
 * who trades honestly has nothing to guess, and a case alone does nothing to an account.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Units of USDT. */
const USDT = 1_000_000;

/** Below this, nobody looks: a case costs the time of a person. */
const VALUE_MIN = 100 * USDT;

/** Two accounts trade a pair back and forth, and have in the end what they had. */
export const WASH = {
  windowMs: 7 * DAY_MS,
  /** Trades between the two, and in the rarer direction. */
  tradesMin: 5,
  eachWayMin: 2,
  /** What is left, of all that went to and fro, in percent. */
  netPercentMax: 20,
  /** Of all that the less active one traded of the pair, with anybody, in percent. */
  sharePercentMin: 40,
  /** The same where the accounts are linked: by a browser, a network, an invitation. */
  linkedSharePercentMin: 20,
  valueMin: VALUE_MIN,
} as const;

/** Coins go round three to five accounts by trades, and come back to where they began. */
export const RING = {
  windowMs: 7 * DAY_MS,
  sizeMin: 3,
  sizeMax: 5,
  /** Of each link of the ring. */
  tradesMin: 2,
  /** The thinnest link of the ring, of the thickest, in percent. */
  evenPercentMin: 40,
  /** The thinnest link, paid and received, of all that a member traded of the pair, in percent. */
  sharePercentMin: 25,
  valueMin: VALUE_MIN,
  /** The thickest links that are followed from an account. */
  linksFollowed: 6,
} as const;

/** Amounts one after the other that stay just below a limit. */
export const STRUCTURING = {
  windowMs: 7 * DAY_MS,
  /** From this part of the limit on, and below it, in percent. */
  nearPercent: 85,
  countMin: 3,
  /** Of all deposits, or all withdrawals, of those days, in percent. */
  sharePercentMin: 50,
} as const;

/** Money comes in and goes out again, hardly traded. */
export const VELOCITY = {
  windowMs: 14 * DAY_MS,
  passesMin: 3,
  withinMs: 24 * HOUR_MS,
  /** What leaves, of what came, in percent. */
  outPercentMin: 80,
  /** What is traded between, of what came, in percent. */
  tradedPercentMax: 20,
  valueMin: VALUE_MIN,
} as const;

/** Many accounts are used in one browser. */
export const DEVICE = { windowMs: 30 * DAY_MS, accountsMin: 5, accountsRead: 100 } as const;

/** Rows of a source that one step reads, and steps of a look. */
export const BUDGET = {
  rows: 500,
  steps: 20,
  /** Trades of one account in a window, and of all accounts of a step together. */
  ofEach: 2_000,
  ofAll: 40_000,
  /** Links that a step follows to find rings: what lies beyond is not looked for. */
  links: 200_000,
} as const;
/** One step spans no more than this, so that a window is the same however far behind it is. */
export const STEP_SPAN_MS = DAY_MS;
