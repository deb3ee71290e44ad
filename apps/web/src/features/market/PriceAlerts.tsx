/** The button for price alerts with its dialog, and the watch that notifies of reached ones. */
import { Button, DecimalInput, Dialog, FieldError, formatNumber } from '@glasshouse/ui';
import { BellPlus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PairInfo } from '#data/pairs.ts';
import { indexPriceNow, priceIn, useLastTick } from '#data/ticks.ts';
import { playChime } from '#shared/chime.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { tradePreferences } from '#shared/trade-preferences.ts';
import {
  addPriceAlert,
  ALERTS_MAX,
  priceAlertsNow,
  removePriceAlert,
  usePriceAlerts,
} from './price-alerts.ts';
import { reachedBy } from './reached-alerts.ts';

const SHOWN_DECIMALS = 12;
const priceText = (price: string): string =>
  formatNumber(price, { decimals: SHOWN_DECIMALS, decimalsMin: 2 });

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
      {open && <AlertsDialog pair={pair} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Notifies the user of alerts that the newest tick reaches. */
function useAlertWatch(): void {
  const { t } = useTranslation();
  const tick = useLastTick();
  useEffect(() => {
    if (tick === undefined) return;
    for (const alert of reachedBy(priceAlertsNow(), (symbol) => priceIn(tick, symbol))) {
      removePriceAlert(alert);
      if (tradePreferences().sound) playChime();
      const key = alert.isAbove ? 'market.alerts.risen' : 'market.alerts.fallen';
      notify.info(t(key, { pair: alert.pair, price: priceText(alert.price), tick: tick.tick }));
    }
  }, [tick, t]);
}

interface AlertsDialogProps {
  readonly pair: PairInfo;
  readonly onClose: () => void;
}
function AlertsDialog({ pair, onClose }: AlertsDialogProps) {
  const { t } = useTranslation();
  const [price, setPrice] = useState('');
  const [wrong, setWrong] = useState<'market.alerts.enter' | 'market.alerts.full'>();
  function add() {
    const now = Number(indexPriceNow(pair.symbol));
    const typed = Number(price);
    if (!(typed > 0) || !(now > 0) || typed === now) return setWrong('market.alerts.enter');
    const name = `${pair.baseCoin}/${pair.quoteCoin}`;
    const isAdded = addPriceAlert({ symbol: pair.symbol, pair: name, price, isAbove: typed > now });
    setWrong(isAdded ? undefined : 'market.alerts.full');
    if (isAdded) setPrice('');
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('market.alerts.title')}
      closeLabel={t('common.close')}
      width={400}
    >
      <p className="text-mut">{t('market.alerts.text')}</p>
      <form
        className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <DecimalInput
          name="alertPrice"
          label={`${t('market.index')} ${pair.baseCoin}`}
          unit={pair.quoteCoin}
          value={price}
          decimals={pair.priceDecimals}
          autoFocus
          onValue={(text) => {
            setPrice(text);
            setWrong(undefined);
          }}
          {...(wrong === undefined ? {} : { invalid: true, 'aria-describedby': 'alert-wrong' })}
        />
        <Button type="submit" tone="brand">
          {t('market.alerts.add')}
        </Button>
      </form>
      {wrong !== undefined && <FieldError id="alert-wrong" text={t(wrong, { count: ALERTS_MAX })} />}
      <AlertList />
    </Dialog>
  );
}

function AlertList() {
  const { t } = useTranslation();
  const alerts = usePriceAlerts();
  if (alerts.length === 0) return <p className="text-mut mt-4">{t('market.alerts.none')}</p>;
  return (
    <ul className="divide-line mt-3 max-h-[260px] divide-y overflow-y-auto">
      {alerts.map((alert) => (
        <li key={`${alert.symbol} ${alert.price}`} className="flex h-10 items-center gap-3">
          <span className="font-medium">{alert.pair}</span>
          <span className={alert.isAbove ? 'text-up' : 'text-down'}>
            {alert.isAbove ? '≥' : '≤'}{' '}
            <span translate="no" className="num notranslate">
              {priceText(alert.price)}
            </span>
          </span>
          <button
            type="button"
            aria-label={t('market.alerts.remove', { pair: alert.pair, price: priceText(alert.price) })}
            onClick={() => removePriceAlert(alert)}
            className="text-mut hover:bg-raised hover:text-fg ml-auto grid size-7 place-items-center rounded-md"
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}
