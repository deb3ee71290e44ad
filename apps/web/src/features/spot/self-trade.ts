/** What may happen to orders that would meet the trader's own. */
import type { SelfTradeMode } from '@glasshouse/protocol/spot';

export const SELF_TRADE_CHOICES = [
  'cancel-newest',
  'cancel-oldest',
  'cancel-both',
  'decrement',
] as const satisfies SelfTradeMode[];
export const selfTradeModeOf = (stored: string): SelfTradeMode =>
  SELF_TRADE_CHOICES.find((mode) => mode === stored) ?? 'cancel-newest';
