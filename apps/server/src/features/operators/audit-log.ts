/**
 * The log of what operators did and looked at. Each entry's hash covers its fields and the hash
 * before it, under a key of the installation, so that somebody who can only write to the database
 * can neither change, drop, insert nor reorder entries without notice. A head beside the log
 * records its end. Whoever can put back an older copy of both can still shorten it: the server's
 * own log names each head of a minute, for those who keep it elsewhere.
 */
import type { Selectable } from 'kysely';
import type { OperatorAct } from '../../contract/ports.ts';
import type { Database } from '../../db/database.ts';
import type { Secrets } from '../../process/secrets.ts';
import type { OperatorAuditHeadTable, OperatorAuditTable } from './tables.ts';

export interface AuditHead {
  readonly entry: number;
  readonly hash: string;
}

/** The first thing that is wrong with the log, or null. */
export interface AuditVerdict {
  readonly head: AuditHead;
  readonly fault: string | null;
}

const KEY = 'operator-audit';
const FIRST_HASH = '';
const READ_AT_ONCE = 1_000;
/** Entries that share a transaction: the database takes fewer than 2^16 parameters. */
const WRITTEN_AT_ONCE = 200;
/** A reason, and what an act does. */
const DETAIL_LENGTH_MAX = 4_000;

type Row = Selectable<OperatorAuditTable>;

interface Waiting {
  readonly entry: OperatorAct;
  readonly resolve: (head: AuditHead) => void;
  readonly reject: (error: unknown) => void;
}

export class AuditLog {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #now: () => number;
  /** The last head that this process has written. */
  #known: AuditHead | null = null;
  /** The hash that `takeNewHead` returned last. */
  #toldHash = '';
  /** Entries that came while others were being written: they are written next, together. */
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(database: Database, secrets: Secrets, now: () => number = Date.now) {
    this.#database = database;
    this.#secrets = secrets;
    this.#now = now;
  }

