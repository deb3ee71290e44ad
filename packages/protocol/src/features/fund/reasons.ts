/** The posting reasons of funds, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'fund-margin': {
    en: 'Margin of fund',
    zh: '基金保证金',
    shown: { record: 'product', side: 'own', line: 'products' },
  },
  'fund-frozen': {
    en: 'Frozen for a fund',
    zh: '基金冻结',
    shown: { record: 'product', side: null, line: 'products' },
  },
  'fund-buy-fee': {
    en: 'Fund buy fee',
    zh: '基金买入费',
    shown: { record: 'product', side: 'fee-income', line: 'fees' },
  },
  'fund-cover': { en: 'Set aside for fund', zh: '基金预留', shown: null },
  'fund-coins': { en: 'Coins of fund', zh: '基金成分币', shown: null },
  'fund-interest': {
    en: 'Interest of fund',
    zh: '基金借款利息',
    shown: { record: 'product', side: 'fee-income', line: 'products' },
  },
  'fund-profit': {
    en: 'Profit of fund',
    zh: '基金收益',
    shown: { record: 'product', side: 'product-reserve', line: 'products' },
  },
  'fund-profit-coins': {
    en: 'Profit of fund, in its coins',
    zh: '基金收益（成分币）',
    shown: { record: 'product', side: 'product-holdings', line: 'products' },
  },
  'fund-loss': {
    en: 'Loss of fund',
    zh: '基金亏损',
    shown: { record: 'product', side: 'product-reserve', line: 'products' },
  },
  'fund-returned': {
    en: 'Returned from fund',
    zh: '基金保证金退回',
    shown: { record: 'product', side: 'own', line: 'products' },
  },
  'fund-sell-fee': {
    en: 'Sell fee of fund',
    zh: '基金卖出费',
    shown: { record: 'product', side: 'fee-income', line: 'fees' },
  },
  'fund-exit-fee': {
    en: 'Exit fee of fund',
    zh: '基金退出费',
    shown: { record: 'product', side: 'fee-income', line: 'fees' },
  },
} as const satisfies Record<string, ReasonText>;
