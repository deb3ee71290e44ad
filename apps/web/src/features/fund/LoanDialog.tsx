/**
 * Asks for confirmation of a purchase with a loan: repeats its costs and the NAV of its
 * liquidation, and asks for the fund password where one is set.
 */
import { Dialog, FieldError, formatNumber } from '@glasshouse/ui';
import { UNIT_DECIMALS } from '@glasshouse/protocol/fund/quote';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { FundPasswordCells } from '#shared/products/FundPasswordCells.tsx';
import { offerText } from '#shared/products/offer-name.ts';
import { useSending } from '#shared/products/useSending.ts';
import type { FundOffer } from './calls.ts';
import { outcomesOf } from './figures.ts';
import { LiquidationNote, Payment, PurchaseTerms } from './PurchaseTerms.tsx';
import type { Ticket } from './useTicket.ts';

interface LoanDialogProps {
  readonly offer: FundOffer;
  readonly ticket: Ticket;
}
export function LoanDialog({ offer, ticket }: LoanDialogProps) {
  const { t, language } = useTranslation();
  const { quantity, input, purchase, atBound, bound, closeLoan, buyNow } = ticket;
  const form = useSending({ close: closeLoan, isLock: true });
  return (
    <Dialog
      open
      onOpenChange={() => closeLoan(false)}
      title={t('fund.loanTitle', {
        name: offerText(offer, language).name,
        units: formatNumber(quantity, { decimals: UNIT_DECIMALS, decimalsMin: 0 }),
        leverage: input.leverage,
      })}
      closeLabel={t('common.close')}
      width={480}
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          form.send(buyNow, t('fund.ordered'));
        }}
      >
        {purchase !== null && (
          <>
            <PurchaseTerms offer={offer} purchase={purchase} />
            <Payment {...{ offer, purchase, atBound }} />
          </>
        )}
        {purchase !== null && (
          <LiquidationNote offer={offer} purchase={purchase} outcomes={outcomesOf(offer, purchase, input)} />
        )}
        <p className="text-mut text-[12.5px]">
          {t('fund.atMost', { nav: formatNumber(bound, { decimals: 4 }) })}
        </p>
        {form.password !== null && <FundPasswordCells {...form.password} />}
        {form.wrong !== undefined && <FieldError id="loan-wrong" text={form.wrong} />}
        <MoneyButton type="submit" tone="brand" size="lg" busy={form.busy} disabled={purchase === null}>
          {t('fund.buyNow')}
        </MoneyButton>
      </form>
    </Dialog>
  );
}
