/** The posting reasons of accounts, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'play-money': {
    en: 'Play money',
    zh: '体验资金',
    shown: { record: 'gift', side: 'issuer', line: 'other' },
  },
  'house-capital': {
    en: 'House capital',
    zh: '平台资本',
    shown: { record: 'gift', side: 'issuer', line: 'other' },
  },
  transfer: {
    en: 'Transfer',
    zh: '划转',
    shown: { record: 'transfer', side: 'own', line: 'other' },
  },
  'capital-moved': {
    en: 'Capital moved',
    zh: '资本调拨',
    shown: null,
  },
} as const satisfies Record<string, ReasonText>;
