/** The account channel: after each commit, sends what changed to the users who listen. */
import type { AccountFrame } from '@glasshouse/protocol/stream';
import type { Catalogue } from '../catalogue.ts';
import type { CommittedBatch } from '../pipeline/batch.ts';
import type { AccountRow, AnyProduct } from '../product.ts';
import type { StreamClient } from './client.ts';
import type { StreamHub } from './hub.ts';

type Listed = Pick<AnyProduct, 'changedRow' | 'openRows'>;

export interface AccountChannelOptions {
  readonly hub: StreamHub;
  readonly catalogue: Catalogue;
  /** By feature. */
  readonly products: Readonly<Record<string, Listed>>;
}

/** Rows by feature, then by id: a later change of the same row replaces an earlier one. */
type Changes = Map<string, Map<number | string, unknown>>;

export class AccountChannel {
  readonly #options: AccountChannelOptions;
  readonly #products: readonly (readonly [feature: string, product: Listed])[];

  constructor(options: AccountChannelOptions) {
    this.#options = options;
    this.#products = Object.entries(options.products);
  }

  /** Called at each commit. */
  publish(batch: CommittedBatch): void {
    const { hub, catalogue } = this.#options;
    const byUser = new Map<number, Changes>();
    for (const { event, timeMs } of batch.events) {
      const { owner } = event as { readonly owner?: number };
      if (owner === undefined || !hub.hasUser(owner)) continue;
      let changes = byUser.get(owner);
      if (changes === undefined) byUser.set(owner, (changes = new Map()));
      for (const [feature, product] of this.#products) {
        const changed = product.changedRow(catalogue, event, timeMs);
        if (changed !== null) note(changes, feature, changed);
      }
    }
    for (const [owner, changes] of byUser)
      if (changes.size > 0) hub.publishToUser(owner, frameOf(changes, batch.lastSeq));
  }

  /**
   * Sends the current state: all open rows and all balances, empty ones too, because a client may
   * hold older ones.
   */
  snapshot(client: StreamClient): void {
    const { hub, catalogue } = this.#options;
    // Signed out in the meantime.
    if (client.userId === 0) return;
    const changes: Changes = new Map();
    for (const [feature, product] of this.#products)
      for (const row of product.openRows(catalogue, client.userId)) note(changes, feature, row);
    hub.send(client, frameOf(changes, catalogue.exchange.seq));
  }
}

function note(changes: Changes, feature: string, { id, row }: AccountRow<unknown>): void {
  let rows = changes.get(feature);
  if (rows === undefined) changes.set(feature, (rows = new Map()));
  rows.set(id, row);
}

function frameOf(changes: Changes, seq: number): AccountFrame {
  const entries = [...changes].map(([feature, rows]) => [feature, [...rows.values()]]);
  return { type: 'account', channel: 'account', changes: Object.fromEntries(entries), seq };
}
