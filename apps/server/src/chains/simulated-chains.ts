/**
 * The chains of a demo: they live in this process, and their blocks in the database, so that they
 * continue after a restart.
 */
import { hash, randomUUID } from 'node:crypto';
import { SimulatedChain, WINDOW_BLOCKS, type ChainTransfer, type SimulatedBlock } from '@glasshouse/chains';
import type { ApprovedWithdrawal, OwnedTransfer } from '../contract/chain-parts.ts';
import type { Database } from '../db/database.ts';

/** More than watchers remember. */
const KEPT_BLOCKS = WINDOW_BLOCKS + 88;
const DAY_MS = 86_400_000;
/** Transfers of test coins to one owner within a day. */
const TEST_TRANSFERS_A_DAY = 10;
/** Stands for the house in the column of the owner: its transfers are kept. */
const HOUSE = 0;

export class SimulatedChains {
  readonly #database: Database;
  readonly #chains: ReadonlyMap<string, SimulatedChain>;

  private constructor(database: Database, chains: ReadonlyMap<string, SimulatedChain>) {
    this.#database = database;
    this.#chains = chains;
  }

  static async open(database: Database, names: readonly string[]): Promise<SimulatedChains> {
    const chains = new Map<string, SimulatedChain>();
    for (const name of names) chains.set(name, await restored(database, name));
    return new SimulatedChains(database, chains);
  }

  source(name: string): SimulatedChain {
    return this.#chains.get(name)!;
  }

  /** One more block on each chain. */
  async mine(): Promise<void> {
    const mined = [...this.#chains].map(([chain, one]) => ({ chain, block: one.mine() }));
    try {
      await this.#store(mined);
    } catch (error) {
      // Blocks that were not stored are removed again.
      for (const one of this.#chains.values()) one.unwind(1);
      throw error;
    }
  }

  async #store(mined: readonly Mined[]): Promise<void> {
    await this.#database.kysely.transaction().execute(async (within) => {
      await within.insertInto('simulated_blocks').values(mined.map(rowOf)).execute();
      for (const { chain, block } of mined) {
        const { height } = block.header;
        const old = height - KEPT_BLOCKS;
        await within
          .deleteFrom('simulated_blocks')
          .where('chain', '=', chain)
          .where('height', '<=', old)
          .execute();
        for (const { txid } of block.transfers)
          await within
            .updateTable('simulated_transfers')
            .set({ height })
            .where('chain', '=', chain)
            .where('txid', '=', txid)
            .execute();
      }
    });
  }

  /**
   * Sends test coins. Returns the transaction, or null if the owner has had enough within a day.
   */
  async send(
    address: string,
    { owner, chain, coin, units }: Pick<OwnedTransfer, 'owner' | 'chain' | 'coin' | 'units'>,
  ): Promise<string | null> {
    const source = this.source(chain);
    const sentMs = Date.now();
    const transfer = source.draft({ to: address, coin, units: BigInt(units) });
    const isSent = await this.#database.kysely.transaction().execute(async (within) => {
      // One user's requests one after the other, so that they cannot pass the limit together.
      await within
        .selectFrom('deposit_addresses')
        .select('address')
        .where('address', '=', address)
        .forUpdate()
        .execute();
      await within
        .deleteFrom('simulated_transfers')
        .where('height', 'is not', null)
        .where('sent_ms', '<', sentMs - DAY_MS)
        .where('owner', '<>', HOUSE)
        .execute();
      const { sent } = await within
        .selectFrom('simulated_transfers')
        .select((select) => select.fn.countAll<number>().as('sent'))
        .where('owner', '=', owner)
        .where('sent_ms', '>=', sentMs - DAY_MS)
        .executeTakeFirstOrThrow();
      if (sent >= TEST_TRANSFERS_A_DAY) return false;
      const { txid, output } = transfer;
      const row = { chain, txid, output, owner, address, coin, units, height: null, sent_ms: sentMs };
      await within.insertInto('simulated_transfers').values(row).execute();
      return true;
    });
    if (!isSent) return null;
    source.announce(transfer);
    return transfer.txid;
  }

  /** The transaction that pays a withdrawal; null if none was sent. */
  async sentBy(chain: string, withdrawal: number): Promise<string | null> {
    const txid = txidOf(chain, withdrawal);
    return (await this.#heightOf(chain, txid)) === undefined ? null : txid;
  }

  /**
   * The height of a transaction; null before it is in a block, undefined if there is no such
   * transaction.
   */
  async #heightOf(chain: string, txid: string): Promise<number | null | undefined> {
    const known = await this.#database.kysely
      .selectFrom('simulated_transfers')
      .select('height')
      .where('chain', '=', chain)
      .where('txid', '=', txid)
      .executeTakeFirst();
    return known?.height;
  }

  /** Sends a withdrawal, unless it was sent before. Returns its transfer and how deep it is. */
  async pay({ withdrawal, chain, address, coin, units }: ApprovedWithdrawal): Promise<Payout> {
    const { kysely } = this.#database;
    const txid = txidOf(chain, withdrawal);
    const output = 0;
    const height = await this.#heightOf(chain, txid);
    if (height === undefined) {
      const row = { chain, txid, output, owner: HOUSE, address, coin, units, height: null };
      await kysely
        .insertInto('simulated_transfers')
        .values({ ...row, sent_ms: Date.now() })
        .execute();
      this.source(chain).announce({ txid, output, to: address, coin, units: BigInt(units) });
      return { txid, output, confirmations: 0 };
    }
    const head = await this.source(chain).head();
    return { txid, output, confirmations: height === null ? 0 : head.height - height + 1 };
  }
}

const txidOf = (chain: string, withdrawal: number): string =>
  hash('sha256', `${chain}/withdrawal/${withdrawal}`);

interface Payout {
  readonly txid: string;
  readonly output: number;
  readonly confirmations: number;
}

interface Mined {
  readonly chain: string;
  readonly block: SimulatedBlock;
}

const rowOf = ({ chain, block: { header } }: Mined) => ({
  chain,
  height: header.height,
  hash: header.hash,
  parent_hash: header.parentHash,
});

async function restored({ reads, kysely }: Database, chain: string): Promise<SimulatedChain> {
  const headers = await reads
    .selectFrom('simulated_blocks')
    .select(['height', 'hash', 'parent_hash as parentHash'])
    .where('chain', '=', chain)
    .orderBy('height')
    .execute();
  const rows = await reads
    .selectFrom('simulated_transfers')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('sent_ms')
    .execute();
  const transfers = rows.map(({ txid, output, address: to, coin, units, height }) => ({
    height,
    transfer: { txid, output, to, coin, units: BigInt(units) } satisfies ChainTransfer,
  }));
  const at = (height: number | null) =>
    transfers.filter((one) => one.height === height).map(({ transfer }) => transfer);
  const blocks = headers.map((header) => ({ header, transfers: at(header.height) }));
  // Another name at each start: no transaction can have the id of an earlier one.
  const name = `${chain}/${randomUUID()}`;
  const restoredChain = new SimulatedChain(name, { kept: KEPT_BLOCKS, blocks, waiting: at(null) });
  if (blocks.length > 0) return restoredChain;
  const block = { header: await restoredChain.head(), transfers: [] };
  await kysely.insertInto('simulated_blocks').values(rowOf({ chain, block })).execute();
  return restoredChain;
}
