/** An open order while it is changed: price and amount become fields in their own columns. */
import { Button, DecimalInput } from '@glasshouse/ui';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { PairInfo } from '#data/pairs.ts';
import { notify } from '#shared/notify.ts';
import { useAmendOrder, type OrderRow } from './calls.ts';

export interface Amending {
  readonly price: string;
  readonly setPrice: (text: string) => void;
  readonly amount: string;
  readonly setAmount: (text: string) => void;
  readonly busy: boolean;
  readonly save: () => void;
  readonly close: () => void;
}

/** Only orders that rest on the book can be changed; the amount is the whole one, what is filled included. */
export const isAmendable = (order: OrderRow): boolean =>
  order.status === 0 && !order.waiting && order.price !== null && order.amount !== null;

export function useAmending(order: OrderRow, close: () => void): Amending {
  const amend = useAmendOrder();
  const [price, setPrice] = useState(order.price ?? '');
  const [amount, setAmount] = useState(order.amount ?? '');
  function save() {
    amend.mutate(
      { id: order.id, price, amount },
      {
        onSuccess: () => {
          notify.success('l.amended');
          close();
        },
      },
    );
  }
  return { price, setPrice, amount, setAmount, busy: amend.isPending, save, close };
}

interface AmendFieldProps {
  readonly name: 'price' | 'amount';
  readonly amending: Amending;
  readonly pair: PairInfo | undefined;
}
export function AmendField({ name, amending, pair }: AmendFieldProps) {
  const { t } = useTranslation();
  const decimals = (name === 'price' ? pair?.priceDecimals : pair?.amountDecimals) ?? 8;
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter') amending.save();
    if (event.key === 'Escape') amending.close();
  }
  return (
    <div className="ml-auto w-24 [&>label]:h-6! [&>label]:px-1!">
      <DecimalInput
        label={t(`market.${name}`)}
        labelInside={false}
        autoFocus={name === 'price'}
        value={amending[name]}
        decimals={decimals}
        onValue={name === 'price' ? amending.setPrice : amending.setAmount}
        onKeyDown={onKey}
      />
    </div>
  );
}

export function AmendButtons({ amending }: { readonly amending: Amending }) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex gap-1">
      <Button size="xs" tone="brand" busy={amending.busy} onClick={amending.save}>
        {t('spot.save')}
      </Button>
      <Button size="xs" tone="ghost" onClick={amending.close}>
        {t('common.back')}
      </Button>
    </span>
  );
}
