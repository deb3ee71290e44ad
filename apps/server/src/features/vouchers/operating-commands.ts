/** The operator's commands for vouchers: list, show, approve, reject. */
import { formatDecimal } from '@glasshouse/money';
import type { VoucherParts } from './parts.ts';
import { VoucherError, type Found, type Rejection, type Reviewer, type VoucherReviews } from './reviews.ts';

export type VoucherAct =
  | { readonly act: 'list' }
  | ({ readonly act: 'show'; readonly id: number } & Reviewer)
  | ({ readonly act: 'approve'; readonly id: number } & Reviewer & Found)
  | ({ readonly act: 'reject'; readonly id: number } & Reviewer & Rejection);

export interface VoucherAnswer {
  readonly ok: boolean;
  readonly text: string;
  /** JPEG in base64; '' if it was not asked for. */
  readonly picture: string;
}

const say = (text: string): VoucherAnswer => ({ ok: true, text, picture: '' });
const STATE_NAMES = ['waiting', 'being credited', 'finished', 'rejected', 'taken back'] as const;

export function voucherCommands(parts: VoucherParts, reviews: VoucherReviews) {
  return {
    'vouchers/handle': async (asked: VoucherAct): Promise<VoucherAnswer> => {
      try {
        return await act(parts, reviews, asked);
      } catch (error) {
        if (error instanceof VoucherError) return { ok: false, text: error.message, picture: '' };
        throw error;
      }
    },
  };
}

async function act(parts: VoucherParts, reviews: VoucherReviews, asked: VoucherAct): Promise<VoucherAnswer> {
  const { log } = parts;
  if (asked.act === 'list') return list(parts, reviews);
  const { id, operator } = asked;
  if (asked.act === 'show') return show(parts, reviews, asked);
  log.warn({ voucher: id, operator, act: asked.act }, 'an operator decides on a voucher');
  if (asked.act === 'approve') return say(await reviews.approve(id, asked, asked));
  await reviews.reject(id, asked, asked);
  return say(`Voucher ${id} is rejected; the person was told why.`);
}

async function list({ catalogue }: VoucherParts, reviews: VoucherReviews): Promise<VoucherAnswer> {
  const rows = await reviews.list();
  if (rows.length === 0) return say('Nothing waits for a review.');
  return say(
    rows
      .map(({ voucher_id: id, user_id: user, asset, amount, chain, status, handed_ms: handedMs }) => {
        const { code, decimals } = catalogue.assetAt(asset);
        const what = `${formatDecimal(amount, decimals)} ${code} on ${chain}`;
        return `${id}  user ${user}  ${what}  handed in ${new Date(handedMs).toISOString()}  ${STATE_NAMES[status]}`;
      })
      .join('\n'),
  );
}

async function show(
  { catalogue, payTo }: VoucherParts,
  reviews: VoucherReviews,
  { id, ...reviewer }: Extract<VoucherAct, { act: 'show' }>,
): Promise<VoucherAnswer> {
  const { voucher, samePicture, picture } = await reviews.show(id, reviewer);
  const { code, decimals } = catalogue.assetAt(voucher.asset);
  const { chain, user_id: user, status } = voucher;
  const acts = await reviews.acts(id);
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
      ...acts.map(({ act: name, operator, detail, time_ms }) =>
        [new Date(time_ms).toISOString(), name, operator, detail].filter(Boolean).join('  '),
      ),
    ].join('\n'),
  };
}
