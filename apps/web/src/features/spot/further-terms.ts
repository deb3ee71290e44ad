/** Terms that an order can have besides its type: exits, an end, a bound on slippage, a source. */
import type { TriggerSource } from '@glasshouse/protocol/spot';

export interface FurtherTerms {
  /** Whether a take profit and a stop loss follow. */
  readonly exits: boolean;
  /** The time after which the order expires; 0 for never. */
  readonly lastsMs: number;
  /** How far from the best price a market order may trade; '' for as far as the pair allows. */
  readonly slippagePercent: string;
  readonly triggerBy: TriggerSource;
  /** The number of parts that an iceberg shows one after the other; 1 shows all at once. */
  readonly parts: number;
}

export const NO_FURTHER: FurtherTerms = {
  exits: false,
  lastsMs: 0,
  slippagePercent: '',
  triggerBy: 'index',
  parts: 1,
};

const HOUR_MS = 3_600_000;
/** How long an order may be chosen to last, with the key of its text. */
export const LASTS = [
  { ms: HOUR_MS, key: 'hour' },
  { ms: 24 * HOUR_MS, key: 'day' },
  { ms: 7 * 24 * HOUR_MS, key: 'week' },
  { ms: 30 * 24 * HOUR_MS, key: 'month' },
] as const;

export const SLIPPAGES = ['0.1', '0.5', '1', '2'] as const;

/** The parts of an iceberg that can be chosen. */
export const PARTS = [2, 5, 10, 20, 50] as const;

export const TRIGGER_SOURCES: readonly TriggerSource[] = ['index', 'last'];
