/**
 * The definition of a call: its path, its access, the shapes of its input and output. Routes, docs
 * and tests derive from it.
 */
import type * as z from 'zod';
import type { Permission } from './operator-roles.ts';
import type { Growth } from './growth.ts';
import type { Operation } from './operations.ts';

export interface CallShape<N extends string = string> {
  /** 'feature/verb-noun': the key under which the server registers its handler. */
  readonly name: N;
  readonly method: 'GET' | 'POST';
  /** The path below the prefix, such as '/wallet/getAssets'. */
  readonly path: string;
  /** The prefixes of its routes. */
  readonly prefixes: readonly ('/bb/app' | '/contract/app' | '/operator/app')[];
  /**
   * 'public': anybody, the session is not looked up. 'visitor': anybody, and the handler knows who
   * is signed in. 'operator': operators alone, by a session of their own.
   */
  readonly access: 'public' | 'visitor' | 'user' | 'operator';
  /**
   * What an operator must be permitted; null: any may use it, or it is no call of operators.
   */
  readonly permission: Permission | null;
  /**
   * Of a call of operators: whether their log has an entry of what it does or shows. A success
   * without one fails.
   */
  readonly isLogged: boolean;
  /** Whether the call moves money and so accepts an Idempotency-Key. */
  readonly movesMoney: boolean;
  /**
   * What a success adds to the disk. Null for what reads, changes what is there, or gives back: it
   * is served also when the disk is full.
   */
  readonly grows: Growth | null;
  /** Whether the browser's cookie goes with the session, also if the session had ended before. */
  readonly endsSession: boolean;
  /**
   * The operation that the guard checks before the handler runs; null if nobody can be denied it.
   */
  readonly operation: Operation | null;
  /** If set, the body is a file of at most this many bytes, and the input comes from the query. */
  readonly uploadBytesMax: number | null;
  /**
   * If set, a success is a file of this type, which is sent while it is read; only refusals have
   * the envelope.
   */
  readonly download: 'text/csv' | null;
  /** The longest body, if valid input can exceed the server's usual limit. */
  readonly bodyBytesMax: number | null;
  /**
   * The names of the call's own refusals, without those that every call, its access, its operation
   * or the transport can give.
   */
  readonly refusals: readonly `${string}/${string}`[];
  readonly summary: string;
}

export interface Call<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  N extends string = string,
> extends CallShape<N> {
  readonly input: I;
  readonly data: O;
}

type Options<S extends z.ZodRawShape, O extends z.ZodType, N extends string> = Pick<
  CallShape<N>,
  'name' | 'path' | 'access' | 'summary'
> &
  Partial<
    Pick<
      CallShape,
      | 'method'
      | 'prefixes'
      | 'permission'
      | 'isLogged'
      | 'movesMoney'
      | 'grows'
      | 'endsSession'
      | 'operation'
      | 'uploadBytesMax'
      | 'download'
      | 'bodyBytesMax'
      | 'refusals'
    >
  > & {
    input: z.ZodObject<S>;
    data: O;
  };

/**
 * Every call refuses fields that it does not have: a misspelt field must not count as an absent one
 * (an absent pair cancels the orders of all pairs).
 */
export function defineCall<S extends z.ZodRawShape, O extends z.ZodType, const N extends string>(
  options: Options<S, O, N>,
): Call<z.ZodObject<S, z.core.$strict>, O, N> {
  return {
    method: 'POST',
    prefixes: ['/bb/app'],
    permission: null,
    isLogged: false,
    movesMoney: false,
    grows: null,
    endsSession: false,
    operation: null,
    uploadBytesMax: null,
    download: null,
    bodyBytesMax: null,
    refusals: [],
    ...options,
    input: options.input.strict(),
  };
}

/** Whether a call only reads. Its verb says so. */
export function isRead({ name }: Pick<CallShape, 'name'>): boolean {
  return /\/(get|preview|export|info)\b/.test(name);
}

export type InputOf<C> = C extends { readonly input: infer I extends z.ZodType } ? z.input<I> : never;
export type ParsedInputOf<C> = C extends { readonly input: infer I extends z.ZodType } ? z.output<I> : never;
export type DataOf<C> = C extends { readonly data: infer O extends z.ZodType } ? z.output<O> : never;

/**
 * The envelope of every reply. `error` is the refusal's name, `field` the invalid field; both are
 * absent on success.
 */
export interface Envelope<T = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data?: T;
  readonly error?: string;
  readonly field?: string;
}

export const SUCCESS_CODE = 1;
export const SESSION_INVALID_CODE = -2;

type OperatorOptions<S extends z.ZodRawShape, O extends z.ZodType, N extends string> = Omit<
  Options<S, O, N>,
  'access' | 'prefixes' | 'operation' | 'movesMoney' | 'method'
> & { readonly permission: Permission | null; readonly isLogged: boolean };

/** A call of the back office, for operators whose role has the permission. */
export function defineOperatorCall<S extends z.ZodRawShape, O extends z.ZodType, const N extends string>(
  options: OperatorOptions<S, O, N>,
): Call<z.ZodObject<S, z.core.$strict>, O, N> {
  return defineCall<S, O, N>({ ...options, access: 'operator', prefixes: ['/operator/app'] });
}
