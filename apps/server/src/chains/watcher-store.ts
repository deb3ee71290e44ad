/**
 * What a watcher knows: the blocks that it follows, and the transfers to our addresses. Each step
 * of the chain is one transaction, so that blocks and transfers always belong together.
 */
import type { BlockHeader, ChainStep, ChainTransfer, OwnOutput } from '@glasshouse/chains';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { ChainDepositsTable } from './tables.ts';

export type WatchedDeposit = Readonly<ChainDepositsTable>;

export interface Watched {
  /** Oldest first. */
  readonly blocks: readonly BlockHeader[];
  readonly deposits: readonly WatchedDeposit[];
}

export interface WatchedStep {
  readonly step: ChainStep;
  readonly changed: readonly WatchedDeposit[];
  /** What transactions of a new block brought to our addresses of the chain's own coin. */
  readonly values: readonly ChainTransfer[];
  /** The outputs of a new block that our keys can spend. */
  readonly own: readonly OwnOutput[];
  /** The oldest block that the watcher still remembers: it forgets what is before. */
  readonly oldest: number;
}

export interface WatcherStore {
  load(): Promise<Watched>;
  /** Begins at a block. */
  begin(header: BlockHeader): Promise<void>;
  save(step: WatchedStep): Promise<void>;
  /** Stores changes of transfers that no block caused. */
  update(deposits: readonly WatchedDeposit[]): Promise<void>;
}

export class ChainTables implements WatcherStore {
  readonly #database: Database;
  readonly #chain: string;

  constructor(database: Database, chain: string) {
    this.#database = database;
    this.#chain = chain;
  }

  async load(): Promise<Watched> {
    const { reads } = this.#database;
    const blocks = await reads
      .selectFrom('chain_blocks')
      .select(['height', 'hash', 'parent_hash as parentHash'])
      .where('chain', '=', this.#chain)
      .orderBy('height')
      .execute();
    const oldest = blocks[0]?.height ?? 0;
    const deposits = await reads
      .selectFrom('chain_deposits')
      .selectAll()
      .where('chain', '=', this.#chain)
      .where((has) => has.or([has('height', '>=', oldest), has('is_final', '=', false)]))
      .orderBy('height')
      .execute();
    return { blocks, deposits };
  }

  async begin({ height, hash, parentHash }: BlockHeader): Promise<void> {
    const row = { chain: this.#chain, height, hash, parent_hash: parentHash };
    await this.#database.kysely.insertInto('chain_blocks').values(row).execute();
  }

  async save({ step, changed, values, own, oldest }: WatchedStep): Promise<void> {
    const chain = this.#chain;
    const { height, hash, parentHash } = step.header;
    await this.#database.kysely.transaction().execute(async (within) => {
      if (step.type === 'added')
        await within
          .insertInto('chain_blocks')
          .values({ chain, height, hash, parent_hash: parentHash })
          .execute();
      else
        await within
          .deleteFrom('chain_blocks')
          .where('chain', '=', chain)
          .where('height', '=', height)
          .execute();
      if (step.type === 'removed')
        await within
          .deleteFrom('chain_outputs')
          .where('chain', '=', chain)
          .where('height', '=', height)
          .execute();
      if (step.type === 'removed')
        await within
          .deleteFrom('chain_seen_values')
          .where('chain', '=', chain)
          .where('height', '=', height)
          .execute();
      for (const { txid, to: address, units } of values)
        await within
          .insertInto('chain_seen_values')
          .values({ chain, txid, address, units: String(units), height })
          .execute();
      for (const { txid, output, key, units } of own)
        await within
          .insertInto('chain_outputs')
          .values({ chain, txid, output, branch: key.branch, key_index: key.index, units, height })
          .execute();
      await within
        .deleteFrom('chain_blocks')
        .where('chain', '=', chain)
        .where('height', '<', oldest)
        .execute();
      for (const row of changed)
        await within
          .insertInto('chain_deposits')
          .values(row)
          .onConflict((conflict) => conflict.columns(['chain', 'txid', 'output']).doUpdateSet(row))
          .execute();
      for (const { address } of changed)
        await within
          .insertInto('chain_funded_addresses')
          .values({ chain, address })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      // The exchange keeps the record of credited transfers, so they are removed here. A deposit
      // that was reversed stays.
      await within
        .deleteFrom('chain_deposits')
        .where('chain', '=', chain)
        .where('height', '<', oldest)
        .where(
          sql<boolean>`(status in ('credited', 'below-minimum') and is_final and is_in) or status = 'gone'`,
        )
        .execute();
    });
  }

  async update(deposits: readonly WatchedDeposit[]): Promise<void> {
    await this.#database.kysely.transaction().execute(async (within) => {
      for (const { txid, output, status, is_final, changed_ms } of deposits)
        await within
          .updateTable('chain_deposits')
          .set({ status, is_final, changed_ms })
          .where('chain', '=', this.#chain)
          .where('txid', '=', txid)
          .where('output', '=', output)
          .execute();
    });
  }
}
