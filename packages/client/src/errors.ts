/** The two ways in which a request fails: it is refused, or its answer is missing. */
import type { ErrorBody } from '@glasshouse/protocol/programs';

interface Refusal {
  readonly status: number;
  readonly body: ErrorBody & { readonly data?: unknown };
  readonly retryAfterS?: number | null;
}

/** A refusal. Nothing was done, apart from what `data` tells. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The status of HTTP, which sockets answer too. */
  readonly status: number;
  /** Binance's code, such as -2010. */
  readonly code: number;
  /** The stable name of the refusal, such as 'wallet/insufficient-balance'. */
  readonly error: string;
  /** The parameter that it is about; null if it is about none. */
  readonly field: string | null;
  /** After how many seconds to ask again; null where nothing says so. */
  readonly retryAfterS: number | null;
  /** Of a replacement of which a part was done: both parts, as in an answer. */
  readonly data: unknown;

  constructor({ status, body, retryAfterS = null }: Refusal) {
    super(body.msg);
    this.status = status;
    this.code = body.code;
    this.error = body.error;
    this.field = body.field ?? null;
    this.retryAfterS = retryAfterS;
    this.data = body.data;
  }

  /** Binance's words for it. */
  get msg(): string {
    return this.message;
  }
}

interface Unanswered {
  readonly asked: string;
  readonly why: string;
  /** When it can no longer begin, in the platform's time; null if it was never sent. */
  readonly endsMs: number | null;
}

/** A request without an answer: its line broke, its deadline passed, or there was no line. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
  /** 'unknown': it may have been done, and must be asked for (`SocketClient.findOrder`). */
  readonly outcome: 'not-sent' | 'unknown';
  /** From then on it is done, or never will be: ms since 1970 in the platform's time. */
  readonly endsMs: number | null;

  constructor({ asked, why, endsMs }: Unanswered, cause?: unknown) {
    super(`${asked}: ${why}`, { cause });
    this.outcome = endsMs === null ? 'not-sent' : 'unknown';
    this.endsMs = endsMs;
  }
}
