/** The button for price alerts, and the watch that tells visitors of reached ones. */
import { BellPlus } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { PairInfo } from '#data/pairs.ts';
import { priceIn, useLastTick } from '#data/ticks.ts';
import { playChime } from '#shared/chime.ts';
import { loadPart } from '#shared/chunk.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { tradePreferences } from '#shared/trade-preferences.ts';
import {
  alertPriceText,
  alertsOfBrowser,
  pairNameOf,
  removePriceAlert,
  usePriceAlerts,
} from './price-alerts.ts';
import { reachedBy } from './reached-alerts.ts';

const AlertsDialog = lazy(() =>
  loadPart(() => import('./AlertsDialog.tsx')).then((module) => ({ default: module.AlertsDialog })),
);

export function PriceAlerts({ pair }: { readonly pair: PairInfo }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const count = usePriceAlerts().length;
  useAlertWatch();
  return (
    <>
      <button
        type="button"
        aria-label={t('market.alerts.title')}
        title={t('market.alerts.title')}
        onClick={() => setOpen(true)}
        className="text-mut hover:bg-raised hover:text-fg ml-auto flex h-7 items-center gap-1 rounded-md px-1.5"
      >
        <BellPlus aria-hidden className="size-4" strokeWidth={1.7} />
        {count > 0 && (
          <span translate="no" className="num notranslate text-2xs">
            {count}
          </span>
        )}
      </button>
      {open && (
        <Suspense>
          <AlertsDialog pair={pair} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Notifies the user of alerts that the newest tick reaches. */
function useAlertWatch(): void {
  const { t } = useTranslation();
  const tick = useLastTick();
  useEffect(() => {
    if (tick === undefined) return;
    for (const alert of reachedBy(alertsOfBrowser(), (symbol) => priceIn(tick, symbol))) {
      void removePriceAlert(alert);
      if (tradePreferences().sound) playChime();
      const key = alert.isAbove ? 'market.alerts.risen' : 'market.alerts.fallen';
      notify.info(
        t(key, {
          pair: pairNameOf(alert.symbol),
          price: alertPriceText(alert.price),
          tick: tick.tick,
        }),
      );
    }
  }, [tick, t]);
}
