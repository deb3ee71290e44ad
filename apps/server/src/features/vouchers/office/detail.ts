/** One voucher for operators, and its picture. Each look is in the log. */
import { lookIntoQueue } from '../../../contract/queue-look.ts';
import { formatDecimal } from '@glasshouse/money';
import { isRefusal } from '@glasshouse/protocol';
import { VOUCHER_REASONS } from '@glasshouse/protocol/vouchers';
import type { OfficeVoucher } from '@glasshouse/protocol/vouchers/office';
import { callingOperator, type FeatureHandlers, type Note } from '../../../http/handler.ts';
import { FairPool } from '../../../process/fair-pool.ts';
import { transfersNamed } from '../named.ts';
import type { VoucherParts } from '../parts.ts';
import type { VoucherReviews } from '../reviews.ts';
import { VOUCHER_STATUS, type Voucher } from '../tables.ts';
import { ONE_PAYMENT, termsFor } from '../terms.ts';
import { subjectOf } from './acts.ts';
import { queueRows, readQueue, stateOf } from './queue.ts';

export interface DetailParts extends VoucherParts {
  readonly reviews: VoucherReviews;
  /** Add to the log of operators. */
  readonly note: Note;
  readonly look: Note;
}

/** Each picture is read as a whole: a queue of them must not keep others from the database. */
const READ_AT_ONCE = 2;

type Reads = 'vouchers/get-queue' | 'vouchers/get-voucher' | 'vouchers/get-picture';

export function voucherReadHandlers(parts: DetailParts): Pick<FeatureHandlers<'vouchers'>, Reads> {
  const { reviews, note } = parts;
  const pool = new FairPool(READ_AT_ONCE);
  return {
    'vouchers/get-queue': async (asked, caller) => {
      const page = await readQueue(parts, asked);
      const userIds = page.list.map(({ userId }) => userId);
      await lookIntoQueue(parts, caller, { act: 'vouchers/get-queue', ...asked, userIds });
      return page;
    },
    'vouchers/get-voucher': async ({ id }, caller) => {
      const voucher = await reviews.find(id);
      if (voucher === null) return { error: 'request/not-found', field: 'id' };
      await note(caller, { act: 'vouchers/get-voucher', subject: subjectOf(voucher), detail: '' });
      return officeVoucher(parts, voucher);
    },
    'vouchers/get-picture': async ({ id }, caller) => {
      const { name } = callingOperator(caller);
      const picture = await pool.run(name, () =>
        reviews.look(id, name, (voucher) =>
          note(caller, { act: 'vouchers/get-picture', subject: subjectOf(voucher), detail: '' }),
        ),
      );
      return isRefusal(picture) ? picture : { jpegBase64: picture.toString('base64') };
    },
  };
}

async function officeVoucher(parts: DetailParts, voucher: Voucher): Promise<OfficeVoucher> {
  const { catalogue, reviews, payTo } = parts;
  const { chain, seen_amount: seen } = voucher;
  const { code, decimals } = catalogue.assetAt(voucher.asset);
  const [rows, acts, same] = await Promise.all([
    queueRows(parts, [voucher]),
    reviews.acts(voucher.voucher_id),
    reviews.samePicture(voucher),
  ]);
  const terms = termsFor(parts, voucher.user_id).find((one) => one.chain === chain && one.currency === code);
  return {
    ...rows[0]!,
    remark: voucher.remark,
    payTo: payTo[chain] ?? null,
    memo: terms?.memo ?? '',
    isOnePayment: ONE_PAYMENT.has(chain),
    hasPicture: voucher.status !== VOUCHER_STATUS.withdrawn,
    duplicates: same.map((other) => ({
      id: other.voucher_id,
      userId: other.user_id,
      state: stateOf(other.status),
      time: other.handed_ms,
    })),
    course: acts.map(({ time_ms: time, act, operator, detail: words }) => ({ time, act, operator, words })),
    named: transfersNamed(acts).map(({ txid, output, by }) => ({
      txid,
      output,
      operators: [...by.values()],
    })),
    seenAmount: seen === null ? '' : formatDecimal(seen, decimals),
    txid: voucher.txid,
    rejection: VOUCHER_REASONS.find((each) => each === voucher.reason) ?? null,
    note: voucher.note,
  };
}
