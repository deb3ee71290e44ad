/** What a call's handler is: parsed input and caller in, data or a refusal out. A table that misses a call does not compile. */
import type { CallName, CallNamed, DataOf, ParsedInputOf, Refusal } from '@glasshouse/protocol';
import type { Cookies } from './cookies.ts';
import { SharedBody } from './shared-body.ts';

export type Language = 'en' | 'zh';

/** Who calls. `userId` is 0 for a visitor; calls with access 'user' never see 0. */
export interface Caller {
  readonly userId: number;
  /** Key of the session in the session store, '' for a visitor. */
  readonly sessionKey: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Where the page that calls lies, such as 'https://exchange.example'; null for programs. */
  readonly origin: string | null;
  readonly cookies: Cookies;
  readonly language: Language;
  /** Present when the client sent an Idempotency-Key on a call that moves money. */
  readonly idempotency: Idempotency | null;
  /** The body of a call that takes a file, else null. */
  readonly upload: Uint8Array | null;
}

export interface Idempotency {
  readonly key: string;
  /** Hash of the call's name and parsed input: the same key with another hash is refused. */
  readonly requestHash: string;
}

/** Data whose JSON text is at hand already, for many requests: the bytes of the reply are made once. */
export class Serialised {
  readonly json: string;
  #body: SharedBody | null = null;

  constructor(json: string) {
    this.json = json;
  }

  /** The reply; `wrap` puts the envelope around the JSON text, and a call always wraps alike. */
  body(wrap: (json: string) => string): SharedBody {
    return (this.#body ??= new SharedBody(Buffer.from(wrap(this.json))));
  }
}

/** Data whose JSON text is at hand already, for one request alone: a string is sent with its head in one write, bytes are not. */
export class ReplyText {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

type Answer<T> = T | Serialised | ReplyText | Refusal;

export type Handler<N extends CallName> = (
  input: ParsedInputOf<CallNamed<N>>,
  caller: Caller,
) => Answer<DataOf<CallNamed<N>>> | Promise<Answer<DataOf<CallNamed<N>>>>;

/** Every handler of the API. */
export type HandlerTable = { readonly [N in CallName]: Handler<N> };

/** The handlers one feature owes: those of the calls whose name starts with its own. */
export type FeatureHandlers<F extends string> = {
  readonly [N in Extract<CallName, `${F}/${string}`>]: Handler<N>;
};
