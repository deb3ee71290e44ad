/** The account channel: after each commit, what changed for the users who listen. */
import { WALLET, type CoreEvent, type OrderChanged, type PositionChanged } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import type { OrderRow } from '@glasshouse/protocol/spot';
import type { AccountFrame, BalanceRow } from '@glasshouse/protocol/stream';
import type { Catalogue } from '../catalogue.ts';
import type { CommittedBatch } from '../pipeline/batch.ts';
import type { StreamClient } from './client.ts';
import type { StreamHub } from './hub.ts';

export interface AccountChannelOptions {
  readonly hub: StreamHub;
  readonly catalogue: Catalogue;
  /** How features show their things: composed in features.ts. */
  readonly orderRow: (order: OrderChanged, changedMs: number) => OrderRow;
  readonly positionRow: (position: PositionChanged) => PositionRow;
}

/** What one batch changed for one user; later changes of the same thing replace earlier ones. */
interface Changes {
  readonly orders: Map<number, OrderRow>;
  readonly positions: Map<number, PositionRow>;
  /** wallet and asset as one key. */
  readonly balances: Map<string, BalanceRow>;
}

export class AccountChannel {
  private readonly options: AccountChannelOptions;

  constructor(options: AccountChannelOptions) {
    this.options = options;
  }

  /** To be called at each commit. */
  publish(batch: CommittedBatch): void {
    const { hub } = this.options;
    const byUser = new Map<number, Changes>();
    for (const { event, timeMs } of batch.events) {
      const { owner } = event as { readonly owner?: number };
      if (owner === undefined || !hub.hasUser(owner)) continue;
      let changes = byUser.get(owner);
      if (changes === undefined) {
        changes = { orders: new Map(), positions: new Map(), balances: new Map() };
        byUser.set(owner, changes);
      }
      this.note(changes, event, timeMs);
    }
    for (const [owner, changes] of byUser) hub.publishToUser(owner, frameOf(changes, batch.lastSeq));
  }

  /** The present state: open orders, open positions and all balances, empty ones too: a client may hold older ones. */
  snapshot(client: StreamClient): void {
    const { hub, catalogue } = this.options;
    const { exchange } = catalogue;
    // Signed out while it was waited for.
    if (client.userId === 0) return;
    const changes: Changes = { orders: new Map(), positions: new Map(), balances: new Map() };
    for (const order of exchange.features.spot.openOrders(client.userId))
      changes.orders.set(order.order, this.options.orderRow(order, order.placedMs));
    for (const position of exchange.features['seconds-contract'].openPositions(client.userId))
      changes.positions.set(position.position, this.options.positionRow(position));
    for (const wallet of USER_WALLETS) {
      for (const { asset } of exchange.assets) {
        this.noteBalance(changes, { owner: client.userId, wallet, asset });
      }
    }
    hub.send(client, frameOf(changes, exchange.seq));
  }

  private note(changes: Changes, event: CoreEvent, timeMs: number): void {
    if (event.type === 'order-changed') changes.orders.set(event.order, this.options.orderRow(event, timeMs));
    else if (event.type === 'position-changed')
      changes.positions.set(event.position, this.options.positionRow(event));
    else if (event.type === 'posting') this.noteBalance(changes, event);
  }

  private noteBalance(
    changes: Changes,
    { owner, wallet, asset }: { readonly owner: number; readonly wallet: number; readonly asset: number },
  ): void {
    const key = `${wallet}:${asset}`;
    if (changes.balances.has(key)) return;
    const { catalogue } = this.options;
    const { code, decimals } = catalogue.assetAt(asset);
    const { available, frozen } = catalogue.exchange.balance(owner, wallet, asset);
    changes.balances.set(key, {
      account: wallet,
      currency: code,
      available: formatDecimal(available, decimals),
      frozen: formatDecimal(frozen, decimals),
    });
  }
}

const USER_WALLETS = [WALLET.contract, WALLET.exchange, WALLET.finance, WALLET.mining, WALLET.fund];

function frameOf(changes: Changes, seq: number): AccountFrame {
  return {
    type: 'account',
    channel: 'account',
    orders: [...changes.orders.values()],
    positions: [...changes.positions.values()],
    balances: [...changes.balances.values()],
    seq,
  };
}
