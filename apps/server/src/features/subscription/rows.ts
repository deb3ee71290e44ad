/** Entries as the API shows them. */
import { formatDecimal } from '@glasshouse/money';
import type { SubscriptionRow } from '@glasshouse/protocol/subscription';
import type { Catalogue } from '../../catalogue.ts';

interface EntryFields {
  readonly entry: number;
  readonly asset: number;
  readonly amount: number;
  readonly openedMs: number;
}

export function entryRowOf(catalogue: Catalogue, entry: EntryFields): SubscriptionRow {
  const { code, decimals } = catalogue.assetAt(entry.asset);
  return {
    id: String(entry.entry),
    currency: code,
    amount: formatDecimal(entry.amount, decimals),
    time: entry.openedMs,
  };
}
