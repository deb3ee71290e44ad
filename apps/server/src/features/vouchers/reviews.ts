/**
 * Decisions on vouchers. Two people find the transfer on its network, each for themselves, and name
 * the same one; then it is credited. One person rejects. Every step can be repeated: what a crash
 * interrupts, the next round continues.
 */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { CHAIN_NUMBERS, type ChainName } from '@glasshouse/protocol/funding';
import type { VoucherReason } from '@glasshouse/protocol/vouchers';
import { VOUCHER_APPROVALS } from '@glasshouse/protocol/vouchers/voucher-states';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { openPhoto } from '../../photos/sealed-photos.ts';
import { errorFields } from '../../process/log.ts';
import { approverOf, nameOf } from '../../values/approver.ts';
import { notifyOfVouchers } from './messages.ts';
import { namedBy } from './named.ts';
import { PICTURE_KEY, type VoucherParts } from './parts.ts';
import { VOUCHER_FACTS, VOUCHER_STATUS, type Voucher, type VoucherActName } from './tables.ts';

const { pending, crediting, finished, rejected, withdrawn } = VOUCHER_STATUS;
const LISTED_MAX = 200;

/** A transfer as a reviewer found it on its network, its hash in lower case. */
export interface Found {
  readonly txid: string;
  readonly output: number;
}
/** Who does it, and why: for operators alone. */
export interface Reviewer {
  readonly operator: string;
  readonly reason: string;
}
export interface Rejection {
  /** What its owner reads. */
  readonly reason: VoucherReason;
  readonly note: string;
  /** In units: what the network shows; null: no such transfer was found. */
  readonly seen: number | null;
}

interface Act {
  readonly voucher: number;
  readonly act: VoucherActName;
  readonly operator: string;
  readonly detail?: string;
}

const NOT_FOUND: Refusal = { error: 'request/not-found', field: 'id' };
const DECIDED: Refusal = { error: 'vouchers/decided' };
const SAME_PERSON: Refusal = { error: 'operators/same-person' };

export class VoucherReviews {
  readonly #parts: VoucherParts;

  constructor(parts: VoucherParts) {
    this.#parts = parts;
  }

  list(): Promise<readonly Voucher[]> {
    return this.#parts.database.kysely
      .selectFrom('vouchers')
      .select(VOUCHER_FACTS)
      .where('status', 'in', [pending, crediting])
      .orderBy('handed_ms')
      .limit(LISTED_MAX)
      .execute();
  }

  /** Null: there is no such voucher. */
  async find(id: number): Promise<Voucher | null> {
    const found = await this.#parts.database.kysely
      .selectFrom('vouchers')
      .select(VOUCHER_FACTS)
      .where('voucher_id', '=', id)
      .executeTakeFirst();
    return found ?? null;
  }

  acts(id: number) {
    return this.#parts.database.kysely
      .selectFrom('voucher_acts')
      .select(['voucher_id', 'act', 'operator', 'approver', 'detail', 'time_ms'])
      .where('voucher_id', '=', id)
      .orderBy('act_id')
      .execute();
  }

  samePicture({ voucher_id: id, picture_mac }: Voucher): Promise<readonly Voucher[]> {
    return this.#parts.database.kysely
      .selectFrom('vouchers')
      .select(VOUCHER_FACTS)
      .where('picture_mac', '=', picture_mac)
      .where('voucher_id', '<>', id)
      .orderBy('voucher_id')
      .limit(LISTED_MAX)
      .execute();
  }

  /** Whether the transfer was credited for another voucher, or is about to be. */
  async isTaken({ voucher_id: id, chain }: Voucher, { txid, output }: Found): Promise<boolean> {
    const other = await this.#parts.database.kysely
      .selectFrom('vouchers')
      .select('voucher_id')
      .where('chain', '=', chain)
      .where('txid', '=', txid)
      .where('output', '=', output)
      .where('status', 'in', [crediting, finished])
      .where('voucher_id', '<>', id)
      .executeTakeFirst();
    return other !== undefined;
  }

