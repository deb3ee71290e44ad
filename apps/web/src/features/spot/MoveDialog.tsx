/** Asks before an order that was dragged on the chart gets its new price. */
import { Button, Dialog, formatNumber, KeyValue } from '@glasshouse/ui';
import { useState } from 'react';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { PairInfo } from '#data/pairs.ts';
import { indexPriceNow } from '#data/ticks.ts';
import { notify } from '#shared/notify.ts';
import { amendDraft, amendInput, amendTexts, movedName } from './amend-fields.ts';
import { useAmendOrder, type OrderRow } from './calls.ts';
import { draftError } from './order-math.ts';
import { orderLabel } from './order-types.ts';
import { WrongText } from './WrongText.tsx';

export interface MoveDialogProps {
  readonly order: OrderRow;
  readonly pair: PairInfo;
  readonly price: string;
  readonly close: () => void;
}
export function MoveDialog({ order, pair, price, close }: MoveDialogProps) {
  const { t } = useTranslation();
  const amend = useAmendOrder();
  // The order as it was when it was dropped.
  const [dropped] = useState(order);
  const name = movedName(dropped) ?? 'price';
  const texts = { ...amendTexts(dropped), [name]: price };
  const indexPrice = indexPriceNow(pair.symbol);
  const wrong = draftError(amendDraft(dropped, texts), { price: undefined, indexPrice }, pair);
  const shown = (text: string | undefined) =>
    `${formatNumber(text, { decimals: pair.priceDecimals })} ${pair.quoteCoin}`;
  function send() {
    const input = amendInput(dropped, texts);
    if (input === null) return close();
    const onSuccess = () => notify.success('l.amended');
    amend.mutate(input, { onSuccess, onSettled: close });
  }
  const size =
    dropped.amount === null
      ? `${dropped.quoteAmount} ${pair.quoteCoin}`
      : `${dropped.amount} ${pair.baseCoin}`;
  return (
    <Dialog open onOpenChange={close} title={t('spot.move.title')} closeLabel={t('common.close')} width={380}>
      <p className="mb-3 text-[13px]">
        <b className={dropped.direction === 'buy' ? 'text-up' : 'text-down'}>
          {t(`spot.${dropped.direction}`)}
        </b>{' '}
        {size} <span className="text-mut">{t(orderLabel(dropped))}</span>
      </p>
      <dl className="border-line grid gap-2 border-y py-3 text-[13px]">
        <KeyValue name={t('spot.move.before')} value={shown(amendTexts(dropped)[name])} />
        <KeyValue name={t('spot.move.after')} value={<b>{shown(price)}</b>} />
      </dl>
      {wrong !== undefined && (
        <div className="mt-3">
          <WrongText wrong={{ ...wrong, indexPrice }} pair={pair} />
        </div>
      )}
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button onClick={close}>{t('common.back')}</Button>
        <MoneyButton
          tone="brand"
          data-first
          busy={amend.isPending}
          disabled={wrong !== undefined}
          onClick={send}
        >
          {t('spot.amend')}
        </MoneyButton>
      </div>
    </Dialog>
  );
}
