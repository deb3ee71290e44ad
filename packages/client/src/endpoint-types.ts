/** The types of requests and answers. All of them derive from the definitions of the endpoints. */
import {
  ENDPOINTS,
  type AnyEndpoint,
  type BatchedMethod,
  type EndpointDataOf,
  type EndpointName,
  type EndpointsByName,
  type SentParametersOf,
} from '@glasshouse/protocol/programs';
import type { Values } from './signing.ts';

type Present<T> = Exclude<T, null | ''>;
/** Fields that may be absent are optional. */
type Sent<I> = {
  readonly [K in keyof I as undefined extends I[K] ? never : K]: Present<I[K]>;
} & {
  readonly [K in keyof I as undefined extends I[K] ? K : never]?: Present<I[K]> | undefined;
};

type RequiredName<I> = {
  [K in keyof I]-?: string extends K ? never : undefined extends I[K] ? never : K;
}[keyof I];
/** An endpoint without required parameters may be asked without any. */
type Arguments<I> = [RequiredName<I>] extends [never] ? [parameters?: Sent<I>] : [parameters: Sent<I>];

// Tables, so that the compiler works out each entry once and not at each request.
type Parameters = { readonly [N in EndpointName]: Sent<SentParametersOf<EndpointsByName[N]>> };
type ArgumentsByName = { readonly [N in EndpointName]: Arguments<SentParametersOf<EndpointsByName[N]>> };
type Answers = { readonly [N in EndpointName]: EndpointDataOf<EndpointsByName[N]> };

/** The parameters of an endpoint, such as those of 'spot/new-order'. */
export type ParametersFor<N extends EndpointName> = Parameters[N];
export type ArgumentsFor<N extends EndpointName> = ArgumentsByName[N];
/** What an endpoint answers. */
export type AnswerOf<N extends EndpointName> = Answers[N];

type NamesWith<M> = {
  [N in EndpointName]: EndpointsByName[N]['socketMethod'] extends M ? N : never;
}[EndpointName];
/** The endpoints that a socket takes. */
export type SocketEndpoint = NamesWith<string>;
/** The endpoints that can be part of a batch. */
export type BatchedEndpoint = NamesWith<BatchedMethod>;

const BY_NAME = new Map<string, AnyEndpoint>(
  (ENDPOINTS as readonly AnyEndpoint[]).map((endpoint) => [endpoint.name, endpoint]),
);

export function endpointNamed(name: EndpointName): AnyEndpoint {
  const endpoint = BY_NAME.get(name);
  if (endpoint === undefined) throw new TypeError(`there is no endpoint ${name}`);
  return endpoint;
}

/** The parameters among the arguments of a request. */
export const parametersIn = (given: readonly unknown[]): Values => (given[0] ?? {}) as Values;
