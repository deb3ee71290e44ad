/** How the market maker quotes a pair, and how operators change it. */
import type { NamedMarket } from './catalogue.ts';

export interface MakerTerms {
  readonly isOn: boolean;
  /** Half the distance of the best quotes from each other, in ppm of the reference. */
  readonly halfSpreadPpm: number;
  /** Quotes on each side, from 1 to 38. */
  readonly levels: number;
  /** Value of the first quote in units of the quote coin; 0: what is usual for the pair. */
  readonly size: number;
  /** Units of the base coin that it does not sell. */
  readonly keep: number;
  /** Units of the base coin above which it does not buy; 0: no bound. */
  readonly most: number;
  /** How far its middle leans at most, against what it holds too much of; needs `most`. */
  readonly skewPpm: number;
  /**
   * It steps aside while others show at least this value on each side within its spread, in units
   * of the quote coin; 0: never.
   */
  readonly aside: number;
}

export interface MakerTermsPort {
  of(pair: NamedMarket): MakerTerms;
  /** Adds a version; in force from the next tick on. */
  set(pair: NamedMarket, terms: MakerTerms, by: { operator: string; nowMs: number }): Promise<void>;
}
