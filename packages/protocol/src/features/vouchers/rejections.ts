/**
 * The reasons for rejecting a voucher, with the texts that its owner reads in a message and on the
 * page.
 */

export const VOUCHER_REASONS = [
  'amount-differs',
  'not-found',
  'memo-missing',
  'unreadable',
  'credited-before',
  'other',
] as const;
export type VoucherReason = (typeof VOUCHER_REASONS)[number];

export const VOUCHER_REASON_TEXTS = {
  'amount-differs': {
    en: 'The network shows another amount than you typed.',
    zh: '网络上的实际数量与你填写的不一致。',
  },
  'not-found': { en: 'No such transfer was found on the network.', zh: '网络上未找到该笔交易。' },
  'memo-missing': {
    en: 'The transfer does not carry your tag or memo.',
    zh: '该笔交易未附带你的标签/Memo。',
  },
  unreadable: { en: 'The picture cannot be read.', zh: '图片无法辨认。' },
  'credited-before': { en: 'This transfer was credited before.', zh: '该笔交易此前已入账。' },
  other: { en: 'The voucher could not be accepted.', zh: '凭证未能通过审核。' },
} as const satisfies Record<VoucherReason, { readonly en: string; readonly zh: string }>;
