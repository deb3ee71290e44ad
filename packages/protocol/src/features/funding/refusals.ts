/** Refusals of deposits and withdrawals. */
import type { RefusalText } from '../../refusal-text.ts';
import { depositRefusals } from './deposit-refusals.ts';
import { withdrawalRefusals } from './withdrawal-refusals.ts';

export const refusals = {
  'funding/amount-missing': {
    code: 1901,
    kind: 'final',
    en: 'Enter the amount',
    zh: '请输入数量',
  },
  'funding/below-minimum': {
    code: 1902,
    kind: 'final',
    en: 'The amount is below the minimum of this network',
    zh: '数量低于该网络的最小限额',
    program: { code: -4022 },
  },
  'funding/above-maximum': {
    code: 1903,
    kind: 'final',
    en: 'The amount is above the maximum of one withdrawal',
    zh: '数量超过单笔提现上限',
    program: { code: -4023 },
  },
  'funding/fee-changed': {
    code: 1904,
    kind: 'final',
    en: 'The network fee has changed. Check the new amount and send again',
    zh: '网络手续费已变动，请核对后重新提交',
    program: { code: -4032 },
  },
  'funding/too-many-withdrawals': {
    code: 1905,
    kind: 'final',
    en: 'You have 20 withdrawals under way. Wait until one is done',
    zh: '进行中的提现已达 20 笔，请等待其中一笔完成',
    program: { code: -4005 },
  },
  'funding/halted': {
    code: 1906,
    kind: 'transient',
    en: 'Withdrawals on this network are paused. Your money is unchanged',
    zh: '该网络暂停提现，你的资产不受影响',
    program: { code: -4019 },
  },
  'funding/chain-short': {
    code: 1907,
    kind: 'transient',
    en: 'The platform holds too little of this coin on this network at the moment',
    zh: '平台在该网络上的余额暂时不足',
  },
  'funding/unknown-withdrawal': {
    code: 1908,
    kind: 'final',
    en: 'This withdrawal does not exist, or it has ended',
    zh: '提现不存在或已结束',
  },
  'funding/withdrawal-state': {
    code: 1909,
    kind: 'final',
    en: 'This withdrawal is being paid and can no longer be changed',
    zh: '该提现正在处理，无法更改',
  },
  'funding/unknown-deposit': {
    code: 1910,
    kind: 'final',
    en: 'This deposit does not exist, or it is final',
    zh: '充值不存在或已最终确认',
  },
  'funding/reference-used': {
    code: 1911,
    kind: 'final',
    en: 'This transaction or voucher has been booked already',
    zh: '该交易或凭证已入账',
  },
  ...depositRefusals,
  ...withdrawalRefusals,
} as const satisfies Record<string, RefusalText>;
