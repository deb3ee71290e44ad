/**
 * The expected result of an order: its proceeds and the fee deducted from them; for an OCO, the
 * result of each leg.
 */
import { Amount, formatNumber, formatPercent } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { usePanelDecimals } from '#data/pairs.ts';
import { useTranslation } from '#shared/i18n.ts';
import { receivedOf } from './order-math.ts';
import type { OrderTicket } from './useOrderTicket.ts';

export function OrderOutcome({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const { side } = ticket;
  const { name, waits } = ticket.type;
  // While an error is shown, this is hidden: both would push the rest off a small screen.
  const isWrong = ticket.wrong !== undefined;
  const note = isWrong
    ? undefined
    : name === 'oco'
      ? t(`spot.oneFills.${side}`)
      : waits
        ? t('spot.waitsForIndex')
        : undefined;
  return (
    <div className="border-line text-mut rounded-lg border px-3 py-2">
      <dl className="grid gap-1">{name === 'oco' ? <Legs ticket={ticket} /> : <Single ticket={ticket} />}</dl>
      {note !== undefined && <p className="mt-1 leading-[17px]">{note}</p>}
    </div>
  );
}

function Single({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const { pair, side, type, taker, price, amount } = ticket;
  const received = receivedOf({ side, amount, price, taker }, pair);
  const coin = side === 'buy' ? pair.baseCoin : pair.quoteCoin;
  const decimals = usePanelDecimals()(coin);
  const rate = formatPercent((taker ? pair.takerFeePpm : pair.makerFeePpm) / 1_000_000, {
    signed: false,
    decimals: 4,
    decimalsMin: 2,
  });
  return (
    <>
      <Line name={type.isLimit ? t('spot.youGet') : t('spot.youGetAbout')}>
        <Amount value={received?.amount} decimals={decimals} unit={coin} />
      </Line>
      <Line name={taker ? t('spot.feeTaker', { rate }) : t('spot.feeMaker', { rate })}>
        <Amount value={received?.fee} decimals={decimals} unit={coin} />
      </Line>
    </>
  );
}

/** The limit leg is a maker, the stop a taker; one of them fills. */
function Legs({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const { pair, side, prices, draft } = ticket;
  const stopAt = prices.stopPrice === '' ? prices.triggerPrice : prices.stopPrice;
  const legs = [
    { to: prices.price, price: prices.price, taker: false, up: side === 'sell' },
    { to: prices.triggerPrice, price: stopAt, taker: true, up: side === 'buy' },
  ];
  const coin = side === 'buy' ? pair.baseCoin : pair.quoteCoin;
  const decimals = usePanelDecimals()(coin);
  return (
    <>
      {legs.map(({ to, price, taker, up }) => {
        const shown = formatNumber(to, { decimals: pair.priceDecimals });
        const received = receivedOf({ side, amount: draft.amount, price, taker }, pair);
        return (
          <Line key={String(up)} name={t(up ? 'spot.ifRises' : 'spot.ifFalls', { price: shown })}>
            <Amount value={received?.amount} decimals={decimals} unit={coin} />
          </Line>
        );
      })}
    </>
  );
}

export function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-2">
      <dt>{name}</dt>
      <dd className="text-fg whitespace-nowrap">{children}</dd>
    </div>
  );
}
