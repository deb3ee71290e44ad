/** The state of an exchange, as snapshots write and fill it. */
import type { DueItem, DueQueue } from '../due/due-queue.ts';
import type { FeatureEntry } from '../contract/feature.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Registry } from '../registry.ts';
import type { Rules } from '../rules.ts';

export interface ExchangeState {
  seq: number;
  timeMs: number;
  lastTick: { readonly tick: number; readonly tickMs: number };
  readonly rules: Rules;
  readonly registry: Registry;
  readonly ledger: Ledger;
  readonly due: DueQueue;
  readonly featureList: readonly FeatureEntry[];
  /** Lets the feature of an item queue it again. */
  restoreDue(item: DueItem): void;
}
