/** The dialog of price alerts: adds one, lists those that wait, and removes them. */
import { Button, DecimalInput, Dialog, FieldError } from '@glasshouse/ui';
import { X } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#data/api.ts';
import type { PairInfo } from '#data/pairs.ts';
import { useSession } from '#data/session.ts';
import { indexPriceNow } from '#data/ticks.ts';
import { useTranslation } from '#shared/i18n.ts';
import {
  addPriceAlert,
  alertPriceText,
  VISITOR_ALERTS_MAX,
  pairNameOf,
  removePriceAlert,
  usePriceAlerts,
} from './price-alerts.ts';

interface AlertsDialogProps {
  readonly pair: PairInfo;
  readonly onClose: () => void;
}
export function AlertsDialog({ pair, onClose }: AlertsDialogProps) {
  const { t } = useTranslation();
  const [price, setPrice] = useState('');
  const [wrong, setWrong] = useState<string>();
  const user = String(useSession() !== null);
  async function add() {
    const now = Number(indexPriceNow(pair.symbol));
    const typed = Number(price);
    if (!(typed > 0) || !(now > 0) || typed === now) return setWrong(t('market.alerts.enter'));
    try {
      const isAdded = await addPriceAlert({ symbol: pair.symbol, price, isAbove: typed > now });
      setWrong(isAdded ? undefined : t('market.alerts.full', { count: VISITOR_ALERTS_MAX }));
      if (isAdded) setPrice('');
    } catch (error) {
      setWrong(errorText(error as Error));
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('market.alerts.title')}
      closeLabel={t('common.close')}
      width={400}
    >
      <p className="text-mut">{t('market.alerts.text', { user })}</p>
      <form
        className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
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
      {wrong !== undefined && <FieldError id="alert-wrong" text={wrong} />}
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
          <span className="font-medium">{pairNameOf(alert.symbol)}</span>
          <span className={alert.isAbove ? 'text-up' : 'text-down'}>
            {alert.isAbove ? '≥' : '≤'}{' '}
            <span translate="no" className="num notranslate">
              {alertPriceText(alert.price)}
            </span>
          </span>
          <button
            type="button"
            aria-label={t('market.alerts.remove', {
              pair: pairNameOf(alert.symbol),
              price: alertPriceText(alert.price),
            })}
            onClick={() => void removePriceAlert(alert)}
            className="text-mut hover:bg-raised hover:text-fg ml-auto grid size-7 place-items-center rounded-md"
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}
