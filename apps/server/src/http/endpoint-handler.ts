/**
 * The type of an endpoint's handler: checked parameters and the program that asks in, data or a
 * refusal out. A table without a handler for some endpoint does not compile.
 */
import type {
  EndpointDataOf,
  EndpointFailure,
  EndpointName,
  EndpointNamed,
  ParametersOf,
  UsedLimit,
} from '@glasshouse/protocol/programs';
import type { Refusal } from '@glasshouse/protocol';
import type { KeyPermission } from '@glasshouse/protocol/api-keys';
import type { Caller, ReplyText, Serialised } from './handler.ts';

/** The key of a request, as handlers see it. */
export interface ProgramKey {
  readonly keyId: string;
  readonly permissions: ReadonlySet<KeyPermission>;
  /** From when it may withdraw; Infinity without the permission. */
  readonly withdrawsFromMs: number;
}

/** Who asks. `userId` is 0 and `key` null on endpoints that anybody may ask. */
export interface ProgramCaller extends Pick<
  Caller,
  'userId' | 'operator' | 'ip' | 'userAgent' | 'language' | 'idempotency' | 'refusalNow'
> {
  readonly key: ProgramKey | null;
  /** The order limits, and how much of each the user has used. */
  readonly orderLimits: () => UsedLimit[];
  /** Of a request of a batch: resolves when those before it are answered. */
  readonly earlier?: () => Promise<unknown>;
  /** Of a request of a batch: to be called when its command is queued, so that the next begins. */
  readonly onSubmitted?: () => void;
}

/** A request of several parts that failed in whole or in part, with what became of each. */
export class ProgramFailure {
  readonly status: number;
  readonly body: { readonly code: number; readonly msg: string; readonly data: unknown };

  constructor({ status, code, msg }: EndpointFailure, data: unknown) {
    this.status = status;
    this.body = { code, msg, data };
  }
}

type Answer<T> = T | Serialised | ReplyText | Refusal | ProgramFailure;

export type EndpointHandler<N extends EndpointName> = (
  input: ParametersOf<EndpointNamed<N>>,
  caller: ProgramCaller,
) => Answer<EndpointDataOf<EndpointNamed<N>>> | Promise<Answer<EndpointDataOf<EndpointNamed<N>>>>;

/** Every handler of the trading API. */
export type EndpointTable = { readonly [N in EndpointName]: EndpointHandler<N> };

/** The handlers of one feature: those of the endpoints whose name starts with its own. */
export type FeatureEndpoints<F extends string> = {
  readonly [N in Extract<EndpointName, `${F}/${string}`>]: EndpointHandler<N>;
};
