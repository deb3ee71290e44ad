/**
 * The trading API: endpoints in the shapes of Binance's spot API, by feature. Their fields are
 * those of https://developers.binance.com/docs/binance-spot-api-docs (2026).
 */
import type * as z from 'zod';
import * as features from '../endpoint-list.ts';
import type { Endpoint } from './endpoint.ts';

export { type SymbolFilter, type SymbolInfo, type SymbolStatus } from '../features/market/exchange-info.ts';
export {
  INTERVALS,
  type Aggregate,
  type Interval,
  type ProgramCandle,
  type ProgramTrade,
} from '../features/market/program-quotes.ts';
export type { DayTicker, FullTicker, MiniTicker } from '../features/market/program-tickers.ts';
export {
  PROGRAM_ORDER_TYPES,
  SELF_TRADE_PREVENTION,
  SELF_TRADE_PREVENTIONS,
  type ProgramOrderType,
  type SelfTradePrevention,
} from './order-terms.ts';
export type { ProgramError } from '../refusal-text.ts';
export {
  isAskedOnce,
  defineEndpoint,
  weightOf,
  type Endpoint,
  type EndpointFailure,
  type EndpointShape,
  type Security,
} from './endpoint.ts';
export { errorBody, socketErrorBody, type ErrorBody, type SocketErrorBody } from './fields.ts';
export { chainOfNetwork, NETWORK_OF_CHAIN } from './networks.ts';
export type { UsedLimit } from './rate-limits.ts';
export {
  BOOK_CHECKSUM_LEVELS,
  parseStream,
  STREAM_WINDOWS,
  STREAM_PLACES,
  STREAMS,
  type StreamAsked,
  type StreamDefinition,
  type StreamEvent,
  type StreamKind,
  type StreamWindow,
} from './streams.ts';
export {
  SOCKET_METHODS,
  SOCKET_SIGNED,
  type BatchedMethod,
  type SocketMethod,
  type SocketResult,
} from './socket-methods.ts';
export {
  USER_EVENTS,
  userMessage,
  type Execution,
  type ExecutionReport,
  type ListStatus,
  type UserEvent,
  type UserMessage,
} from './user-events.ts';

type Features = typeof features;
type FeatureEndpoint = Features[keyof Features][number];

/** Every endpoint of the trading API. */
export const ENDPOINTS: readonly FeatureEndpoint[] = Object.values(features).flatMap(
  (endpoints): readonly FeatureEndpoint[] => endpoints,
);

export type EndpointName = FeatureEndpoint['name'];
/** The compiler makes this table once; a search of the union at each use takes it seconds. */
export type EndpointsByName = { readonly [E in FeatureEndpoint as E['name']]: E };
export type EndpointNamed<N extends EndpointName> = EndpointsByName[N];
/** The parameters as a client sends them. */
export type SentParametersOf<E> = E extends { readonly input: infer I extends z.ZodType }
  ? z.input<I>
  : never;
/** The same as a handler gets them: checked, with their defaults. */
export type ParametersOf<E> = E extends { readonly input: infer I extends z.ZodType } ? z.output<I> : never;
export type EndpointDataOf<E> = E extends { readonly data: infer O extends z.ZodType } ? z.output<O> : never;
export type AnyEndpoint = Endpoint;
