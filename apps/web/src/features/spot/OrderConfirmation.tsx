/** Asks for confirmation before an order is sent, with a summary. It can be switched off there. */
import { Button, Checkbox, Code, Dialog, formatNumber } from '@glasshouse/ui';
import { useState, type ReactNode } from 'react';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { LASTS } from './further-terms.ts';
import { canHave, fieldLabel, priceFields, type PriceField } from './order-types.ts';
import { changeTradePreferences } from '#shared/trade-preferences.ts';
import { stepOf, type OrderTicket } from './useOrderTicket.ts';

const TRAIL_FIELDS: ReadonlySet<PriceField> = new Set([
  'trailPercent',
  'trailAmount',
  'activationPrice',
  'limitOffset',
]);

export interface OrderConfirmationProps {
  readonly ticket: OrderTicket;
  /** What the order is expected to bring and cost, as the form shows it. */
  readonly children: ReactNode;
}

export function OrderConfirmation({ ticket, children }: OrderConfirmationProps) {
  const { t } = useTranslation();
  const [never, setNever] = useState(false);
  const { pair, side, type } = ticket;
  const further = useFurtherRows(ticket);
  function confirm() {
    if (never) changeTradePreferences({ [stepOf(type)]: false });
    ticket.send();
  }
  return (
    <Dialog
      open
      onOpenChange={ticket.stopAsking}
      title={t('spot.confirmOrder')}
      closeLabel={t('common.close')}
      width={380}
    >
      <p className="flex items-center gap-2 text-[15px] font-semibold">
        <span className={side === 'buy' ? 'text-up' : 'text-down'}>{t(`spot.${side}`)}</span>
        <Code>{`${pair.baseCoin}/${pair.quoteCoin}`}</Code>
        <span className="text-mut text-[12.5px] font-normal">{t(type.label)}</span>
      </p>
      <dl className="border-line mt-3 grid gap-2 border-y py-3 text-[13px]">
        {rowsOf(ticket).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-mut">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3">{children}</div>
      <Checkbox checked={never} onChange={setNever} className="text-mut mt-3">
        {t('spot.askNoMore')}
      </Checkbox>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button onClick={ticket.stopAsking}>{t('common.back')}</Button>
        <MoneyButton
          tone={side}
          data-first
          // Enter that is still held from the form confirms nothing.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={confirm}
        >
          {t('spot.confirm')}
        </MoneyButton>
      </div>
    </Dialog>
  );

  function rowsOf({ prices, draft, byTotal, orderTotal }: OrderTicket): [string, string][] {
    const rows: [string, string][] = priceFields(draft)
      .filter((field) => isAlwaysShown(field) || prices[field] !== '')
      .map((field) => [
        t(fieldLabel(type, field)),
        field === 'trailPercent' ? `${prices[field]}%` : priceText(prices[field]),
      ]);
    if (!type.isLimit) rows.push([t('market.price'), t('spot.marketPrice')]);
    const amount = formatNumber(draft.amount, { decimals: pair.amountDecimals, decimalsMin: 0 });
    const sum = formatNumber(orderTotal, { decimals: pair.quoteDecimals, decimalsMin: 2 });
    if (!byTotal) rows.push([t('market.amount'), `${amount} ${pair.baseCoin}`]);
    const isAbout = !type.isLimit && !byTotal;
    rows.push([t(isAbout ? 'spot.totalAbout' : 'spot.total'), `${sum} ${pair.quoteCoin}`]);
    return [...rows, ...further];
  }
  /** An empty stop limit is the market's price; other empty fields are none. */
  function isAlwaysShown(field: PriceField): boolean {
    return type.fields.includes(field) && !TRAIL_FIELDS.has(field);
  }
  function priceText(text: string): string {
    if (text === '') return t('spot.marketPrice');
    return `${formatNumber(text, { decimals: pair.priceDecimals })} ${pair.quoteCoin}`;
  }
}

function useFurtherRows({ type, further, timeInForce }: OrderTicket): [string, string][] {
  const { t } = useTranslation();
  const rows: [string, string][] = [];
  const lasting = LASTS.find(({ ms }) => ms === further.lastsMs);
  const rests = timeInForce === 'GTC' || timeInForce === 'POST_ONLY';
  const times = type.timesInForce.length > 0 ? [t(`spot.times.${timeInForce}`)] : [];
  if (lasting !== undefined && rests && canHave(type, 'expireTime'))
    times[timeInForce === 'GTC' ? 0 : times.length] = t(`spot.lasts.${lasting.key}`);
  if (times.length > 0) rows.push([t('spot.timeInForce'), times.join(' · ')]);
  if (canHave(type, 'triggerBy')) rows.push([t('spot.triggerBy'), t(`spot.sources.${further.triggerBy}`)]);
  if (canHave(type, 'visibleAmount') && rests && further.parts > 1)
    rows.push([t('spot.visible'), `1/${further.parts}`]);
  if (canHave(type, 'slippagePercent') && further.slippagePercent !== '')
    rows.push([t('spot.slippage'), `${further.slippagePercent}%`]);
  return rows;
}
