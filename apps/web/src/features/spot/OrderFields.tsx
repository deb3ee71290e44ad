/**
 * The inputs of the order form: the prices of its type, amount, share, total, and time in force.
 */
import { Code, DecimalInput, plainDecimal } from '@glasshouse/ui';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { DISTANCE_DECIMALS, distanceOf, otherTrail, priceAtDistance } from './order-distances.ts';
import { ExitChoice, FurtherFields } from './FurtherFields.tsx';
import { fieldLabel, isExitField, priceFields, typeFields, type PriceField } from './order-types.ts';
import { PercentSlider } from './PercentSlider.tsx';
import type { OrderTicket } from './useOrderTicket.ts';
import { WrongText } from './WrongText.tsx';

/** The smallest step is a part per million. */
const TRAIL_DECIMALS = 4;

export function OrderFields({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const { pair, side, type } = ticket;
  const isOfType = (field: PriceField): boolean => type.fields.includes(field);
  const saysMarketPrice = !type.isLimit && !typeFields(ticket).includes('limitOffset');
  return (
    <>
      {priceFields(ticket.draft)
        .filter((field) => isOfType(field) && field !== 'trailAmount')
        .map((field) => (
          <Checked key={field} ticket={ticket} field={field}>
            <PriceInput ticket={ticket} field={field} />
          </Checked>
        ))}
      {saysMarketPrice && (
        <p className="bg-raised text-mut flex h-9 items-center justify-between rounded-md px-3">
          <span>{t('market.price')}</span>
          <span>{t('spot.marketPrice')}</span>
        </p>
      )}
      {!ticket.byTotalOnly && (
        <Checked ticket={ticket} field="amount">
          <DecimalInput
            name="amount"
            label={t('market.amount')}
            unit={pair.baseCoin}
            value={ticket.amountText}
            decimals={pair.amountDecimals}
            placeholder={ticket.byTotal ? t('spot.byTotal') : undefined}
            {...wrongOf(ticket, 'amount')}
            onValue={ticket.setAmount}
          />
        </Checked>
      )}
      <PercentSlider value={ticket.percent} side={side} onValue={ticket.applyPercent} />
      {(type.isLimit || side === 'buy') && (
        <Checked ticket={ticket} field={ticket.byTotalOnly ? 'amount' : undefined}>
          <DecimalInput
            name="total"
            {...wrongOf(ticket, ticket.byTotalOnly ? 'amount' : undefined)}
            label={t('spot.total')}
            unit={pair.quoteCoin}
            value={ticket.total}
            decimals={pair.priceDecimals < 2 ? 2 : Math.min(pair.quoteDecimals, 8)}
            onValue={ticket.setTotal}
          />
        </Checked>
      )}
      <ExitChoice ticket={ticket} />
      {priceFields(ticket.draft)
        .filter((field) => !isOfType(field))
        .map((field) => (
          <Checked key={field} ticket={ticket} field={field}>
            <PriceInput ticket={ticket} field={field} />
          </Checked>
        ))}
      <FurtherFields ticket={ticket} />
    </>
  );
}

type FieldName = PriceField | 'amount';
interface CheckedProps {
  readonly ticket: OrderTicket;
  readonly field: FieldName | undefined;
  readonly children: ReactNode;
}
const WRONG_ID = 'order-wrong';
const isWrong = ({ wrong }: OrderTicket, field: FieldName | undefined): boolean =>
  wrong !== undefined && wrong.field === field;
function wrongOf(ticket: OrderTicket, field: FieldName | undefined) {
  return isWrong(ticket, field) ? { invalid: true, 'aria-describedby': WRONG_ID } : {};
}
/** A field with its error below it. */
function Checked({ ticket, field, children }: CheckedProps) {
  const { wrong, pair } = ticket;
  const isTold = isWrong(ticket, field) || (field === 'trailPercent' && isWrong(ticket, 'trailAmount'));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {children}
      {wrong !== undefined && isTold && <WrongText id={WRONG_ID} wrong={wrong} pair={pair} />}
    </div>
  );
}

