/**
 * The server's interface to the market feature: define assets and pairs at the first start, run,
 * and stop.
 */
import type { Exchange } from '@glasshouse/core';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { PublicTick } from '@glasshouse/protocol/market';
import type { MakerTermsPort } from './maker-terms.ts';
import type { MarketStreams } from './market-streams.ts';
import type { FeatureHandlers } from '../http/handler.ts';
import type { FeatureEndpoints } from '../http/endpoint-handler.ts';
import type { Log } from '../process/log.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Seed } from './seed.ts';
import type { StreamHub } from '../ws/hub.ts';

export interface MarketParts {
  /** Applied after the market's own. */
  readonly productSeeds: readonly Seed[];
  readonly config: Config;
  readonly database: Database;
  readonly pipeline: Pipeline<Exchange>;
  readonly hub: StreamHub;
  readonly log: Log;
  /** Reports progress while the market starts. */
  readonly onProgress: (line: string) => void;
  /** No more ticks will come: the process must end and start again. */
  readonly onFatal: (error: Error) => void;
  /** During maintenance the platform's own takers place no orders, as nobody does. */
  readonly isClosed: () => boolean;
}

export interface RunningMarket {
  readonly handlers: FeatureHandlers<'market'>;
  readonly endpoints: FeatureEndpoints<'market'>;
  readonly streams: MarketStreams;
  /** How the market maker quotes; null where nobody quotes. */
  readonly makerTerms: MakerTermsPort | null;
  /** A public tick by its number, or null. */
  readTick(tick: number): Promise<PublicTick | null>;
  /**
   * The clock of ticks jumps ahead, for good. The seconds between are caught up as after a stop.
   */
  forward(ms: number): void;
  stop(): Promise<void>;
}

export type MarketFactory = (parts: MarketParts) => Promise<RunningMarket>;

/**
 * The market for the server: the modules of its projections, known before the pipeline starts, and
 * the start itself.
 */
export interface MarketPlug {
  readonly projections: readonly string[];
  readonly start: MarketFactory;
}
