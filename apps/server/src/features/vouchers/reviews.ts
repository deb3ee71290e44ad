/**
 * Decisions on vouchers. Two people find the transfer on its network, each for themselves, and name
 * the same one; then it is credited. One person rejects. Every step can be repeated: what a crash
 * interrupts, the next round continues.
 */
import { TXID_LENGTH } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { CHAIN_NUMBERS, type ChainName } from '@glasshouse/protocol/funding';
import { VOUCHER_REASONS, type VoucherReason } from '@glasshouse/protocol/vouchers';
import type { Selectable } from 'kysely';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { errorFields } from '../../process/log.ts';
import { openPhoto } from '../../photos/sealed-photos.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { notifyOfVouchers } from './messages.ts';
import { PICTURE_KEY, type VoucherParts } from './parts.ts';
import { ONE_PAYMENT } from './terms.ts';
import { VOUCHER_STATUS, type VoucherActName, type VouchersTable } from './tables.ts';
import { approverOf } from '../../values/approver.ts';

export type Voucher = Selectable<VouchersTable>;

/** An error whose text the operator reads. */
export class VoucherError extends Error {}

const { pending, crediting, finished, rejected, withdrawn } = VOUCHER_STATUS;
const APPROVALS_NEEDED = 2;
const LISTED_MAX = 200;
const NOTE_MAX = 300;
const OUTPUT_MAX = 2 ** 31 - 1;

/** Who does it: the operator for the record, and the person's name alone. */
export interface Reviewer {
  readonly operator: string;
  readonly name: string;
}
/** The transfer as a reviewer found it on its network. */
export interface Found {
  readonly txid: string;
  readonly output: number;
  /** A decimal of the coin. */
  readonly amount: string;
}
export interface Rejection {
  readonly reason: string;
  readonly note: string;
  /** The transfer as the network shows it; '' if there is none. */
  readonly seen: string;
}

interface Act {
  readonly voucher: number;
  readonly act: VoucherActName;
  readonly by: Reviewer;
  readonly detail?: string;
}

export class VoucherReviews {
  readonly #parts: VoucherParts;

  constructor(parts: VoucherParts) {
    this.#parts = parts;
  }

  list(): Promise<readonly Voucher[]> {
    return this.#parts.database.kysely
      .selectFrom('vouchers')
      .selectAll()
      .where('status', 'in', [pending, crediting])
      .orderBy('handed_ms')
      .limit(LISTED_MAX)
      .execute();
  }

  acts(id: number) {
    return this.#parts.database.kysely
      .selectFrom('voucher_acts')
      .select(['act', 'operator', 'detail', 'time_ms'])
      .where('voucher_id', '=', id)
      .orderBy('act_id')
      .execute();
  }

