/** The posting reasons of mining, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'mining-bought': {
    en: 'Miner bought',
    zh: '买入矿机',
    shown: { record: 'product', side: 'own', line: 'other' },
  },
  'mining-reserved': {
    en: 'Rewards set aside',
    zh: '预留挖矿奖励',
    shown: null,
  },
  'mining-returned': {
    en: 'Returned from mining',
    zh: '矿机赎回',
    shown: { record: 'product', side: 'own', line: 'other' },
  },
  'mining-reward': {
    en: 'Mining reward',
    zh: '挖矿奖励',
    shown: { record: 'product', side: 'product-reserve', line: 'products' },
  },
  'mining-given-up': {
    en: 'Rewards given up',
    zh: '放弃的挖矿奖励',
    shown: null,
  },
} as const satisfies Record<string, ReasonText>;
