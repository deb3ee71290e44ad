/** What reviewers of vouchers read at the machine. Decisions are acts, see office/acts.ts. */
import { isRefusal } from '@glasshouse/protocol';
import { formatDecimal } from '@glasshouse/money';
import type { VoucherParts } from './parts.ts';
import type { VoucherReviews } from './reviews.ts';

export type VoucherRequest =
  | { readonly act: 'list' }
  | { readonly act: 'show'; readonly id: number; readonly operator: string };

export interface VoucherAnswer {
  readonly ok: boolean;
  readonly text: string;
  /** JPEG in base64; '' if it was not asked for. */
  readonly picture: string;
}

const STATE_NAMES = ['waiting', 'being credited', 'finished', 'rejected', 'taken back'] as const;

export function voucherCommands(parts: VoucherParts, reviews: VoucherReviews) {
  return {
    'vouchers/handle': (asked: VoucherRequest): Promise<VoucherAnswer> =>
      asked.act === 'list' ? list(parts, reviews) : show(parts, reviews, asked),
  };
}

async function list({ catalogue }: VoucherParts, reviews: VoucherReviews): Promise<VoucherAnswer> {
  const rows = await reviews.list();
  const lines = rows.map(
    ({ voucher_id: id, user_id: user, asset, amount, chain, status, handed_ms: handedMs }) => {
      const { code, decimals } = catalogue.assetAt(asset);
      const what = `${formatDecimal(amount, decimals)} ${code} on ${chain}`;
      return `${id}  user ${user}  ${what}  handed in ${new Date(handedMs).toISOString()}  ${STATE_NAMES[status]}`;
    },
  );
  return { ok: true, text: lines.join('\n') || 'Nothing waits for a review.', picture: '' };
}

async function show(
  { catalogue, payTo }: VoucherParts,
  reviews: VoucherReviews,
  { id, operator }: { readonly id: number; readonly operator: string },
): Promise<VoucherAnswer> {
  const voucher = await reviews.find(id);
  if (voucher === null) return { ok: false, text: `there is no voucher ${id}`, picture: '' };
  const picture = await reviews.look(id, operator);
  if (isRefusal(picture))
    return { ok: false, text: `voucher ${id} was taken back, and its picture is gone`, picture: '' };
  const { code, decimals } = catalogue.assetAt(voucher.asset);
  const { chain, user_id: user, status } = voucher;
  const [samePicture, acts] = [await reviews.samePicture(voucher), await reviews.acts(id)];
  return {
    ok: true,
    picture: picture.toString('base64'),
    text: [
      `voucher ${id}, ${STATE_NAMES[status]}`,
      `user    ${user}`,
      `typed   ${formatDecimal(voucher.amount, decimals)} ${code} on ${chain}`,
      `to      ${payTo[chain] ?? 'no address is configured'}`,
      `remark  ${voucher.remark}`,
      ...samePicture.map(
        (other) =>
          `CLASH   voucher ${other.voucher_id} of user ${other.user_id} has the same picture, ${STATE_NAMES[other.status]}`,
      ),
      ...acts.map(({ act: name, operator: who, detail, time_ms }) =>
        [new Date(time_ms).toISOString(), name, who, detail].filter(Boolean).join('  '),
      ),
    ].join('\n'),
  };
}
