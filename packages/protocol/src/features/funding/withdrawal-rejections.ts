/**
 * Why a withdrawal was rejected, and how its owner reads it: in a message and on the page. What an
 * operator notes besides is for operators.
 */

export const WITHDRAWAL_REASONS = [
  'asked',
  'address',
  'identity',
  'source',
  'network',
  'law',
  'other',
] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

export const WITHDRAWAL_REASON_TEXTS = {
  asked: { en: 'You asked us not to pay it.', zh: '你要求不再汇出。' },
  address: { en: 'We do not pay to this address.', zh: '平台不向该地址汇出资产。' },
  identity: { en: 'We could not confirm that it was you who asked.', zh: '无法确认该申请由你本人提交。' },
  source: { en: 'We could not confirm where the coins came from.', zh: '无法确认资产来源。' },
  network: { en: 'The payment could not be made on this network.', zh: '无法在该网络上完成汇出。' },
  law: { en: 'The law does not allow us to pay it.', zh: '法律不允许平台汇出。' },
  other: { en: 'The withdrawal could not be approved.', zh: '该提现未能获批。' },
} as const satisfies Record<WithdrawalReason, { readonly en: string; readonly zh: string }>;
