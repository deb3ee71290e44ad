/** Moves a visitor's price alerts to the account, and tells of those that a tick has reached. */
import type { ServerFrame } from '@glasshouse/protocol/stream';
import { call, CallError } from '#data/api.ts';
import { queryClient } from '#data/query-client.ts';
import {
  ALERTS_KEY,
  alertPriceText,
  alertsOfBrowser,
  pairNameOf,
  removePriceAlert,
} from '#features/market/price-alerts.ts';
import { openTexts, translation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { playChime } from '#shared/chime.ts';
import { tradePreferences } from '#shared/trade-preferences.ts';

/** What the server will not take however often it is asked. */
const DROPPED: ReadonlySet<string | undefined> = new Set(['price-alerts/at-price', 'market/unknown-pair']);

/** One that the server cannot take stays, and is told by the page. */
export async function moveAlerts(): Promise<void> {
  for (const alert of alertsOfBrowser()) {
    try {
      const input = { symbol: alert.symbol, price: alert.price };
      const { id, isAbove } = await call('price-alerts/add', input, { quiet: true });
      // The price has passed it meanwhile: the page tells of it at the next tick.
      if (isAbove !== alert.isAbove) {
        await call('price-alerts/remove', { id }, { quiet: true });
        continue;
      }
    } catch (error) {
      if (!(error instanceof CallError) || !DROPPED.has(error.error)) continue;
    }
    void removePriceAlert(alert);
  }
}

type AlertFrame = Extract<ServerFrame, { type: 'price-alert' }>;

export function tellOfAlert({ alert, tick }: AlertFrame): void {
  void queryClient.invalidateQueries({ queryKey: ALERTS_KEY });
  if (tick === null) return;
  if (tradePreferences().sound) playChime();
  void openTexts(['features/market']).then(() => {
    const values = {
      pair: pairNameOf(alert.symbol),
      price: alertPriceText(alert.price),
      tick,
    };
    notify.info(translation().t(alert.isAbove ? 'market.alerts.risen' : 'market.alerts.fallen', values));
  });
}
