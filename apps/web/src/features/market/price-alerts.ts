/**
 * Prices at which the user wants a message. The server keeps and watches those of a user. Those of
 * a visitor are in the browser until they log in: the first tick that reaches one while a trading
 * page is open fires it, and removes it.
 */
import { formatNumber } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { call } from '#data/api.ts';
import { catalogueNow } from '#data/pairs.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { session, useSession } from '#data/session.ts';
import { createPreference, usePreference } from '#shared/preference.ts';
import type { PriceAlert } from './reached-alerts.ts';

/** Of a visitor. */
export const VISITOR_ALERTS_MAX = 20;
export const ALERTS_KEY = [PERSONAL, 'price-alerts'] as const;
const SHOWN_DECIMALS = 12;
export const alertPriceText = (price: string): string =>
  formatNumber(price, { decimals: SHOWN_DECIMALS, decimalsMin: 2 });
/** Alerts as JSON: a preference keeps texts. */
const preference = createPreference('price-alerts', { list: [] as readonly string[] });

export function usePriceAlerts(): readonly PriceAlert[] {
  const inBrowser = alertsOf(usePreference(preference).list);
  const { data = [] } = useQuery({
    queryKey: ALERTS_KEY,
    queryFn: () => call('price-alerts/get-all', {}, { quiet: true }),
    enabled: useSession() !== null,
  });
  return [...data, ...inBrowser];
}
/** 'BTC/USDT'. */
export function pairNameOf(symbol: string): string {
  const pair = catalogueNow()?.pairs.find((each) => each.symbol === symbol);
  return pair === undefined ? symbol : `${pair.baseCoin}/${pair.quoteCoin}`;
}
export const alertsOfBrowser = (): readonly PriceAlert[] => alertsOf(preference.store.get().list);

/** False if a visitor has as many as may be. Rejects with the server's words if it refuses. */
export async function addPriceAlert(alert: PriceAlert): Promise<boolean> {
  if (session.get() !== null) {
    await call('price-alerts/add', { symbol: alert.symbol, price: alert.price }, { quiet: true });
    await queryClient.invalidateQueries({ queryKey: ALERTS_KEY });
    return true;
  }
  const others = othersThan(alert);
  if (others.length >= VISITOR_ALERTS_MAX) return false;
  keep([...others, alert]);
  return true;
}

export async function removePriceAlert(alert: PriceAlert): Promise<void> {
  if (alert.id === undefined) return keep(othersThan(alert));
  await call('price-alerts/remove', { id: alert.id }).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: ALERTS_KEY });
}

/** One at the same price replaces another. */
const othersThan = ({ symbol, price }: PriceAlert): readonly PriceAlert[] =>
  alertsOfBrowser().filter((one) => one.symbol !== symbol || one.price !== price);

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

function isPriceAlert(value: unknown): value is PriceAlert {
  const { symbol, price, isAbove } = (value ?? {}) as Partial<PriceAlert>;
  const isText = typeof symbol === 'string' && typeof price === 'string';
  return isText && Number(price) > 0 && typeof isAbove === 'boolean';
}
