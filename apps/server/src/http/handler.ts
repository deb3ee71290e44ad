/**
 * The type of a call's handler: parsed input and caller in, data or a refusal out. A table without
 * a handler for some call does not compile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CallName,
  CallNamed,
  DataOf,
  OperatorCallName,
  OperatorCallNamed,
  ParsedInputOf,
  Refusal,
} from '@glasshouse/protocol';
import type { Cookies } from './cookies.ts';
import type { OperatorIdentity } from './operator-reader.ts';
import { SharedBody } from './shared-body.ts';

export type Language = 'en' | 'zh';

/** The caller. `userId` is 0 for a visitor; calls with access 'user' never see 0. */
export interface Caller {
  readonly userId: number;
  /** Key of the session in the session store; '' for a visitor. */
  readonly sessionKey: string;
  /** Who asks, on calls of the back office; null on all others. */
  readonly operator: OperatorIdentity | null;
  readonly ip: string;
  readonly userAgent: string;
  /** The origin of the calling page, such as 'https://exchange.example'; null for programs. */
  readonly origin: string | null;
  readonly cookies: Cookies;
  readonly language: Language;
  /** Set if the client sent an Idempotency-Key on a call that moves money. */
  readonly idempotency: Idempotency | null;
  /**
   * The guard's refusal as of now: a freeze or an exclusion may have come while the call waited.
   * Null for calls without an operation.
   */
  readonly refusalNow: () => Refusal | null | Promise<Refusal | null>;
  /** The body of a call that takes a file; otherwise null. */
  readonly upload: Uint8Array | null;
}

export interface Idempotency {
  readonly key: string;
  /** Hash of the call's name and parsed input: the same key with another hash is refused. */
  readonly requestHash: string;
}

/** Data that is already JSON text, for many requests: the bytes of the reply are made once. */
export class Serialised {
  readonly json: string;
  #body: SharedBody | null = null;

  constructor(json: string) {
    this.json = json;
  }

  /**
   * The reply. `wrap` puts the envelope around the JSON text and must be the same at every call.
   */
  body(wrap: (json: string) => string): SharedBody {
    return (this.#body ??= new SharedBody(Buffer.from(wrap(this.json))));
  }
}

/**
 * Data that is already JSON text, for one request: Node sends a string with its headers in one
 * write, but bytes in two.
 */
export class ReplyText {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** A file that is sent while it is read. */
export class Download {
  readonly name: string;
  readonly chunks: AsyncIterable<string>;

  constructor(name: string, chunks: AsyncIterable<string>) {
    this.name = name;
    this.chunks = chunks;
  }
}

/**
 * A refusal that is sent at a fixed time, so that its delay does not reveal which check failed. Its
 * handler has ended and holds no slot meanwhile.
 */
export class DelayedRefusal {
  readonly refusal: Refusal;
  /** When it is sent, by `performance.now()`. */
  readonly untilMs: number;

  constructor(refusal: Refusal, untilMs: number) {
    this.refusal = refusal;
    this.untilMs = untilMs;
  }

  async released(): Promise<Refusal> {
    await sleep(Math.max(0, this.untilMs - performance.now()));
    return this.refusal;
  }
}

type Answer<T> = T | Serialised | ReplyText | Download | Refusal | DelayedRefusal;

/** The calls of the app and of the back office. */
export type AnyCallName = CallName | OperatorCallName;
type AnyCallNamed<N extends AnyCallName> = N extends CallName
  ? CallNamed<N>
  : N extends OperatorCallName
    ? OperatorCallNamed<N>
    : never;

export type Handler<N extends AnyCallName> = (
  input: ParsedInputOf<AnyCallNamed<N>>,
  caller: Caller,
) => Answer<DataOf<AnyCallNamed<N>>> | Promise<Answer<DataOf<AnyCallNamed<N>>>>;

/** Every handler of the API. */
export type HandlerTable = { readonly [N in AnyCallName]: Handler<N> };

/** The handlers that one feature provides: those of the calls whose name starts with its own. */
export type FeatureHandlers<F extends string> = {
  readonly [N in Extract<AnyCallName, `${F}/${string}`>]: Handler<N>;
};

/** An entry of the operators' log: what a call does or shows. */
export interface OperatorLogEntry {
  readonly act: AnyCallName;
  /** The object of the call, such as 'chat #7 of user 12'; may be empty. */
  readonly subject: string;
  readonly detail: string;
}
/**
 * Writes an entry and resolves when it is on disk. Only then may the call do or show what the entry
 * says.
 */
export type Note = (caller: Caller, entry: OperatorLogEntry) => Promise<void>;

const noted = new WeakSet<Caller>();
/** Records that the log has the entry of this caller's call. */
export const markNoted = (caller: Caller): void => void noted.add(caller);
/** Whether it has been recorded that the log has the entry. */
export const isNoted = (caller: Caller): boolean => noted.has(caller);

/** The operator of a call that only operators can make. */
export function callingOperator({ operator }: Caller): OperatorIdentity {
  if (operator === null) throw new Error('a call without an operator');
  return operator;
}
