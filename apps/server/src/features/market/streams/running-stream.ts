/** What a market stream does while somebody listens. */
import type { Traded } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { StreamAsked } from '@glasshouse/protocol/programs';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import type { MarketState } from '../state.ts';

export interface StreamTrade extends Traded {
  readonly timeMs: number;
}

export interface RunningStream {
  /** A commit has brought trades of its pair. */
  traded?(trades: readonly StreamTrade[]): void;
  /** A commit has come. */
  committed?(): void;
  /** Its time between two events has passed. */
  round?(): void;
  /** Shows its state again at the next round, because somebody has begun to listen. */
  joined?(): void;
  /** Nobody listens any more. */
  closed?(): void;
}

/** `E`: the shape of its events. */
export interface StreamParts<E> {
  readonly state: MarketState;
  readonly asked: StreamAsked;
  readonly emit: (event: E) => void;
}

/** Of a stream of one pair. */
export interface PairStreamParts<E> extends StreamParts<E> {
  readonly pair: NamedMarket;
}

export const nameOf = ({ symbol }: NamedMarket): string => symbol.toUpperCase();
export const priceText = ({ market }: NamedMarket, ticks: number): string =>
  formatFixed(ticks, market.definition.priceDecimals);
export const lotsText = ({ market }: NamedMarket, lots: number): string =>
  formatFixed(lots, market.definition.lotDecimals);
export const quoteText = ({ quote }: NamedMarket, units: number): string =>
  formatFixed(units, quote.decimals);
