/** Refusals of finance. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'finance/amount-missing': {
    code: 2201,
    kind: 'final',
    en: 'Enter the amount',
    zh: '请输入数量',
  },
} as const satisfies Record<string, RefusalText>;
