/** What a call is: its path, who may make it, the shape of what goes in and comes out. Routes, docs and tests are made from these. */
import type * as z from 'zod';
import type { Operation } from './operations.ts';

export interface CallShape<N extends string = string> {
  /** 'feature/verb-noun': the key under which the server registers its handler. */
  readonly name: N;
  readonly method: 'GET' | 'POST';
  /** Below the prefix, such as '/spot/placeOrder'. */
  readonly path: string;
  /** The prefixes it answers under. */
  readonly prefixes: readonly ('/bb/app' | '/contract/app')[];
  readonly access: 'public' | 'user';
  /** True when the call moves money: it accepts an Idempotency-Key. */
  readonly movesMoney: boolean;
  /** What the call does for its user, where somebody may be kept from it: the server's guard decides before the handler runs. */
  readonly operation: Operation | null;
  /** The body is a file of at most so many bytes; the input comes from the query. */
  readonly uploadBytesMax: number | null;
  readonly summary: string;
}

export interface Call<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  N extends string = string,
> extends CallShape<N> {
  readonly input: I;
  readonly data: O;
}

type Options<I extends z.ZodType, O extends z.ZodType, N extends string> = Pick<
  CallShape<N>,
  'name' | 'path' | 'access' | 'summary'
> &
  Partial<Pick<CallShape, 'method' | 'prefixes' | 'movesMoney' | 'operation' | 'uploadBytesMax'>> & {
    input: I;
    data: O;
  };

export function defineCall<I extends z.ZodType, O extends z.ZodType, const N extends string>(
  options: Options<I, O, N>,
): Call<I, O, N> {
  return {
    method: 'POST',
    prefixes: ['/bb/app'],
    movesMoney: false,
    operation: null,
    uploadBytesMax: null,
    ...options,
  };
}

export type InputOf<C> = C extends { readonly input: infer I extends z.ZodType } ? z.input<I> : never;
export type ParsedInputOf<C> = C extends { readonly input: infer I extends z.ZodType } ? z.output<I> : never;
export type DataOf<C> = C extends { readonly data: infer O extends z.ZodType } ? z.output<O> : never;

/** The envelope of every reply. `error` is the refusal's name, `field` the wrong field; both absent on success. */
export interface Envelope<T = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data?: T;
  readonly error?: string;
  readonly field?: string;
}

export const SUCCESS_CODE = 1;
export const SESSION_INVALID_CODE = -2;
