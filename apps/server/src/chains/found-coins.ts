/**
 * Coins that contracts sent to deposit addresses (`balance-look.ts`). Two people look up the
 * transaction, each for themselves, and name the same one; then its owner is credited, once. Every
 * act is recorded, and what a crash interrupts is continued by the next approval.
 */
import type { Selectable } from 'kysely';
import type { ChainExchange } from '../contract/chain-parts.ts';
import type { Database } from '../db/database.ts';
import { FIND_STATUS, type ChainFindsTable } from './tables.ts';
import { approverOf } from '../values/approver.ts';

export type Find = Selectable<ChainFindsTable>;

const { waiting, crediting, credited } = FIND_STATUS;
const APPROVALS_NEEDED = 2;
const LISTED_MAX = 200;
/** The outputs of found coins, from here on by their number: no transaction has so many. */
const FIRST_OUTPUT = 1_000_000_000;

export interface FindApproval {
  readonly find: number;
  readonly txid: string;
  /** The operator for the record, and the person's name alone. */
  readonly operator: string;
  readonly name: string;
}

/** What the operator reads. */
export interface FindAnswer {
  readonly ok: boolean;
  readonly text: string;
}

type CreditingExchange = Pick<ChainExchange, 'credit' | 'finalise'>;

export class FoundCoins {
  readonly #database: Database;
  readonly #exchange: CreditingExchange;
  readonly #nowMs: () => number;
  /** Approvals run one after the other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(parts: {
    readonly database: Database;
    readonly exchange: CreditingExchange;
    readonly nowMs: () => number;
  }) {
    this.#database = parts.database;
    this.#exchange = parts.exchange;
    this.#nowMs = parts.nowMs;
  }

  /** What waits, oldest first. */
  list(): Promise<readonly Find[]> {
    return this.#database.kysely
      .selectFrom('chain_finds')
      .selectAll()
      .where('status', '<', credited)
      .orderBy('find_id')
      .limit(LISTED_MAX)
      .execute();
  }

  approve(approval: FindApproval): Promise<FindAnswer> {
    const answer = this.#work.then(() => this.#approve(approval));
    this.#work = answer.catch(() => undefined);
    return answer;
  }

  async #approve(approval: FindApproval): Promise<FindAnswer> {
    const { find: id, txid } = approval;
    const find = await this.#find(id);
    if (find === undefined) return no(`there is no find ${id}`);
    if (find.status === credited) return no(`find ${id} is credited already`);
    if (find.status === crediting && find.txid !== txid)
      return no(`find ${id} is being credited by the transaction ${find.txid}`);
    await this.#record(id, { act: 'approve', ...approval });
    if (find.status === waiting) {
      if ((await this.#approversOf(id, txid)).size < APPROVALS_NEEDED)
        return {
          ok: true,
          text: `Recorded. Find ${id} is credited when another person names the same transaction.`,
        };
      await this.#set(id, { status: crediting, txid });
    }
    return this.#credit({ ...find, txid });
  }

  /** The exchange takes the reference once, so that this can be repeated. */
  async #credit(find: Find): Promise<FindAnswer> {
    const { find_id: id, chain, txid, user_id: owner, coin, units } = find;
    const transfer = { chain, txid, output: FIRST_OUTPUT + id, owner, coin, units };
    const result = await this.#exchange.credit(transfer);
    if (result !== 'credited') {
      const refused = typeof result === 'string' ? result : result.refused;
      await this.#record(id, { act: 'refuse', operator: 'exchange', name: '', txid: refused });
      await this.#set(id, { status: waiting, txid: '' });
      return no(`the exchange refused it: ${refused}`);
    }
    // It is in a final block.
    await this.#exchange.finalise(transfer);
    await this.#record(id, { act: 'credit', operator: 'exchange', name: '', txid });
    await this.#set(id, { status: credited, txid });
    return { ok: true, text: `Find ${id} is credited to user ${owner}.` };
  }

  #find(id: number): Promise<Find | undefined> {
    return this.#database.kysely
      .selectFrom('chain_finds')
      .selectAll()
      .where('find_id', '=', id)
      .executeTakeFirst();
  }

  async #set(id: number, change: Pick<Find, 'status' | 'txid'>): Promise<void> {
    await this.#database.kysely.updateTable('chain_finds').set(change).where('find_id', '=', id).execute();
  }

  async #record(
    find_id: number,
    { act, operator, name, txid: detail }: Omit<FindApproval, 'find'> & { readonly act: string },
  ): Promise<void> {
    const approver = approverOf(name);
    await this.#database.kysely
      .insertInto('chain_find_acts')
      .values({ find_id, act, operator, approver, detail, time_ms: this.#nowMs() })
      .execute();
  }

  /** Who has named this transaction, since a credit was last refused. */
  async #approversOf(find: number, txid: string): Promise<ReadonlySet<string>> {
    const acts = await this.#database.kysely
      .selectFrom('chain_find_acts')
      .select(['act', 'approver', 'detail'])
      .where('find_id', '=', find)
      .orderBy('act_id')
      .execute();
    const since = acts.slice(acts.findLastIndex(({ act }) => act === 'refuse') + 1);
    return new Set(
      since.filter((one) => one.act === 'approve' && one.detail === txid).map(({ approver }) => approver),
    );
  }
}

const no = (text: string): FindAnswer => ({ ok: false, text });
