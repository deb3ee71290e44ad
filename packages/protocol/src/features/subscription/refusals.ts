/** Refusals of subscription. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'subscription/amount-missing': {
    code: 2501,
    kind: 'final',
    en: 'Enter the amount',
    zh: '请输入数量',
  },
} as const satisfies Record<string, RefusalText>;
