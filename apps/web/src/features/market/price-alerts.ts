/**
 * Prices at which the user wants a notice, kept in this browser. The first public tick that reaches
 * an alert fires it, and removes it.
 */
import { createPreference, usePreference } from '#shared/preference.ts';
import type { PriceAlert } from './reached-alerts.ts';

export const ALERTS_MAX = 20;
/** Alerts as JSON: a preference keeps texts. */
const preference = createPreference('price-alerts', { list: [] as readonly string[] });

export const usePriceAlerts = (): readonly PriceAlert[] => alertsOf(usePreference(preference).list);
export const priceAlertsNow = (): readonly PriceAlert[] => alertsOf(preference.store.get().list);

/** False if there are as many as may be. One at the same price replaces another. */
export function addPriceAlert(alert: PriceAlert): boolean {
  const others = priceAlertsNow().filter((one) => !isSame(one, alert));
  if (others.length >= ALERTS_MAX) return false;
  keep([...others, alert]);
  return true;
}
export function removePriceAlert(alert: PriceAlert): void {
  keep(priceAlertsNow().filter((one) => !isSame(one, alert)));
}

function keep(alerts: readonly PriceAlert[]): void {
  preference.change({ list: alerts.map((alert) => JSON.stringify(alert)) });
}

function alertsOf(texts: readonly string[]): readonly PriceAlert[] {
  return texts.map(parsed).filter(isPriceAlert);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isSame = (a: PriceAlert, b: PriceAlert): boolean => a.symbol === b.symbol && a.price === b.price;

function isPriceAlert(value: unknown): value is PriceAlert {
  const { symbol, pair, price, isAbove } = (value ?? {}) as Partial<PriceAlert>;
  const isText = typeof symbol === 'string' && typeof pair === 'string' && typeof price === 'string';
  return isText && Number(price) > 0 && typeof isAbove === 'boolean';
}
