/** The row of an open order being amended: price and amount become fields in their own columns. */
import { Button, classNames, DecimalInput } from '@glasshouse/ui';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { PairInfo } from '#data/pairs.ts';
import { indexPriceNow } from '#data/ticks.ts';
import { notify } from '#shared/notify.ts';
import { useAmendOrder, type OrderRow } from './calls.ts';
import { draftError } from './order-math.ts';
import { NO_FURTHER } from './further-terms.ts';
import { NO_PRICES, ORDER_TYPES, type OrderDraft } from './order-types.ts';
import { WrongText, type OrderWrong } from './WrongText.tsx';

export interface Amending {
  readonly price: string;
  readonly setPrice: (text: string) => void;
  readonly amount: string;
  readonly setAmount: (text: string) => void;
  /** The error found on saving; typing clears it. */
  readonly wrong: OrderWrong | undefined;
  readonly busy: boolean;
  readonly save: () => void;
  readonly close: () => void;
}

/**
 * Only limit orders that rest alone on the book can be amended. The amount is the total, including
 * what is filled.
 */
export const isAmendable = (order: OrderRow): boolean =>
  order.status === 0 &&
  !order.waiting &&
  order.ocoId === null &&
  order.price !== null &&
  order.amount !== null;

export function useAmending(order: OrderRow, pair: PairInfo | undefined, close: () => void): Amending {
  const amend = useAmendOrder();
  const [price, setPrice] = useState(order.price ?? '');
  const [amount, setAmount] = useState(order.amount ?? '');
  const [told, setTold] = useState<OrderWrong & { readonly about: string }>();
  const about = `${price} ${amount}`;
  function save() {
    const indexPrice = pair && indexPriceNow(pair.symbol);
    const wrong = pair && draftError(draftOf(order, price, amount), { price: undefined, indexPrice }, pair);
    setTold(wrong && { ...wrong, indexPrice, about });
    if (wrong !== undefined) return;
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
  const wrong = told?.about === about ? told : undefined;
  return { price, setPrice, amount, setAmount, wrong, busy: amend.isPending, save, close };
}

/**
 * The amended order is checked against the market as a new limit order; only the server knows what
 * it already holds.
 */
function draftOf({ direction }: OrderRow, price: string, amount: string): OrderDraft {
  return {
    side: direction,
    type: ORDER_TYPES[0],
    prices: { ...NO_PRICES, price },
    amount,
    quoteAmount: '',
    timeInForce: 'GTC',
    available: undefined,
    further: NO_FURTHER,
  };
}

interface AmendFieldProps {
  readonly name: 'price' | 'amount';
  readonly amending: Amending;
  readonly pair: PairInfo | undefined;
}
const FIELD_CLASS = '[&_input]:px-1! [&_input]:text-[12px] [&>label]:h-6! [&>label]:px-1!';
/** Of the columns that can be amended, so that none moves when their fields open. */
export const AMENDED_WIDTHS = {
  price: 'inline-block w-20 whitespace-nowrap',
  amount: 'inline-block w-18 whitespace-nowrap',
  /** Follows the fields. */
  total: 'inline-block min-w-20 whitespace-nowrap',
  action: 'inline-flex w-28 justify-end gap-1',
} as const;
export function AmendField({ name, amending, pair }: AmendFieldProps) {
  const { t } = useTranslation();
  const decimals = (name === 'price' ? pair?.priceDecimals : pair?.amountDecimals) ?? 8;
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter') amending.save();
    if (event.key === 'Escape') amending.close();
  }
  return (
    <div className={classNames(FIELD_CLASS, AMENDED_WIDTHS[name])}>
      <DecimalInput
        label={t(name === 'price' ? 'market.price' : 'market.amount')}
        labelInside={false}
        autoFocus={name === 'price'}
        value={amending[name]}
        decimals={decimals}
        invalid={amending.wrong?.field === name}
        aria-describedby={amending.wrong?.field === name ? WRONG_ID : undefined}
        onValue={name === 'price' ? amending.setPrice : amending.setAmount}
        onKeyDown={onKey}
      />
    </div>
  );
}

const WRONG_ID = 'amend-wrong';
interface AmendWrongProps {
  readonly amending: Amending;
  readonly pair: PairInfo | undefined;
}
const intoView = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });
/** A further row below the order being amended. */
export function AmendWrong({ amending: { wrong }, pair }: AmendWrongProps) {
  if (wrong === undefined || pair === undefined) return null;
  return (
    <tr ref={intoView}>
      <td colSpan={100} className="pb-1.5 pl-3">
        <div className="w-fit">
          <WrongText wrong={wrong} pair={pair} id={WRONG_ID} />
        </div>
      </td>
    </tr>
  );
}

export function AmendButtons({ amending }: { readonly amending: Amending }) {
  const { t } = useTranslation();
  return (
    <span className={AMENDED_WIDTHS.action}>
      <Button size="xs" tone="brand" busy={amending.busy} onClick={amending.save}>
        {t('spot.save')}
      </Button>
      <Button size="xs" tone="ghost" onClick={amending.close}>
        {t('common.back')}
      </Button>
    </span>
  );
}
