/**
 * The definition of an endpoint of the trading API, whose shapes are those of Binance's spot API:
 * its path and method over HTTP, its method over the WebSocket API, who may ask it, what it weighs,
 * and the shapes of its parameters and its answer. Routes, documents and tests derive from it.
 */
import type * as z from 'zod';
import type { KeyPermission } from '../features/api-keys/index.ts';
import type { Growth } from '../growth.ts';
import type { Operation } from '../operations.ts';
import type { ProgramError } from '../refusal-text.ts';
import type { RefusalName } from '../refusals.ts';

/** 'none': anybody. A permission: a signed request of a key that has it. */
export type Security = 'none' | KeyPermission;

/** A number, or what it is for given parameters; `examples` are those where it changes. */
export type Weight<I> =
  | number
  | { readonly of: (input: I) => number; readonly examples: readonly Partial<I>[] };

/** An answer that is neither success nor refusal: a request of several parts failed in some. */
export interface EndpointFailure {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
}

export interface EndpointShape<N extends string = string> {
  /** 'feature/verb-noun': the name under which its feature registers the handler. */
  readonly name: N;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Such as '/api/v3/order'. */
  readonly path: string;
  /** Its method over the WebSocket API, such as 'order.place'; null if it has none there. */
  readonly socketMethod: string | null;
  readonly security: Security;
  /** What the guard of persons decides about first; null if nobody can be denied it. */
  readonly operation: Operation | null;
  /** The call of our own that does the same: the guard knows it. Only with an operation. */
  readonly ownCall: string | null;
  /** What a success adds to the disk; null if nothing. */
  readonly grows: Growth | null;
  /** How many new orders it counts against the order limits. */
  readonly orders: number;
  /** Errors that it has for refusals which have others elsewhere, by their names. */
  readonly errors: Readonly<Record<string, ProgramError>>;
  /** Its own refusals, apart from those that its security, operation and limits bring. */
  readonly refusals: readonly RefusalName[];
  /** Such answers have `data` beside code and words, in the shape of a success. */
  readonly failures: readonly EndpointFailure[];
  readonly summary: string;
}

export interface Endpoint<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  N extends string = string,
> extends EndpointShape<N> {
  readonly weight: Weight<z.output<I>>;
  readonly input: I;
  readonly data: O;
}

type Options<S extends z.ZodRawShape, O extends z.ZodType, N extends string> = Pick<
  EndpointShape<N>,
  'name' | 'method' | 'path' | 'security' | 'summary'
> &
  Partial<Omit<EndpointShape, 'name' | 'method' | 'path' | 'security' | 'summary'>> & {
    readonly weight: Weight<z.output<z.ZodObject<S, z.core.$strict>>>;
    readonly input: z.ZodObject<S>;
    readonly data: O;
  };

/** Every endpoint refuses parameters that it does not have, as Binance does (-1104). */
export function defineEndpoint<
  S extends z.ZodRawShape,
  O extends z.ZodType,
  const N extends string,
  const M extends string | null = null,
>(
  options: Options<S, O, N> & { readonly socketMethod?: M },
): Endpoint<z.ZodObject<S, z.core.$strict>, O, N> & { readonly socketMethod: M } {
  return {
    operation: null,
    ownCall: null,
    grows: null,
    orders: 0,
    errors: {},
    refusals: [],
    failures: [],
    ...options,
    socketMethod: options.socketMethod ?? (null as M),
    input: options.input.strict(),
  };
}

/** What a request with these parameters weighs. */
export const weightOf = <I>(weight: Weight<I>, input: I): number =>
  typeof weight === 'number' ? weight : weight.of(input);

/** Whether a signed text that was seen before is refused: everything that does something. */
export const isAskedOnce = ({ method, security }: Pick<EndpointShape, 'method' | 'security'>): boolean =>
  method !== 'GET' && security !== 'none';
