/** Refusals of deposits by voucher. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'vouchers/amount-missing': {
    code: 2105,
    kind: 'final',
    en: 'Enter deposit amount',
    zh: '请输入充值数量',
  },
  'vouchers/remark-missing': {
    code: 2106,
    kind: 'final',
    en: 'Fill in remarks',
    zh: '请填写付款说明',
  },
  'vouchers/below-minimum': {
    code: 2101,
    kind: 'final',
    en: 'The smallest deposit is {minimum} {coin}',
    zh: '最低充值数量为 {minimum} {coin}',
  },
  'vouchers/too-many': {
    code: 2102,
    kind: 'final',
    en: 'At most {count} vouchers can wait for a review',
    zh: '最多可有 {count} 张凭证等待审核',
  },
  'vouchers/picture-known': {
    code: 2103,
    kind: 'final',
    en: 'You have handed in this picture before',
    zh: '该凭证图片已提交过',
  },
  'vouchers/opened': {
    code: 2104,
    kind: 'final',
    en: 'This voucher is being reviewed or decided; it cannot be taken back',
    zh: '该凭证已开始审核或已有结果，无法撤回',
  },
  'vouchers/decided': {
    code: 2107,
    kind: 'final',
    en: 'This voucher does not wait for a review any more',
    zh: '该凭证已不在待审核状态',
  },
  'vouchers/amount-differs': {
    code: 2108,
    kind: 'final',
    en: 'The owner typed {typed}. Reject it with what the network shows',
    zh: '用户填写的是 {typed}。请驳回并注明网络上的实际数量',
  },
  'vouchers/transfer-used': {
    code: 2109,
    kind: 'final',
    en: 'This transfer belongs to another voucher',
    zh: '该笔交易已用于另一张凭证',
  },
} as const satisfies Record<string, RefusalText>;
