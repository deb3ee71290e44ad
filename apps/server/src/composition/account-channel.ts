/** The account channel: after each commit, sends what changed to the users who listen. */
import type { AccountFrame } from '@glasshouse/protocol/stream';
import type { Catalogue } from '../contract/catalogue.ts';
import type { CommittedBatch } from '../pipeline/batch.ts';
import type { AccountRow, AnyProduct } from '../contract/product.ts';
import type { StreamClient } from '../ws/client.ts';
import type { StreamHub } from '../ws/hub.ts';

type Listed = Pick<AnyProduct, 'changedRow' | 'addedRows' | 'openRows'>;

export interface AccountChannelOptions {
  readonly hub: StreamHub;
  readonly catalogue: Catalogue;
  /** By feature. */
  readonly products: Readonly<Record<string, Listed>>;
  /** The initial rows that no command changes, by feature. */
  readonly besides: (owner: number) => Readonly<Record<string, readonly AccountRow<unknown>[]>>;
}

interface News {
  /** Rows by feature, then by id: a later change of the same row replaces an earlier one. */
  readonly changes: Map<string, Map<number | string, unknown>>;
  /** Rows by feature. */
  readonly added: Map<string, unknown[]>;
}

const noNews = (): News => ({ changes: new Map(), added: new Map() });

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
    if (hub.metrics.signedIn === 0) return;
    const byUser = new Map<number, News>();
    const newsOf = (owner: number): News => {
      const known = byUser.get(owner);
      if (known !== undefined) return known;
      const news = noNews();
      byUser.set(owner, news);
      return news;
    };
    const isListening = (owner: number) => hub.hasUser(owner);
    for (const placed of batch.events) {
      const { event, timeMs } = placed;
      const { owner } = event as { readonly owner?: number };
      const isHeard = owner !== undefined && hub.hasUser(owner);
      for (const [feature, product] of this.#products) {
        const changed = isHeard ? product.changedRow(catalogue, event, timeMs) : null;
        if (changed !== null) note(newsOf(owner ?? 0).changes, feature, changed);
        const added = product.addedRows?.(catalogue, placed, isListening) ?? [];
        for (const [to, row] of added) add(newsOf(to).added, feature, row);
      }
    }
    for (const [owner, news] of byUser) hub.publishToUser(owner, frameOf(news, batch.lastSeq));
  }

  /** Sends rows of an owner that changed without a command. */
  send(owner: number, feature: string, rows: readonly AccountRow<unknown>[]): void {
    const { hub } = this.#options;
    if (!hub.hasUser(owner)) return;
    const { changes, added } = noNews();
    for (const row of rows) note(changes, feature, row);
    hub.tellUser(owner, frameOf({ changes, added }, 0));
  }

  /**
   * Sends the current state: all open rows and all balances, empty ones too, because a client may
   * hold older ones.
   */
  snapshot(client: StreamClient): void {
    const { hub, catalogue } = this.#options;
    // Signed out in the meantime.
    if (client.userId === 0) return;
    const news = noNews();
    for (const [feature, product] of this.#products)
      for (const row of product.openRows(catalogue, client.userId)) note(news.changes, feature, row);
    for (const [feature, rows] of Object.entries(this.#options.besides(client.userId)))
      for (const row of rows) note(news.changes, feature, row);
    hub.sendAccount(client, { ...frameOf(news, catalogue.exchange.seq), previous: null });
  }
}

function note(changes: News['changes'], feature: string, { id, row }: AccountRow<unknown>): void {
  let rows = changes.get(feature);
  if (rows === undefined) changes.set(feature, (rows = new Map()));
  rows.set(id, row);
}

function add(added: News['added'], feature: string, row: unknown): void {
  const rows = added.get(feature);
  if (rows === undefined) added.set(feature, [row]);
  else rows.push(row);
}

function frameOf({ changes, added }: News, seq: number): Omit<AccountFrame, 'previous'> {
  const entries = [...changes].map(([feature, rows]) => [feature, [...rows.values()]]);
  return {
    type: 'account',
    channel: 'account',
    seq,
    changes: Object.fromEntries(entries),
    added: Object.fromEntries(added),
  };
}
