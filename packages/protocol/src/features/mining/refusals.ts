/** Refusals of mining. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'mining/amount-missing': {
    code: 2301,
    kind: 'final',
    en: 'Enter the amount',
    zh: '请输入数量',
  },
} as const satisfies Record<string, RefusalText>;
