/** The row of an open order being amended: its terms become fields in their own columns. */
import { Button, classNames, DecimalInput } from '@glasshouse/ui';
import { Check, Undo2 } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation, type TextKey } from '#shared/i18n.ts';
import type { PairInfo } from '#data/pairs.ts';
import { useClosed } from '#data/stream.ts';
import { indexPriceNow } from '#data/ticks.ts';
import { notify } from '#shared/notify.ts';
import {
  amendDraft,
  amendFields,
  amendInput,
  amendNameOf,
  amendTexts,
  namesOf,
  type AmendFields,
  type AmendName,
  type AmendTexts,
} from './amend-fields.ts';
import { useAmendOrder, type OrderRow } from './calls.ts';
import { draftError } from './order-math.ts';
import { WrongText, type OrderWrong } from './WrongText.tsx';

export interface Amending {
  readonly fields: AmendFields;
  readonly texts: AmendTexts;
  readonly setText: (name: AmendName, text: string, isUnread: boolean) => void;
  /** The error found on saving, and its field; typing clears it. */
  readonly wrong: (OrderWrong & { readonly name: AmendName }) | undefined;
  readonly busy: boolean;
  readonly save: () => void;
  readonly close: () => void;
}

export function useAmending(order: OrderRow, pair: PairInfo | undefined, close: () => void): Amending {
  const amend = useAmendOrder();
  // The order when the fields were opened: later changes of the order do not change the fields.
  const [opened] = useState(order);
  const [texts, setTexts] = useState(() => amendTexts(order));
  const [unread, setUnread] = useState<readonly AmendName[]>([]);
  const [wrong, setWrong] = useState<Amending['wrong']>();
  function save() {
    // The field says why. As an empty text it would remove what an order may do without.
    if (unread.length > 0) return;
    const indexPrice = pair && indexPriceNow(pair.symbol);
    const market = { price: undefined, indexPrice };
    const found = pair && draftError(amendDraft(opened, texts), market, pair);
    setWrong(found && { ...found, indexPrice, name: amendNameOf(opened, found.field) });
    if (found !== undefined) return;
    const input = amendInput(opened, texts);
    if (input === null) return close();
    amend.mutate(input, {
      onSuccess: () => {
        notify.success('l.amended');
        close();
      },
    });
  }
  function setText(name: AmendName, text: string, isUnread: boolean) {
    setWrong(undefined);
    setUnread([...unread.filter((other) => other !== name), ...(isUnread ? [name] : [])]);
    setTexts({ ...texts, [name]: text });
  }
  return { fields: amendFields(opened), texts, setText, wrong, busy: amend.isPending, save, close };
}

const LABELS: Readonly<Record<AmendName, TextKey>> = {
  price: 'market.price',
  stopPrice: 'spot.stopLimitPrice',
  limitOffset: 'spot.limitOffset',
  amount: 'market.amount',
  quoteAmount: 'spot.total',
  triggerPrice: 'spot.trigger',
  trailPercent: 'spot.trail',
  trailAmount: 'spot.trail',
  activationPrice: 'spot.activation',
  takeProfitPrice: 'spot.takeProfit',
  stopLossPrice: 'spot.stopLoss',
};
/** Inside the fields of the condition, where a column's head does not name them. */
const SHORT_LABELS: Readonly<Partial<Record<AmendName, TextKey>>> = {
  triggerPrice: 'spot.trigger',
  activationPrice: 'spot.short.from',
  takeProfitPrice: 'spot.short.takeProfit',
  stopLossPrice: 'spot.short.stopLoss',
};
const PERCENT_DECIMALS = 4;

const FIELD_CLASS =
  '[&_input]:px-1! [&_input]:text-[12px] [&>label]:h-6! [&>label]:px-1! [&_span]:min-w-0! [&_span]:text-[11px]';
/** The widths of the columns that can be amended, so that nothing moves when their fields open. */
export const AMENDED_WIDTHS = {
  price: 'inline-block w-20 whitespace-nowrap',
  amount: 'inline-block w-21 whitespace-nowrap',
  /** Follows the fields. */
  total: 'inline-block min-w-20 whitespace-nowrap',
  condition: 'inline-block w-38 truncate align-middle min-[1366px]:w-42',
  conditionFields: 'inline-flex w-38 gap-1 align-middle min-[1366px]:w-42',
  action: 'inline-flex w-13 justify-end gap-1',
} as const;

interface AmendFieldProps {
  readonly name: AmendName;
  readonly amending: Amending;
  readonly pair: PairInfo | undefined;
  readonly className?: string;
}
export function AmendField({ name, amending, pair, className }: AmendFieldProps) {
  const { t } = useTranslation();
  const short = SHORT_LABELS[name];
  const isWrong = amending.wrong?.name === name;
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter') amending.save();
    if (event.key === 'Escape') amending.close();
  }
  return (
    <div className={classNames(FIELD_CLASS, className)}>
      <DecimalInput
        name={name}
        label={short === undefined ? t(LABELS[name]) : t(short)}
        aria-label={t(LABELS[name])}
        labelInside={short !== undefined}
        unit={name === 'trailPercent' ? '%' : undefined}
        unitName={unitOf(name, pair)}
        autoFocus={name === namesOf(amending.fields)[0]}
        value={amending.texts[name] ?? ''}
        decimals={decimalsOf(name, pair)}
        invalid={isWrong}
        aria-describedby={isWrong ? WRONG_ID : undefined}
        onValue={(text, isUnread) => amending.setText(name, text, isUnread)}
        onKeyDown={onKey}
      />
    </div>
  );
}

function unitOf(name: AmendName, pair: PairInfo | undefined): string | undefined {
  if (name === 'trailPercent') return '%';
  return name === 'amount' ? pair?.baseCoin : pair?.quoteCoin;
}
function decimalsOf(name: AmendName, pair: PairInfo | undefined): number {
  if (name === 'trailPercent') return PERCENT_DECIMALS;
  if (name === 'quoteAmount') return pair?.quoteDecimals ?? 8;
  return (name === 'amount' ? pair?.amountDecimals : pair?.priceDecimals) ?? 8;
}

/** The fields of what the order waits for, side by side. */
export function AmendCondition({ amending, pair }: Omit<AmendFieldProps, 'name'>) {
  return (
    <span className={AMENDED_WIDTHS.conditionFields}>
      {amending.fields.condition.map((name) => (
        <AmendField key={name} name={name} amending={amending} pair={pair} className="min-w-0 flex-1" />
      ))}
    </span>
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
      <IconAction
        label={t('spot.save')}
        tone="brand"
        busy={amending.busy}
        disabled={useClosed() !== undefined}
        onPress={amending.save}
      >
        <Check aria-hidden size={14} strokeWidth={2.4} />
      </IconAction>
      <IconAction label={t('common.back')} onPress={amending.close}>
        <Undo2 aria-hidden size={14} />
      </IconAction>
    </span>
  );
}

export interface IconActionProps {
  readonly label: string;
  readonly tone?: 'brand' | 'ghost';
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly onPress: (() => void) | undefined;
  readonly children: React.ReactNode;
}
/** An action of a row, as wide as it is high. */
export function IconAction({ label, tone = 'ghost', onPress, children, ...rest }: IconActionProps) {
  return (
    <Button
      size="xs"
      tone={tone}
      aria-label={label}
      title={label}
      className="w-6 px-0! disabled:bg-transparent!"
      onClick={onPress}
      {...rest}
    >
      {children}
    </Button>
  );
}
