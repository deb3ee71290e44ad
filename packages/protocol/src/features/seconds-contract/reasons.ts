/** The posting reasons of seconds contracts, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'position-stake': {
    en: 'Stake of contract',
    zh: '合约本金',
    shown: { record: 'contract', side: 'contract-escrow', line: 'contracts' },
  },
  'position-fee': {
    en: 'Fee of contract',
    zh: '合约手续费',
    shown: { record: 'contract', side: 'contract-escrow', line: 'fees' },
  },
  'position-reserve': {
    en: 'Set aside for contract',
    zh: '合约预留',
    shown: null,
  },
  'position-payout': {
    en: 'Profit of contract',
    zh: '合约收益',
    shown: { record: 'contract', side: 'contract-reserve', line: 'contracts' },
  },
  'position-returned': {
    en: 'Returned from contract',
    zh: '合约退回',
    shown: { record: 'contract', side: 'contract-escrow', line: 'contracts' },
  },
  'position-lost': {
    en: 'Stake lost',
    zh: '合约亏损',
    shown: null,
  },
} as const satisfies Record<string, ReasonText>;
