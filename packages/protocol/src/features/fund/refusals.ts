/** Refusals of fund. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'fund/amount-missing': {
    code: 2401,
    kind: 'final',
    en: 'Enter the amount',
    zh: '请输入数量',
  },
} as const satisfies Record<string, RefusalText>;
