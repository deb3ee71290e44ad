/**
 * A trader's settings: which steps need confirmation, keys, sound, how own orders meet.
 */
import { createPreference, usePreference } from './preference.ts';

const DEFAULTS = {
  limit: true,
  market: true,
  conditional: true,
  cancelAll: true,
  keys: true,
  /** When an order fills, a stop fires or a contract ends. */
  sound: false,
  /** The name of a mode; the order form knows which there are. */
  selfTrade: 'cancel-newest' as string,
};
/** Each asks before it acts, unless it is switched off. */
export const CONFIRMED_STEPS = [
  'limit',
  'market',
  'conditional',
  'cancelAll',
] as const satisfies (keyof typeof DEFAULTS)[];

const preference = createPreference('trade', DEFAULTS);
export const useTradePreferences = () => usePreference(preference);
export const tradePreferences = preference.store.get;
export const changeTradePreferences = preference.change;
