/** The posting reasons of finance, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'finance-bought': {
    en: 'Finance bought',
    zh: '买入理财',
    shown: { record: 'product', side: 'own', line: 'other' },
  },
  'finance-reserved': {
    en: 'Interest set aside',
    zh: '预留利息',
    shown: null,
  },
  'finance-returned': {
    en: 'Returned from finance',
    zh: '理财到期退回',
    shown: { record: 'product', side: 'own', line: 'other' },
  },
  'finance-interest': {
    en: 'Finance interest',
    zh: '理财利息',
    shown: { record: 'product', side: 'product-reserve', line: 'products' },
  },
} as const satisfies Record<string, ReasonText>;