  /** Records the view before it opens the picture. From then on its owner cannot take it back. */
  async show(id: number, reviewer: Reviewer) {
    return this.#alone(id, async (voucher) => {
      const { database, secrets } = this.#parts;
      if (voucher.status === withdrawn)
        throw new VoucherError(`voucher ${id} was taken back, and its picture is gone`);
      await this.#record({ voucher: id, act: 'view', by: reviewer });
      await this.#open(id);
      const samePicture = await database.kysely
        .selectFrom('vouchers')
        .select(['voucher_id', 'user_id', 'status'])
        .where('picture_mac', '=', voucher.picture_mac)
        .where('voucher_id', '<>', id)
        .orderBy('voucher_id')
        .limit(LISTED_MAX)
        .execute();
      const picture = openPhoto(secrets, { purpose: PICTURE_KEY, id: voucher.picture_id }, voucher);
      return { voucher, samePicture, picture };
    });
  }

  /** Returns what the operator reads. */
  async approve(id: number, reviewer: Reviewer, found: Found): Promise<string> {
    return this.#alone(id, async (voucher) => {
      mustBePending(voucher);
      const { txid, output } = transferOf(found);
      if (output > 0 && ONE_PAYMENT.has(voucher.chain))
        throw new VoucherError(`a transaction on ${voucher.chain} pays once: its output is 0`);
      if (this.#unitsOf(voucher, found.amount) !== voucher.amount)
        throw new VoucherError(
          `the owner typed ${this.#amountOf(voucher)}; reject it with --reason amount-differs --seen ${found.amount}`,
        );
      const detail = `${txid} ${output}`;
      await this.#record({ voucher: id, act: 'approve', by: reviewer, detail });
      await this.#open(id);
      const agreed = await this.#approversOf(id, detail);
      if (agreed.size < APPROVALS_NEEDED)
        return `Recorded. Voucher ${id} is credited when another person has found the same transfer.`;
      await this.#claim(voucher, { txid, output });
      return this.#credit(id);
    });
  }

  async reject(id: number, reviewer: Reviewer, { reason, note, seen }: Rejection): Promise<void> {
    const known = VOUCHER_REASONS.find((each) => each === reason);
    if (known === undefined) throw new VoucherError(`the reason is one of: ${VOUCHER_REASONS.join(', ')}`);
    if (note.length > NOTE_MAX) throw new VoucherError(`a note has at most ${NOTE_MAX} characters`);
    if (known === 'amount-differs' && seen === '')
      throw new VoucherError('--seen says what the network shows');
    await this.#alone(id, (voucher) => this.#reject(voucher, reviewer, { reason: known, note, seen }));
    await notifyOfVouchers(this.#parts);
  }

  /** Continues what a crash has interrupted. One that fails does not stop the others. */
  async keepUp(): Promise<void> {
    const { database, log } = this.#parts;
    const open = await database.kysely
      .selectFrom('vouchers')
      .select('voucher_id')
      .where('status', '=', crediting)
      .execute();
    for (const { voucher_id: id } of open)
      await this.#alone(id, async ({ status }) => {
        // Another round, or the second approval itself, may have come first.
        if (status === crediting) await this.#credit(id);
      }).catch((error: unknown) => {
        log.error({ voucher: id, ...errorFields(error) }, 'a voucher waits for the next round');
      });
    await notifyOfVouchers(this.#parts);
  }

  /**
   * Runs `work` while nothing else is done with the owner's vouchers. The voucher is read when its
   * turn has come.
   */
  async #alone<T>(id: number, work: (voucher: Voucher) => Promise<T>): Promise<T> {
    const { user_id: owner } = await this.#find(id);
    const answer = await this.#parts.ownerWork.run(String(owner), async () => ({
      done: await work(await this.#find(id)),
    }));
    if ('error' in answer) throw new VoucherError('too much of this owner waits; try again');
    return answer.done;
  }

  /** Marks a voucher as opened: its owner can no longer take it back. */
  async #open(id: number): Promise<void> {
    await this.#parts.database.kysely
      .updateTable('vouchers')
      .set({ is_opened: true })
      .where('voucher_id', '=', id)
      .execute();
  }

  async #find(id: number): Promise<Voucher> {
    const found = await this.#parts.database.kysely
      .selectFrom('vouchers')
      .selectAll()
      .where('voucher_id', '=', id)
      .executeTakeFirst();
    if (found === undefined) throw new VoucherError(`there is no voucher ${id}`);
    return found;
  }

  async #record({ voucher, act, by: { operator, name }, detail = '' }: Act): Promise<void> {
    const approver = act === 'approve' ? approverOf(name) : '';
    await this.#parts.database.kysely
      .insertInto('voucher_acts')
      .values({ voucher_id: voucher, act, operator, approver, detail, time_ms: Date.now() })
      .execute();
  }

  /** Who has found this transfer, since a credit was last refused. */
  async #approversOf(voucher: number, detail: string): Promise<ReadonlySet<string>> {
    const acts = await this.#parts.database.kysely
      .selectFrom('voucher_acts')
      .select(['act', 'approver', 'detail'])
      .where('voucher_id', '=', voucher)
      .orderBy('act_id')
      .execute();
    const since = acts.slice(acts.findLastIndex(({ act }) => act === 'refuse') + 1);
    const same = since.filter((one) => one.act === 'approve' && one.detail === detail);
    return new Set(same.map(({ approver }) => approver));
  }

  /** Assigns the transfer to this voucher, before anything else can claim it. */
  async #claim({ voucher_id: id, amount }: Voucher, found: Omit<Found, 'amount'>): Promise<void> {
    try {
      await this.#parts.database.kysely
        .updateTable('vouchers')
        .set({ ...found, status: crediting, seen_amount: amount, is_opened: true })
        .where('voucher_id', '=', id)
        .where('status', '=', pending)
        .execute();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const detail = 'the transfer belongs to another voucher';
      await this.#record({ voucher: id, act: 'refuse', by: BY_EXCHANGE, detail });
      throw new VoucherError(
        'this transfer belongs to another voucher; reject it with --reason credited-before',
      );
    }
  }

  /** The core takes a transfer once; its key makes a repeated command one command. */
  async #credit(id: number): Promise<string> {
    const { database, sequencer } = this.#parts;
    const voucher = await this.#find(id);
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
    await this.#record({ voucher: id, act, by: BY_EXCHANGE, detail: error ?? `deposit ${deposit}` });
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
    if (error !== null) throw new VoucherError(`the exchange refused it: ${error}`);
    await notifyOfVouchers(this.#parts);
    return `Voucher ${id} is credited in deposit ${deposit}; the person was told.`;
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
    voucher: Voucher,
    reviewer: Reviewer,
    { reason, note, seen }: { readonly reason: VoucherReason; readonly note: string; readonly seen: string },
  ): Promise<void> {
    mustBePending(voucher);
    const { voucher_id: id } = voucher;
    const seen_amount = seen === '' ? null : this.#unitsOf(voucher, seen);
    const detail = [reason, seen, note].filter(Boolean).join('; ');
    await this.#record({ voucher: id, act: 'reject', by: reviewer, detail });
    const decided = { reason, note: note.trim(), seen_amount };
    await this.#parts.database.kysely
      .updateTable('vouchers')
      .set({ ...decided, status: rejected, is_opened: true, changed_ms: Date.now() })
      .where('voucher_id', '=', id)
      .where('status', '=', pending)
      .execute();
  }

  #unitsOf({ asset }: Voucher, text: string): number {
    const { code, decimals } = this.#parts.catalogue.assetAt(asset);
    const units = /^\d{1,30}(\.\d{1,30})?$/.test(text) ? parseDecimal(text, decimals) : 'malformed';
    if (typeof units !== 'number') throw new VoucherError(`${text} is not an amount of ${code}`);
    return units;
  }

  #amountOf({ asset, amount }: Voucher): string {
    const { code, decimals } = this.#parts.catalogue.assetAt(asset);
    return `${formatDecimal(amount, decimals)} ${code}`;
  }
}

const BY_EXCHANGE: Reviewer = { operator: 'exchange', name: '' };

function mustBePending({ voucher_id: id, status }: Voucher): void {
  if (status !== pending) throw new VoucherError(`voucher ${id} does not wait for a review any more`);
}

function transferOf({ txid, output }: Found): Omit<Found, 'amount'> {
  const plain = txid.toLowerCase().replace(/^0x/, '');
  if (plain.length !== TXID_LENGTH || !/^[0-9a-f]+$/.test(plain))
    throw new VoucherError(`a transaction has ${TXID_LENGTH} hexadecimal digits`);
  if (!Number.isSafeInteger(output) || output < 0 || output > OUTPUT_MAX)
    throw new VoucherError('an output is a number from 0 on');
  return { txid: plain, output };
}
