/**
 * The terms of a purchase: value, loan, interest, fee and payment, and a note on its liquidation.
 */
import { formatNumber, KeyValue, Num } from '@glasshouse/ui';
import type { Purchase } from '@glasshouse/protocol/fund/quote';
import { useTranslation } from '#shared/i18n.ts';
import type { FundOffer } from './calls.ts';
import { amountText, dailyInterest, navText, type Outcome } from './figures.ts';

interface PurchaseTermsProps {
  readonly offer: FundOffer;
  readonly purchase: Purchase;
}
export function PurchaseTerms({ offer, purchase }: PurchaseTermsProps) {
  const { t } = useTranslation();
  const { notional, debt } = purchase;
  const amount = (units: number, decimals = 2) => amountOf(offer, units, decimals);
  return (
    <div className="bg-raised rounded-lg px-4 py-2.5 text-[13px]">
      <dl className="grid gap-1">
        <KeyValue name={t('fund.notional')} value={amount(notional)} />
        {debt > 0 && <KeyValue name={t('fund.loan')} value={amount(debt)} />}
        {debt > 0 && (
          <KeyValue
            name={t('fund.interestPerDay')}
            value={amount(dailyInterest(debt, offer.lendingDaily), 4)}
          />
        )}
      </dl>
    </div>
  );
}

interface PaymentProps extends PurchaseTermsProps {
  /**
   * The purchase at the worst NAV that the order accepts. Its payment is frozen until the order
   * executes.
   */
  readonly atBound: Purchase | null;
}
/** What a purchase costs. */
export function Payment({ offer, purchase: { fee, payment }, atBound }: PaymentProps) {
  const { t } = useTranslation();
  return (
    <dl className="grid gap-1">
      <KeyValue name={t('fund.buyFee')} value={amountOf(offer, fee)} />
      <KeyValue name={t('fund.youPay')} value={<b className="text-[15px]">{amountOf(offer, payment)}</b>} />
      {atBound !== null && <KeyValue name={t('fund.secured')} value={amountOf(offer, atBound.payment)} />}
    </dl>
  );
}

const amountOf = ({ quoteDecimals, currency }: FundOffer, units: number, decimals = 2) => (
  <Num value={amountText(units, quoteDecimals)} decimals={decimals} unit={currency} />
);

interface LiquidationNoteProps {
  readonly offer: FundOffer;
  readonly purchase: Purchase;
  /** The last outcome is the liquidation. */
  readonly outcomes: readonly Outcome[];
}
export function LiquidationNote({ offer, purchase, outcomes }: LiquidationNoteProps) {
  const { t } = useTranslation();
  const left = purchase.margin + (outcomes.at(-1)?.profit ?? 0);
  return (
    <p className="border-bad/40 bg-bad/10 rounded-lg border px-3 py-2 text-[12.5px]">
      <b className="font-semibold">
        {t('fund.liquidatedAt', {
          nav: formatNumber(navText(purchase.liquidationNav), { decimals: 4 }),
          amount: formatNumber(amountText(left, offer.quoteDecimals), { decimals: 2 }),
          coin: offer.currency,
        })}
      </b>
      <span className="text-mut block">{t('fund.neverMore')}</span>
    </p>
  );
}
