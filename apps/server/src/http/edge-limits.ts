/** Every limit of the edge in one place, as docs/operating/limits.md publishes them. Those of the stream are in ws/. */
import type { BucketLimit } from './token-buckets.ts';

/**
 * Requests, widened by RATE_LIMIT_FACTOR. A visitor's page takes about ten calls and thirty files: twenty people behind one address who open
 * the site at once take a third of the burst.
 */
export const REQUEST_LIMITS = {
  /** Calls without a session, of one network. */
  calls: { burst: 600, perSecond: 60 },
  /** Pages and files, of one network. */
  files: { burst: 3_000, perSecond: 300 },
  /** Calls of one signed-in user, wherever they come from. */
  user: { burst: 500, perSecond: 100 },
  /** New connections of one network. */
  connections: { burst: 600, perSecond: 30 },
  /** New streams of one network. */
  streams: { burst: 150, perSecond: 10 },
} as const satisfies Record<string, BucketLimit>;

export type RequestClass = 'calls' | 'files' | 'user';

/** How many things at once. Never widened: they bound memory. */
export const EDGE_LIMITS = {
  /** Connections in all. At the limit the longest idle one of the network that holds most makes room; where none is idle, the new one is closed. */
  connections: 10_000,
  /** Connections of one network, streams among them. The next is closed at once. */
  connectionsOfOneNetwork: 600,
  /** Requests of one connection that are worked on at once; those pipelined beyond it wait. */
  inFlightOfOneConnection: 4,
  /** Pipelined requests of one connection that wait. With one more the connection is closed. */
  waitingOfOneConnection: 64,
  /** Pipelined requests that wait, in all. With one more its connection is closed. */
  waiting: 20_000,
  /** Requests of one network without a session, or of one user, that are queued or worked on. The next is refused with 429. No more can wait for a mutex. */
  inFlightOfOneCaller: 256,
  /** Requests without a session that are queued, in all. The next is refused with 503. */
  queued: 4_000,
  /** A queued request that is not begun by then is refused with 503. */
  queuedMs: 2_000,
  /** What was answered and is not taken for so long ends the connection. */
  unreadMs: 20_000,
  /** A refusal for coming too often is held back so long: who asks again at once gains nothing. */
  refusalHeldMs: 1_000,
} as const;
