/**
 * Asks for confirmation of a purchase with a loan: repeats its costs and the NAV of its
 * liquidation.
 */
import { Button, Dialog, formatNumber } from '@glasshouse/ui';
import { UNIT_DECIMALS } from '@glasshouse/protocol/fund/quote';
import { useTranslation } from '#shared/i18n.ts';
import { offerText } from '#shared/products/offer-name.ts';
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
  const { quantity, input, purchase, atBound, bound, busy, keep, send } = ticket;
  return (
    <Dialog
      open
      onOpenChange={keep}
      title={t('fund.loanTitle', {
        name: offerText(offer, language).name,
        units: formatNumber(quantity, { decimals: UNIT_DECIMALS, decimalsMin: 0 }),
        leverage: input.leverage,
      })}
      closeLabel={t('common.close')}
      width={480}
    >
      <div className="grid gap-3">
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
        <Button tone="brand" size="lg" busy={busy} disabled={purchase === null} onClick={send}>
          {t('fund.buyNow')}
        </Button>
      </div>
    </Dialog>
  );
}
