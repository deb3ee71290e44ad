/** The posting reasons of money in and out, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  deposit: {
    en: 'Deposit',
    zh: '充值',
    shown: { record: 'deposit', side: 'network', line: 'deposits' },
  },
  'deposit-rest': {
    en: 'Rest of deposits',
    zh: '充值尾数',
    shown: null,
  },
  'withdrawal-frozen': {
    en: 'Frozen for withdrawal',
    zh: '提现冻结',
    shown: { record: 'withdrawal', side: null, line: 'withdrawals' },
  },
  'withdrawal-paid': {
    en: 'Withdrawal',
    zh: '提现',
    shown: { record: 'withdrawal', side: 'network', line: 'withdrawals' },
  },
  'withdrawal-fee': {
    en: 'Withdrawal fee',
    zh: '提现手续费',
    shown: { record: 'withdrawal', side: 'fee-income', line: 'fees' },
  },
  'withdrawal-returned': {
    en: 'Returned from withdrawal',
    zh: '提现退回',
    shown: { record: 'withdrawal', side: null, line: 'withdrawals' },
  },
  'network-cost': {
    en: 'Network cost',
    zh: '网络费用',
    shown: null,
  },
} as const satisfies Record<string, ReasonText>;
