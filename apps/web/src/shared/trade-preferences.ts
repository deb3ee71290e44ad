/**
 * A trader's settings: which steps need confirmation, whether keys are active, how own orders meet.
 * Remembered in this browser.
 */
import type { SelfTradeMode } from '@glasshouse/protocol/spot';
import { createPreference, usePreference } from './preference.ts';

const DEFAULTS = {
  limit: true,
  market: true,
  conditional: true,
  cancelAll: true,
  keys: true,
  selfTrade: 'cancel-newest' as string,
};
/** Each asks before it acts, unless it is switched off. */
export const CONFIRMED_STEPS = [
  'limit',
  'market',
  'conditional',
  'cancelAll',
] as const satisfies (keyof typeof DEFAULTS)[];

export const SELF_TRADE_CHOICES = [
  'cancel-newest',
  'cancel-oldest',
  'cancel-both',
] as const satisfies SelfTradeMode[];
export const selfTradeModeOf = (stored: string): SelfTradeMode =>
  SELF_TRADE_CHOICES.find((mode) => mode === stored) ?? 'cancel-newest';

const preference = createPreference('trade', DEFAULTS);
export const useTradePreferences = () => usePreference(preference);
export const tradePreferences = preference.store.get;
export const changeTradePreferences = preference.change;
