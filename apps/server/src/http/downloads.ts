/**
 * Files that are sent while they are read. A file is read no faster than its client takes it, and
 * no further than its client stays; each user gets one at a time, and each network of visitors.
 */
import { Readable } from 'node:stream';
import type { Refusal } from '@glasshouse/protocol';
import type { FastifyReply } from 'fastify';
import type { Download } from './handler.ts';
import { TokenBuckets } from './token-buckets.ts';

/**
 * Files being sent, and those of visitors, who cannot take the slots of users. They bound the work
 * of the database, so RATE_LIMIT_FACTOR does not apply.
 */
export const DOWNLOADS_AT_ONCE = { inAll: 8, ofVisitors: 3, ofOneUser: 1 } as const;
/** A client that takes nothing for so long loses its file: slots are few. */
export const DOWNLOAD_STALL_MS = 30_000;
/** Files of one user. */
export const DOWNLOAD_RATE = { burst: 30, perSecond: 1 / 10 } as const;

/** The client may ask again after this many seconds. */
const AGAIN_S = 5;

export class DownloadSlots {
  readonly #holders = new Set<number | string>();
  readonly #rates = new TokenBuckets<number | string>(DOWNLOAD_RATE);

  /**
   * `holder` is the number of a user, or a visitor's network. Returns the function that gives the
   * slot back, or why there is none.
   */
  take(holder: number | string): (() => void) | Refusal {
    const again: Refusal = { error: 'request/too-many', retryAfterS: AGAIN_S };
    if (this.#holders.has(holder)) return again;
    if (!this.#hasRoom(holder)) return { error: 'request/busy', retryAfterS: AGAIN_S };
    const left = this.#rates.take(holder);
    if (left < 0) return { ...again, retryAfterS: -left };
    this.#holders.add(holder);
    return () => void this.#holders.delete(holder);
  }

  #hasRoom(holder: number | string): boolean {
    const visitors = [...this.#holders].filter((one) => typeof one === 'string').length;
    const isVisitor = typeof holder === 'string';
    if (isVisitor && visitors >= DOWNLOADS_AT_ONCE.ofVisitors) return false;
    return this.#holders.size < DOWNLOADS_AT_ONCE.inAll;
  }
}

/** Settles when nothing is read any more. Rejects if reading failed; a client may simply go. */
export async function sendDownload(
  reply: FastifyReply,
  { name, chunks }: Download,
  stallMs = DOWNLOAD_STALL_MS,
): Promise<void> {
  const stalled = new Timer(stallMs, () => reply.raw.destroy());
  const file = Readable.from(takenInTime(chunks, stalled), {
    objectMode: false,
  });
  let failure: Error | null = null;
  const ended = new Promise<void>((resolve) => file.once('close', resolve));
  file.once('error', (error) => (failure = error));
  void reply
    .headers({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    })
    .send(file);
  await ended;
  stalled.stop();
  // A stream that was closed early because the client left has not failed.
  if (failure !== null && !isClosedEarly(failure)) throw failure;
}

/** Whether a stream ended because its reader had gone. */
export const isClosedEarly = (error: Pick<NodeJS.ErrnoException, 'code'>): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** The timer runs while a chunk waits for the client, also the last one. */
async function* takenInTime(chunks: AsyncIterable<string>, stalled: Timer): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    stalled.begin();
    yield chunk;
    stalled.stop();
  }
  stalled.begin();
}

class Timer {
  readonly #ms: number;
  readonly #late: () => void;
  #running: NodeJS.Timeout | undefined;

  constructor(ms: number, late: () => void) {
    this.#ms = ms;
    this.#late = late;
  }

  begin(): void {
    this.stop();
    this.#running = setTimeout(this.#late, this.#ms);
  }

  stop(): void {
    clearTimeout(this.#running);
  }
}
