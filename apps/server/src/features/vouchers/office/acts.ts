/** What acts of operators on vouchers would do, and how they are done. */
import { TXID_LENGTH } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { VOUCHER_REASON_TEXTS } from '@glasshouse/protocol/vouchers';
import { VOUCHER_APPROVALS } from '@glasshouse/protocol/vouchers/voucher-states';
import { readableAmount } from '../../../contract/messages.ts';
import type { ActPlan, ActPlanner, EffectWords, Words } from '../../../contract/operator-acts.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { FeatureHandlers } from '../../../http/handler.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import { namedBy } from '../named.ts';
import type { VoucherParts } from '../parts.ts';
import type { Found, VoucherReviews } from '../reviews.ts';
import { VOUCHER_STATUS, type Voucher } from '../tables.ts';
import { ONE_PAYMENT } from '../terms.ts';

export interface ActParts extends Pick<VoucherParts, 'catalogue'> {
  readonly reviews: VoucherReviews;
}
type Approve = Parameters<ActPlanner<'vouchers/approve'>>[0];
type Reject = Parameters<ActPlanner<'vouchers/reject'>>[0];

const WORDS = {
  state: { en: 'State', zh: '状态' },
  approvals: { en: 'People who found it', zh: '核实人数' },
  transfer: { en: 'Transfer', zh: '交易' },
  credited: { en: 'Exchange account of the user', zh: '用户币币账户' },
  later: { en: 'nothing yet', zh: '暂不入账' },
  seen: { en: 'The network shows', zh: '网络上的数量' },
  told: { en: 'The user reads', zh: '用户看到' },
  waiting: { en: 'waiting', zh: '待审核' },
  rejected: { en: 'rejected, nothing is credited', zh: '已驳回，不入账' },
} as const satisfies Record<string, Words>;

/** Nothing is decided before the last person. */
const CHECKED = { en: 'The platform is checking a deposit of yours', zh: '平台正在核实你的一笔充值' };

export const subjectOf = ({ voucher_id: id, user_id: user }: Voucher): string =>
  `voucher ${id} of user ${user}`;

export function voucherActHandlers(
  parts: ActParts,
  { act }: Pick<Ports['operators'], 'act'>,
): Pick<FeatureHandlers<'vouchers'>, 'vouchers/approve' | 'vouchers/reject'> {
  return {
    'vouchers/approve': act('vouchers/approve', async (asked) => {
      const voucher = await waitingVoucher(parts, asked.id);
      return isRefusal(voucher) ? voucher : approvalOf(parts, voucher, asked);
    }),
    'vouchers/reject': act('vouchers/reject', async (asked) => {
      const voucher = await waitingVoucher(parts, asked.id);
      return isRefusal(voucher) ? voucher : rejectionOf(parts, voucher, asked);
    }),
  };
}

async function waitingVoucher({ reviews }: ActParts, id: number): Promise<Voucher | Refusal> {
  const found = await reviews.find(id);
  if (found === null) return { error: 'request/not-found', field: 'id' };
  return found.status === VOUCHER_STATUS.pending ? found : { error: 'vouchers/decided' };
}

const planOf = (voucher: Voucher, planned: Pick<ActPlan, 'effect' | 'told' | 'run'>): ActPlan => ({
  subject: subjectOf(voucher),
  userId: voucher.user_id,
  ...planned,
});

async function approvalOf(parts: ActParts, voucher: Voucher, asked: Approve): Promise<ActPlan | Refusal> {
  const { reviews } = parts;
  const found = transferOf(voucher, asked);
  if (isRefusal(found)) return found;
  const units = unitsOf(parts, voucher, { field: 'amount', text: asked.amount });
  if (isRefusal(units)) return units;
  const typed = amountText(parts, voucher, voucher.amount);
  if (units !== voucher.amount)
    return { error: 'vouchers/amount-differs', field: 'amount', params: { typed } };
  if (await reviews.isTaken(voucher, found)) return { error: 'vouchers/transfer-used', field: 'txid' };
  const before = namedBy(await reviews.acts(voucher.voucher_id), found).size;
  const isLast = before + 1 >= VOUCHER_APPROVALS;
  const effect: readonly EffectWords[] = [
    { what: WORDS.approvals, before: String(before), after: peopleText(before + 1) },
    { what: WORDS.transfer, before: null, after: `${found.txid} ${found.output}` },
    { what: WORDS.credited, before: null, after: isLast ? `+ ${typed}` : WORDS.later },
  ];
  return planOf(voucher, {
    effect,
    ...(isLast ? {} : { told: CHECKED }),
    run: (by) => reviews.approve(voucher.voucher_id, by, found),
  });
}

function peopleText(count: number): Words {
  return count >= VOUCHER_APPROVALS
    ? {
        en: `${count} of ${VOUCHER_APPROVALS}: credited`,
        zh: `第 ${count} 人，共需 ${VOUCHER_APPROVALS} 人：入账`,
      }
    : {
        en: `${count} of ${VOUCHER_APPROVALS}: one more person`,
        zh: `第 ${count} 人，共需 ${VOUCHER_APPROVALS} 人：还需一人`,
      };
}

async function rejectionOf(parts: ActParts, voucher: Voucher, asked: Reject): Promise<ActPlan | Refusal> {
  const { rejection: reason, note, seen: text } = asked;
  if (reason === 'amount-differs' && text === undefined) return invalidField('seen', 'is required');
  const seen = text === undefined ? null : unitsOf(parts, voucher, { field: 'seen', text });
  if (isRefusal(seen)) return seen;
  const { en, zh } = VOUCHER_REASON_TEXTS[reason];
  const told = { en: [en, note].filter(Boolean).join(' '), zh: [zh, note].filter(Boolean).join(' ') };
  const effect: readonly EffectWords[] = [
    { what: WORDS.state, before: WORDS.waiting, after: WORDS.rejected },
    ...(seen === null ? [] : [{ what: WORDS.seen, before: null, after: amountText(parts, voucher, seen) }]),
    { what: WORDS.told, before: null, after: told },
  ];
  return planOf(voucher, {
    effect,
    run: (by) => parts.reviews.reject(voucher.voucher_id, by, { reason, note, seen }),
  });
}

/** `0x` and upper case are spellings of the same transaction. */
function transferOf({ chain }: Voucher, { txid, output }: Approve): Found | Refusal {
  const plain = txid.toLowerCase().replace(/^0x/, '');
  if (plain.length !== TXID_LENGTH || !/^[0-9a-f]+$/.test(plain))
    return invalidField('txid', `${TXID_LENGTH} hexadecimal digits`);
  if (output > 0 && ONE_PAYMENT.has(chain)) return invalidField('output', 'a transaction of it pays once: 0');
  return { txid: plain, output };
}

function unitsOf(
  { catalogue }: ActParts,
  { asset }: Voucher,
  { field, text }: { readonly field: string; readonly text: string },
): number | Refusal {
  const { decimals } = catalogue.assetAt(asset);
  const units = parseDecimal(text, decimals);
  return typeof units === 'number' ? units : invalidField(field, `at most ${decimals} decimals`);
}

export function amountText({ catalogue }: ActParts, { asset }: Voucher, units: number): string {
  const { code, decimals } = catalogue.assetAt(asset);
  return `${readableAmount(formatDecimal(units, decimals))} ${code}`;
}