  /**
   * The picture. The view is recorded before, and from then on its owner cannot take it back.
   * `before` runs first; nothing is recorded of a picture that is gone.
   */
  async look(
    id: number,
    operator: string,
    before: (voucher: Voucher) => Promise<void> = async () => {},
  ): Promise<Buffer | Refusal> {
    return this.#alone(id, async (voucher) => {
      const { database, secrets } = this.#parts;
      if (voucher.status === withdrawn) return NOT_FOUND;
      await before(voucher);
      await this.#record({ voucher: id, act: 'view', operator });
      await this.#open(id);
      const sealed = await database.kysely
        .selectFrom('vouchers')
        .select(['wrapped_key', 'sealed'])
        .where('voucher_id', '=', id)
        .executeTakeFirstOrThrow();
      return openPhoto(secrets, { purpose: PICTURE_KEY, id: voucher.picture_id }, sealed);
    });
  }

  /** Names the transfer; credits it if that makes enough people. */
  async approve(id: number, { operator, reason }: Reviewer, found: Found): Promise<Refusal | null> {
    return this.#alone(id, async (voucher) => {
      if (voucher.status !== pending) return DECIDED;
      const own = approverOf(nameOf(operator));
      if (namedBy(await this.acts(id), found).has(own)) return SAME_PERSON;
      const detail = `${found.txid} ${found.output} ${reason}`;
      await this.#record({ voucher: id, act: 'approve', operator, detail });
      await this.#open(id);
      if (namedBy(await this.acts(id), found).size < VOUCHER_APPROVALS) return null;
      return (await this.#claim(voucher, found)) ?? this.#credit(id);
    });
  }

  async reject(id: number, by: Reviewer, rejection: Rejection): Promise<Refusal | null> {
    const refusal = await this.#alone(id, (voucher) => this.#reject(voucher, by, rejection));
    if (refusal === null) await notifyOfVouchers(this.#parts);
    return refusal;
  }

  /** Continues what a crash has interrupted. One that fails does not stop the others. */
  async keepUp(): Promise<void> {
    const { database, log } = this.#parts;
    const open = await database.kysely
      .selectFrom('vouchers')
      .select('voucher_id')
      .where('status', '=', crediting)
      .execute();
    const failed = (voucher: number, why: object) =>
      log.error({ voucher, ...why }, 'a voucher waits for the next round');
    for (const { voucher_id: id } of open) {
      // Another round, or the second approval itself, may have come first.
      const work = async ({ status }: Voucher) => (status === crediting ? this.#credit(id) : null);
      const refusal = await this.#alone(id, work).catch((error: unknown) => {
        failed(id, errorFields(error));
        return null;
      });
      if (refusal !== null) failed(id, refusal);
    }
    await notifyOfVouchers(this.#parts);
  }

  /**
   * Runs `work` while nothing else is done with the owner's vouchers. The voucher is read when its
   * turn has come.
   */
  async #alone<T>(id: number, work: (voucher: Voucher) => Promise<T>): Promise<T | Refusal> {
    const first = await this.find(id);
    if (first === null) return NOT_FOUND;
    const answer = await this.#parts.ownerWork.run(String(first.user_id), async () => ({
      done: await work((await this.find(id)) ?? first),
    }));
    return isRefusal(answer) ? answer : answer.done;
  }

  /** Marks a voucher as opened: its owner can no longer take it back. */
  async #open(id: number): Promise<void> {
    await this.#parts.database.kysely
      .updateTable('vouchers')
      .set({ is_opened: true })
      .where('voucher_id', '=', id)
      .execute();
  }

  async #record({ voucher, act, operator, detail = '' }: Act): Promise<void> {
    const approver = act === 'approve' ? approverOf(nameOf(operator)) : '';
    await this.#parts.database.kysely
      .insertInto('voucher_acts')
      .values({ voucher_id: voucher, act, operator, approver, detail, time_ms: Date.now() })
      .execute();
  }

  /** Assigns the transfer to this voucher, before anything else can claim it. */
  async #claim({ voucher_id: id, amount }: Voucher, found: Found): Promise<Refusal | null> {
    try {
      await this.#parts.database.kysely
        .updateTable('vouchers')
        .set({ ...found, status: crediting, seen_amount: amount, is_opened: true })
        .where('voucher_id', '=', id)
        .where('status', '=', pending)
        .execute();
      return null;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const detail = 'the transfer belongs to another voucher';
      await this.#record({ voucher: id, act: 'refuse', operator: BY_EXCHANGE, detail });
      return { error: 'vouchers/transfer-used' };
    }
  }

  /** The core takes a transfer once; its key makes a repeated command one command. */
  async #credit(id: number): Promise<Refusal | null> {
    const { database, sequencer } = this.#parts;
    const voucher = await this.find(id);
    if (voucher === null) return NOT_FOUND;
    const { user_id: owner, asset, amount, txid, output } = voucher;
    const chain = CHAIN_NUMBERS[voucher.chain as ChainName];
    const transfer = { chain, txid, output, rest: 0, isFinal: 1 } as const;
    const { error, id: deposit } = await sequencer.submit(
      { type: 'credit-deposit', owner, asset, amount, ...transfer },
      {
        owner: PLATFORM_OWNER,
        key: `voucher.${id}.${txid}.${output}${await this.#tries(id)}`,
      },
    );
    const act = error === null ? ('credit' as const) : ('refuse' as const);
    const detail = error ?? `deposit ${deposit}`;
    await this.#record({ voucher: id, act, operator: BY_EXCHANGE, detail });
    const outcome =
      error === null
        ? { status: finished, deposit_id: deposit }
        : { status: pending, txid: '', output: 0, seen_amount: null };
    await database.kysely
      .updateTable('vouchers')
      .set({ ...outcome, changed_ms: Date.now() })
      .where('voucher_id', '=', id)
      .where('status', '=', crediting)
      .execute();
    if (error !== null) return { error };
    await notifyOfVouchers(this.#parts);
    return null;
  }

  /**
   * The suffix of a credit's idempotency key: after each refusal the credit is a new command. '' at
   * the first try.
   */
  async #tries(id: number): Promise<string> {
    const acts = await this.acts(id);
    const refused = acts.filter(({ act }) => act === 'refuse').length;
    return refused === 0 ? '' : `.${refused}`;
  }

  async #reject(
    { voucher_id: id, status }: Voucher,
    { operator, reason: words }: Reviewer,
    { reason, note, seen }: Rejection,
  ): Promise<Refusal | null> {
    if (status !== pending) return DECIDED;
    await this.#record({ voucher: id, act: 'reject', operator, detail: `${reason}: ${words}` });
    await this.#parts.database.kysely
      .updateTable('vouchers')
      .set({
        reason,
        note,
        seen_amount: seen,
        status: rejected,
        is_opened: true,
        changed_ms: Date.now(),
      })
      .where('voucher_id', '=', id)
      .where('status', '=', pending)
      .execute();
    return null;
  }
}

const BY_EXCHANGE = 'exchange';
