/** The calls of deposits by voucher. Only a reviewer gets a picture back, see reviews.ts. */
import { hash, randomUUID } from 'node:crypto';
import { formatDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { VOUCHER_REASONS, WAITING_MAX, type VoucherRow } from '@glasshouse/protocol/vouchers';
import { sql } from 'kysely';
import { readAmount } from '../../values/amounts.ts';
import { readList } from '../../db/lists.ts';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import type { UploadGates } from '../../http/uploads.ts';
import { cleanPhoto } from '../../photos/photos.ts';
import { sealPhoto } from '../../photos/sealed-photos.ts';
import { PICTURE_KEY, type VoucherParts } from './parts.ts';
import { VOUCHER_STATUS, VOUCHERS, type Voucher } from './tables.ts';
import { minimumOf, termsFor } from './terms.ts';

const { pending, crediting, finished, rejected, withdrawn } = VOUCHER_STATUS;

type OfUsers = 'vouchers/get-terms' | 'vouchers/hand-in' | 'vouchers/get-list' | 'vouchers/take-back';

export function voucherHandlers(parts: VoucherParts): Pick<FeatureHandlers<'vouchers'>, OfUsers> {
  return {
    'vouchers/get-terms': (_input, { userId }) => ({ list: termsFor(parts, userId) }),
    'vouchers/hand-in': handIn(parts),
    'vouchers/get-list': getList(parts),
    'vouchers/take-back': takeBack(parts),
  };
}

/** Checked before a picture is read: without quota or place, none of its bytes are read. */
export function voucherUploadGates(parts: VoucherParts): UploadGates {
  return {
    'vouchers/hand-in': {
      take: async (sender) =>
        (await parts.limits.take('upload', sender))
          ? refuseMore(parts, Number(sender))
          : parts.limits.tooMany('upload', sender),
      giveBack: (sender) => parts.limits.giveBack('upload', sender),
    },
  };
}

async function refuseMore({ database }: VoucherParts, userId: number): Promise<Refusal | null> {
  const { count } = await database.kysely
    .selectFrom('vouchers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', 'in', [pending, crediting])
    .executeTakeFirstOrThrow();
  return count < WAITING_MAX ? null : { error: 'vouchers/too-many', params: { count: String(WAITING_MAX) } };
}

function handIn(parts: VoucherParts): Handler<'vouchers/hand-in'> {
  const { catalogue, secrets, database, ownerWork } = parts;
  return async ({ currency, chain, amount: text, remark }, { userId, upload }) => {
    const terms = termsFor(parts, userId).find((one) => one.currency === currency && one.chain === chain);
    if (terms === undefined) return { error: 'wallet/chain-unknown', field: 'chain' };
    const amount = readAmount(text, {
      field: 'amount',
      decimals: terms.decimals,
      missing: 'vouchers/amount-missing',
      tooPrecise: 'request/invalid',
      tooLarge: 'wallet/limit-reached',
    });
    if (isRefusal(amount)) return amount;
    if (amount < minimumOf(terms)) {
      const params = { minimum: terms.minDeposit, coin: currency };
      return { error: 'vouchers/below-minimum', field: 'amount', params };
    }
    if (remark === '') return { error: 'vouchers/remark-missing', field: 'remark' };
    if (upload === null) return { error: 'kyc/photo-type', field: 'body' };
    const picture_mac = secrets.mac('voucher-picture', hash('sha256', upload));
    const photo = await cleanPhoto(upload, { sender: String(userId) });
    if ('error' in photo) return photo;
    const name = { purpose: PICTURE_KEY, id: randomUUID() };
    const handed_ms = Date.now();
    const row = {
      user_id: userId,
      chain,
      asset: catalogue.asset(currency)!.asset,
      amount,
      remark,
      status: pending,
      handed_ms,
      changed_ms: handed_ms,
      picture_mac,
      picture_id: name.id,
      ...sealPhoto(secrets, name, photo.jpeg),
    };
    return ownerWork.run(String(userId), async () => {
      const refusal = (await refuseMore(parts, userId)) ?? (await refuseKnown(parts, userId, picture_mac));
      if (refusal !== null) return refusal;
      const { voucher_id } = await database.kysely
        .insertInto('vouchers')
        .values(row)
        .returning('voucher_id')
        .executeTakeFirstOrThrow();
      return { id: String(voucher_id) };
    });
  };
}

/** A rejected one may be handed in again, with other figures. */
async function refuseKnown(
  { database }: VoucherParts,
  userId: number,
  pictureMac: string,
): Promise<Refusal | null> {
  const known = await database.kysely
    .selectFrom('vouchers')
    .select('voucher_id')
    .where('picture_mac', '=', pictureMac)
    .where('user_id', '=', userId)
    .where('status', 'in', [pending, crediting, finished])
    .executeTakeFirst();
  return known === undefined ? null : { error: 'vouchers/picture-known', field: 'body' };
}

function getList(parts: VoucherParts): Handler<'vouchers/get-list'> {
  const { database } = parts;
  return (input, { userId }) => {
    const filter = sql`user_id = ${userId}`;
    const total = () =>
      database.reads
        .selectFrom('vouchers')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
        .then(({ count }) => count);
    const rowOf = (row: Voucher) => voucherRowOf(parts, row);
    return readList(database, { source: VOUCHERS, request: input, branches: [filter], total, rowOf });
  };
}

const STATUS_NAMES = {
  [pending]: 'pending',
  // The owner sees one step: it is credited, or it is not.
  [crediting]: 'pending',
  [finished]: 'finished',
  [rejected]: 'rejected',
  [withdrawn]: 'withdrawn',
} as const;

function voucherRowOf({ catalogue }: VoucherParts, row: Voucher): VoucherRow {
  const { code, decimals } = catalogue.assetAt(row.asset);
  const status = STATUS_NAMES[row.status as keyof typeof STATUS_NAMES];
  const isFinished = row.status === finished;
  return {
    id: String(row.voucher_id),
    time: row.handed_ms,
    updateTime: row.changed_ms,
    currency: code,
    chain: row.chain,
    amount: formatDecimal(row.amount, decimals),
    remark: row.remark,
    status,
    isOpened: row.is_opened,
    seenAmount: row.seen_amount === null ? '' : formatDecimal(row.seen_amount, decimals),
    txid: isFinished ? row.txid : '',
    depositId: isFinished ? String(row.deposit_id ?? '') : '',
    reason: VOUCHER_REASONS.find((known) => known === row.reason) ?? null,
    note: row.note,
  };
}

/**
 * Replaces the picture of a voucher that was taken back before anybody looked at it, so that such
 * pictures do not fill the disk.
 */
const NO_PICTURE = { wrapped_key: new Uint8Array(), sealed: new Uint8Array() };

function takeBack({ database, ownerWork }: VoucherParts): Handler<'vouchers/take-back'> {
  return ({ id }, { userId }) =>
    ownerWork.run(String(userId), async () => {
      const own = await database.kysely
        .selectFrom('vouchers')
        .select('voucher_id')
        .where('voucher_id', '=', Number(id))
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (own === undefined) return { error: 'request/not-found', field: 'id' } as const;
      const taken = await database.kysely
        .updateTable('vouchers')
        .set({ status: withdrawn, changed_ms: Date.now(), ...NO_PICTURE })
        .where('voucher_id', '=', own.voucher_id)
        .where('status', '=', pending)
        .where('is_opened', '=', false)
        .returning('voucher_id')
        .executeTakeFirst();
      return taken === undefined ? ({ error: 'vouchers/opened', field: 'id' } as const) : undefined;
    });
}
