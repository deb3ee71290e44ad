/**
 * The trading API: endpoints in the shapes of Binance's spot API, by feature. Their fields are
 * those of https://developers.binance.com/docs/binance-spot-api-docs (2026).
 */
import type * as z from 'zod';
import { endpoints as market } from '../features/market/endpoints.ts';
import { endpoints as spot } from '../features/spot/endpoints.ts';
import type { Endpoint } from './endpoint.ts';

export {
  PROGRAM_ORDER_TYPES,
  SELF_TRADE_PREVENTION,
  type SymbolFilter,
  type SymbolInfo,
  type SymbolStatus,
  type UsedLimit,
} from '../features/market/exchange-info.ts';
export {
  INTERVALS,
  type Aggregate,
  type ProgramCandle,
  type ProgramTrade,
} from '../features/market/program-quotes.ts';
export type { DayTicker, FullTicker, MiniTicker } from '../features/market/program-tickers.ts';
export { defineEndpoint, type Endpoint, type EndpointShape, type Security } from './endpoint.ts';
export {
  BOOK_CHECKSUM_LEVELS,
  parseStream,
  STREAM_INTERVALS,
  STREAM_WINDOWS,
  STREAMS,
  type StreamAsked,
  type StreamDefinition,
  type StreamEvent,
  type StreamInterval,
  type StreamKind,
  type StreamWindow,
} from './streams.ts';

const FEATURES = { market, spot };
type FeatureEndpoint = (typeof FEATURES)[keyof typeof FEATURES][number];

/** Every endpoint of the trading API. */
export const ENDPOINTS: readonly FeatureEndpoint[] = Object.values(FEATURES).flatMap(
  (endpoints): readonly FeatureEndpoint[] => endpoints,
);

export type EndpointName = FeatureEndpoint['name'];
export type EndpointNamed<N extends EndpointName> = Extract<FeatureEndpoint, { readonly name: N }>;
export type ParametersOf<E> = E extends { readonly input: infer I extends z.ZodType } ? z.output<I> : never;
export type EndpointDataOf<E> = E extends { readonly data: infer O extends z.ZodType } ? z.output<O> : never;
export type AnyEndpoint = Endpoint;