interface PriceInputProps {
  readonly ticket: OrderTicket;
  readonly field: PriceField;
}
function PriceInput({ ticket, field }: PriceInputProps) {
  const { t } = useTranslation();
  if (field === 'trailPercent') return <TrailInput ticket={ticket} />;
  const { pair, side, type } = ticket;
  const hasDistance =
    isExitField(field) || (type.name === 'oco' && (field === 'price' || field === 'triggerPrice'));
  const input = (
    <DecimalInput
      name={field}
      label={t(fieldLabel(type, field))}
      unitName={pair.quoteCoin}
      unit={
        field === 'price' && type.isLimit && !hasDistance ? (
          <BestPrice ticket={ticket} />
        ) : hasDistance ? undefined : (
          pair.quoteCoin
        )
      }
      value={ticket.prices[field]}
      decimals={pair.priceDecimals}
      placeholder={type.optional(side).includes(field) ? t(placeholderOf(field)) : undefined}
      {...wrongOf(ticket, field)}
      onValue={(text) => ticket.setPrice(field, text)}
    />
  );
  if (!hasDistance) return input;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_104px] gap-1.5 [&>label]:px-2">
      {input}
      <Distance ticket={ticket} field={field} />
    </div>
  );
}

/** A trailing stop's distance in percent and in coins: typing one shows the other. */
function TrailInput({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const { pair, prices, setPrice, indexPrice = '' } = ticket;
  const { trailPercent, trailAmount } = prices;
  const other = otherTrail(prices, indexPrice, pair.priceDecimals);
  const about = other === '' ? undefined : `≈ ${other}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_116px] gap-1.5 [&>label]:px-2 [&>label>span]:min-w-0">
      <DecimalInput
        name="trailPercent"
        label={t('spot.trailShort')}
        aria-label={t('spot.trailIn', { unit: '%' })}
        unit="%"
        value={trailPercent}
        decimals={TRAIL_DECIMALS}
        placeholder={trailAmount === '' ? undefined : about}
        {...wrongOf(ticket, 'trailPercent')}
        onValue={(text) => setPrice('trailPercent', text)}
      />
      <DecimalInput
        name="trailAmount"
        label={t('spot.trailIn', { unit: pair.quoteCoin })}
        labelInside={false}
        unit={pair.quoteCoin}
        value={trailAmount}
        decimals={pair.priceDecimals}
        placeholder={trailPercent === '' ? undefined : about}
        {...wrongOf(ticket, 'trailAmount')}
        onValue={(text) => setPrice('trailAmount', text)}
      />
    </div>
  );
}

/** The placeholder, which says what an empty field means. */
const placeholderOf = (field: PriceField) =>
  field === 'activationPrice' ? 'spot.activeAtOnce' : 'spot.marketPrice';

/** Sets the price of the same side of the book: an order at it is the next to trade. */
function BestPrice({ ticket }: { readonly ticket: OrderTicket }) {
  const { t } = useTranslation();
  const { side, pair, bestBid, bestAsk } = ticket;
  const best = side === 'buy' ? bestBid : bestAsk;
  return (
    <span className="flex items-center gap-1.5">
      <Code>{pair.quoteCoin}</Code>
      <button
        type="button"
        title={t(`spot.best.${side}`)}
        aria-label={t(`spot.best.${side}`)}
        disabled={best === undefined}
        onClick={() => best !== undefined && ticket.setPrice('price', plainDecimal(best, pair.priceDecimals))}
        className="border-line2 text-brand-ink hover:border-brand -mr-1.5 h-6 rounded border px-1.5 text-[11px] font-medium"
      >
        {t(`spot.bestShort.${side}`)}
      </button>
    </span>
  );
}

/**
 * The distance of a leg from the index price, or of an exit from its entry's price, bound to its
 * price both ways.
 */
function Distance({ ticket, field }: PriceInputProps) {
  const { t } = useTranslation();
  const { side, pair, prices, indexPrice = '' } = ticket;
  /** The typed percentage, and the price that it gave: another price replaces the text. */
  const [typed, setTyped] = useState({ percent: '', price: '' });
  const isExit = isExitField(field) && !ticket.type.fields.includes(field);
  // An exit is on the other side of its entry.
  const from = isExit ? ticket.price : indexPrice;
  const isProfit = field === 'price' || field === 'takeProfitPrice';
  const isAbove = (side === 'sell') === (isProfit !== isExit);
  const price = prices[field];
  return (
    <DecimalInput
      name={`${field}Distance`}
      label={isAbove ? '+ %' : '− %'}
      aria-label={t('spot.distanceOf', { leg: t(fieldLabel(ticket.type, field)) })}
      unitName="%"
      value={typed.price === price ? typed.percent : distanceOf(price, from, isAbove)}
      decimals={DISTANCE_DECIMALS}
      onValue={(percent) => {
        const next = priceAtDistance(from, { percent, isAbove }, pair.priceDecimals);
        setTyped({ percent, price: next });
        ticket.setPrice(field, next);
      }}
    />
  );
}
