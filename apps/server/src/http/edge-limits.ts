/**
 * Every limit of the edge in one place, as docs/operating/limits.md publishes them. Those of the
 * stream are in ws/.
 */
import type { BucketLimit } from './token-buckets.ts';

/**
 * Limits of requests, multiplied by RATE_LIMIT_FACTOR. A visitor's page takes about ten calls and
 * thirty files: twenty people behind one address who open the site at once use a third of the
 * burst.
 */
export const REQUEST_LIMITS = {
  /** Calls without a session, per network. */
  calls: { burst: 600, perSecond: 60 },
  /** Pages and files, per network. */
  files: { burst: 3_000, perSecond: 300 },
  /** Calls of one signed-in user, from anywhere. */
  user: { burst: 500, perSecond: 100 },
  /** Calls and files of the back office without a session, such as a sign-in, per network. */
  office: { burst: 400, perSecond: 40 },
  /** Calls and files of one signed-in operator, from anywhere. */
  operator: { burst: 500, perSecond: 100 },
  /** New connections per network. */
  connections: { burst: 600, perSecond: 30 },
  /** New streams per network. */
  streams: { burst: 150, perSecond: 10 },
} as const satisfies Record<string, BucketLimit>;

/**
 * Bodies of calls that take no file, unless the call allows more (`bodyBytesMax`). A larger one is
 * refused with 413.
 */
export const BODY_LIMIT_BYTES = 16_384;

/** What a body may cost to parse. Beyond it the body is refused unparsed. */
export const BODY_SHAPE_LIMITS = {
  /** Fields of a form. No call has half as many. */
  formFields: 64,
  /** Objects and arrays within each other in JSON. */
  jsonDepth: 16,
} as const;

export type RequestClass = 'calls' | 'files' | 'user' | 'office' | 'operator';

/** Limits of concurrency. RATE_LIMIT_FACTOR does not apply: they bound memory. */
export const EDGE_LIMITS = {
  /**
   * Connections in total. At the limit the oldest idle one of the network with the most connections
   * is closed; if none is idle, the new one is closed.
   */
  connections: 10_000,
  /** Connections per network, streams included. The next is closed at once. */
  connectionsOfOneNetwork: 600,
  /** Running requests per connection; further pipelined ones wait. */
  inFlightOfOneConnection: 4,
  /** Waiting pipelined requests per connection. One more closes the connection. */
  waitingOfOneConnection: 64,
  /** Waiting pipelined requests in total. One more closes its connection. */
  waiting: 20_000,
  /**
   * Queued and running requests per network without a session, per user, or per operator. The next
   * is refused with 429.
   */
  inFlightOfOneCaller: 256,
  /**
   * Running handlers of one user or operator, uploads apart; further ones wait for these. So no
   * more of one caller wait for a mutex.
   */
  runningOfOneCaller: 16,
  /**
   * Running handlers of calls by which users only read (`isRead`), in total; the users take turns.
   * So however many of them ask for lists at once, the line of the database stays short, and orders
   * and upkeep find it so.
   */
  runningReads: 8,
  /** Running handlers of calls without a session, in total; the networks take turns. */
  runningOfVisitors: 8,
  /**
   * The same of those who log in to the back office. Half of the hashes of operators' passwords
   * that are computed at once: the other half is for places from where operators have signed in.
   */
  runningOfOffice: 1,
  /** The same from places from where an operator has signed in before; the networks take turns. */
  runningOfKnownOffice: 4,
  /** Areas and networks of the back office whose last turn is remembered: the others go first. */
  turnsOfOffice: 20_000,
  /** Calls of one area that wait for these. The next is refused with 503. */
  waitingOfOneArea: 64,
  /**
   * Requests of one user or operator whose bodies are still coming. One more ends the oldest: to
   * refuse it would keep an owner out of an account whose session somebody has stolen.
   */
  arrivingOfOneCaller: 64,
  /** Queued requests without a session, in total. The next is refused with 503. */
  queued: 4_000,
  /**
   * The same of the back office, which waits in a line of its own; so do places from where
   * operators have signed in.
   */
  queuedOfOffice: 400,
  /** A request that has waited this long in the queue is refused with 503. */
  queuedMs: 2_000,
  /** A connection whose client does not read its answers for this long is closed. */
  unreadMs: 20_000,
  /**
   * A refusal for too many requests is delayed by this much, so that retrying at once gains
   * nothing.
   */
  refusalHeldMs: 1_000,
} as const;