  /**
   * Resolves when the entry is on disk. Call it before the act that it records is shown or done.
   */
  add(entry: OperatorAct): Promise<AuditHead> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      if (!this.#isWriting) void this.#writeWaiting();
    });
  }

  async #writeWaiting(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const together = this.#waiting.splice(0, WRITTEN_AT_ONCE);
      try {
        const heads = await this.#append(together.map(({ entry }) => entry));
        this.#known = heads.at(-1) ?? this.#known;
        for (const [i, head] of heads.entries()) together[i]?.resolve(head);
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    this.#isWriting = false;
  }

  /** Adds the entries in this order, all or none, and returns the head after each. */
  #append(entries: readonly OperatorAct[]): Promise<readonly AuditHead[]> {
    return this.#database.kysely.transaction().execute(async (kysely) => {
      // Another process may add at the same time.
      const head = await headIn(kysely).forUpdate().executeTakeFirst();
      const last = await lastIn(kysely).executeTakeFirst();
      const isNew = head === undefined && last === undefined && this.#known === null;
      const fault = isNew ? await faultOfNone(kysely) : this.#faultBefore(head, last);
      if (fault !== null) throw new Error(`nothing is added to the log of operators: ${fault}`);
      const rows = this.#chain(entries, head ?? { entry: 0, hash: FIRST_HASH });
      await kysely.insertInto('operator_audit').values(rows).execute();
      const heads = rows.map(({ entry, hash }) => ({ entry, hash }));
      const end = heads.at(-1);
      if (end === undefined) return [];
      const next = { ...end, mac: this.#macOf(end) };
      await kysely
        .insertInto('operator_audit_head')
        .values({ id: 1, ...next })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(next))
        .execute();
      return heads;
    });
  }

  #chain(entries: readonly OperatorAct[], after: AuditHead): Row[] {
    const rows: Row[] = [];
    let { entry, hash } = after;
    for (const { operator, act, subject, detail } of entries) {
      entry++;
      const row = { entry, time_ms: this.#now(), operator, act, subject, detail: storable(detail) };
      hash = this.#hashOf(row, hash);
      rows.push({ ...row, hash });
    }
    return rows;
  }

  /**
   * What is wrong with the end of the log. A new entry behind an end that somebody has cut would
   * give it a head that is right, so none is added: every act of an operator is refused until
   * somebody has looked.
   */
  #faultBefore(
    head: Pick<Selectable<OperatorAuditHeadTable>, 'entry' | 'hash' | 'mac'> | undefined,
    last: AuditHead | undefined,
  ): string | null {
    const known = this.#known;
    if (head === undefined) return 'its head is missing';
    if (head.mac !== this.#macOf(head)) return 'its head is not what was written';
    if (last?.entry !== head.entry || last.hash !== head.hash) return 'its end is not what was written';
    if (
      known !== null &&
      (head.entry < known.entry || (head.entry === known.entry && head.hash !== known.hash))
    )
      return `it ends before entry ${known.entry}, which this server has seen`;
    return null;
  }

  /**
   * The head, if it has moved since this was last asked; otherwise null. Throws if the end of the
   * log is not what was written.
   */
  async takeNewHead(): Promise<AuditHead | null> {
    const { reads } = this.#database;
    // Taken before the reads, because entries are added meanwhile.
    const known = this.#known;
    const last = await lastIn(reads).executeTakeFirst();
    const head = await headIn(reads).executeTakeFirst();
    if (known !== null && (last?.entry ?? 0) < known.entry)
      throw new Error(`the log of operators ends before entry ${known.entry}, which this server has seen`);
    if (head === undefined || head.hash === this.#toldHash) return null;
    this.#toldHash = head.hash;
    return { entry: head.entry, hash: head.hash };
  }

  /** The newest acts whose names begin so, newest first. */
  async actsOf(prefix: string, limit: number): Promise<(OperatorAct & { readonly timeMs: number })[]> {
    const rows = await this.#database.reads
      .selectFrom('operator_audit')
      .select(['time_ms', 'operator', 'act', 'subject', 'detail'])
      .where('act', 'like', `${prefix}%`)
      .orderBy('entry', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ time_ms: timeMs, ...act }) => ({ timeMs, ...act }));
  }

  /** How many entries there are: their numbers have no gaps. */
  async count(): Promise<number> {
    return (await headIn(this.#database.reads).executeTakeFirst())?.entry ?? 0;
  }

  /**
   * Recomputes the whole chain. `kept`: a head that was kept elsewhere must be in it, like the last
   * one that this server has seen.
   */
  async verify(kept: AuditHead | null = null): Promise<AuditVerdict> {
    let last: AuditHead = { entry: 0, hash: FIRST_HASH };
    let missing = [kept, this.#known].filter((head) => head !== null);
    const before = await this.#database.reads
      .selectFrom('operator_audit')
      .select('entry')
      .where('entry', '<=', last.entry)
      .executeTakeFirst();
    if (before !== undefined)
      return { head: last, fault: `it has an entry before its first: ${before.entry}` };
    for (;;) {
      const rows = await this.#database.reads
        .selectFrom('operator_audit')
        .selectAll()
        .where('entry', '>', last.entry)
        .orderBy('entry')
        .limit(READ_AT_ONCE)
        .execute();
      for (const row of rows) {
        const fault = this.#faultOf(row, last);
        if (fault !== null) return { head: last, fault };
        last = { entry: row.entry, hash: row.hash };
        missing = missing.filter((head) => head.entry !== row.entry || head.hash !== row.hash);
      }
      if (rows.length === READ_AT_ONCE) continue;
      const end = await this.#endOf(last);
      // Entries were added meanwhile.
      if (end === 'more') continue;
      const [lost] = missing;
      return { head: last, fault: end ?? (lost === undefined ? null : `it does not contain ${lost.hash}`) };
    }
  }

  #faultOf(row: Row, last: AuditHead): string | null {
    if (row.entry !== last.entry + 1) return `entry ${last.entry + 1} is missing`;
    return this.#hashOf(row, last.hash) === row.hash ? null : `entry ${row.entry} is not what was written`;
  }

  /**
   * What is wrong with the end of the log if `last` is its last entry; 'more' if the log goes on.
   */
  async #endOf(last: AuditHead): Promise<string | null> {
    const head = await this.#database.reads
      .selectFrom('operator_audit_head')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirst();
    if (head === undefined) return last.entry > 0 ? 'its head is missing' : faultOfNone(this.#database.reads);
    if (head.mac !== this.#macOf(head)) return 'its head is not what was written';
    if (head.entry === last.entry)
      return head.hash === last.hash ? null : `entry ${last.entry} is another one`;
    if (head.entry < last.entry) return `it has entries after its end, entry ${head.entry}`;
    // An entry and the head are written at once.
    const next = await this.#database.reads
      .selectFrom('operator_audit')
      .select('entry')
      .where('entry', '>', last.entry)
      .executeTakeFirst();
    return next === undefined ? `it ends at entry ${last.entry} instead of ${head.entry}` : 'more';
  }

  #hashOf({ entry, time_ms, operator, act, subject, detail }: Omit<Row, 'hash'>, before: string): string {
    return this.#secrets.mac(KEY, JSON.stringify([before, entry, time_ms, operator, act, subject, detail]));
  }

  #macOf({ entry, hash }: AuditHead): string {
    return this.#secrets.mac(KEY, JSON.stringify(['head', entry, hash]));
  }
}

type Reads = Pick<Database['reads'], 'selectFrom'>;

const headIn = (reads: Reads) =>
  reads.selectFrom('operator_audit_head').select(['entry', 'hash', 'mac']).where('id', '=', 1);

const lastIn = (reads: Reads) =>
  reads.selectFrom('operator_audit').select(['entry', 'hash']).orderBy('entry', 'desc').limit(1);

/**
 * What is wrong with a log without entries. Making an operator adds one, so there must be no
 * operator.
 */
async function faultOfNone(kysely: Reads): Promise<string | null> {
  const operator = await kysely.selectFrom('operators').select('name').limit(1).executeTakeFirst();
  return operator === undefined ? null : 'it is empty, and there are operators';
}

/** The database keeps no half of a character, and no zero. */
const storable = (detail: string): string =>
  Buffer.from(detail.slice(0, DETAIL_LENGTH_MAX)).toString().replaceAll('\0', '');
