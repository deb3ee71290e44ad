/**
 * The order ticket of a fund: units, leverage, costs, and the profit or loss at several NAVs, all
 * above the buy button.
 */
import { buttonClass, Card, DecimalInput, FieldError, FormFoot, formatNumber } from '@glasshouse/ui';
import { UNIT_DECIMALS } from '@glasshouse/protocol/fund/quote';
import { useId } from 'react';
import { useSession } from '#data/session.ts';
import { LogInLink } from '#shared/PageLink.tsx';
import { Balance } from '#shared/Balance.tsx';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { FundOffer } from './calls.ts';
import { amountText, outcomesOf } from './figures.ts';
import { LeverageSlider } from './LeverageSlider.tsx';
import { LoanDialog } from './LoanDialog.tsx';
import { MoveTable } from './MoveTable.tsx';
import { LiquidationNote, Payment, PurchaseTerms } from './PurchaseTerms.tsx';
import { EXAMPLE, useTicket, type Ticket } from './useTicket.ts';

const NAV_SHOWN = 4;

export function BuyTicket({ offer }: { readonly offer: FundOffer }) {
  const { t } = useTranslation();
  const id = useId();
  const ticket = useTicket(offer, id);
  const signedIn = useSession() !== null;
  return (
    <Card>
      <form
        aria-label={t('spot.buy')}
        className="-mt-1.5 flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          ticket.submit();
        }}
      >
        <div className="text-mut flex justify-between text-[12.5px]">
          <label htmlFor={id}>{t('fund.shares')}</label>
          {signedIn && (
            <span>
              {t('common.available')}{' '}
              <Balance value={ticket.available} decimals={2} unit={offer.currency} className="text-fg" />
            </span>
          )}
        </div>
        <DecimalInput
          id={id}
          name="quantity"
          large
          label={t('fund.shares')}
          labelInside={false}
          placeholder={formatNumber(EXAMPLE, { decimals: 0 })}
          unit={t('fund.units')}
          value={ticket.quantity}
          decimals={UNIT_DECIMALS}
          onValue={ticket.setQuantity}
          invalid={ticket.wrong !== undefined}
          aria-describedby={`${id}-wrong`}
        />
        {ticket.wrong !== undefined && <FieldError id={`${id}-wrong`} text={ticket.wrong} />}
        <LeverageSlider max={offer.maxLeverage} value={ticket.input.leverage} onValue={ticket.setLeverage} />
        <Costs offer={offer} ticket={ticket} />
        <Send offer={offer} ticket={ticket} isSignedIn={signedIn} />
      </form>
      {ticket.isAsking && <LoanDialog offer={offer} ticket={ticket} />}
    </Card>
  );
}

interface PartProps {
  readonly offer: FundOffer;
  readonly ticket: Ticket;
}

function Costs({ offer, ticket: { nav, purchase, input, quantity } }: PartProps) {
  const { t } = useTranslation();
  if (purchase === null)
    return <p className="text-mut py-6 text-center text-[12.5px]">{nav === 0 ? t('fund.noPrice') : '–'}</p>;
  const { quoteDecimals: decimals, currency } = offer;
  const outcomes = outcomesOf(offer, purchase, input);
  return (
    <>
      {quantity === '' && (
        <p className="text-mut text-[12px]">
          {t('fund.example', { units: formatNumber(EXAMPLE, { decimals: 0 }) })}
        </p>
      )}
      <PurchaseTerms offer={offer} purchase={purchase} />
      <MoveTable
        outcomes={outcomes}
        title={t('fund.moves', {
          amount: formatNumber(amountText(purchase.margin, decimals), { decimals: 2 }),
          coin: currency,
        })}
        decimals={decimals}
      />
      {purchase.debt > 0 ? (
        <LiquidationNote offer={offer} purchase={purchase} outcomes={outcomes} />
      ) : (
        <p className="text-mut text-[12.5px]">{t('fund.noLoan')}</p>
      )}
    </>
  );
}

function Send({ offer, ticket, isSignedIn }: PartProps & { readonly isSignedIn: boolean }) {
  const { t } = useTranslation();
  const { quantity, input, nav, bound, purchase, atBound, busy, wrong } = ticket;
  const payment = purchase !== null && <Payment {...{ offer, purchase, atBound }} />;
  if (!isSignedIn)
    return (
      <FormFoot>
        {payment}
        <LogInLink className={buttonClass('brand', 'lg')}>{t('fund.logInToBuy')}</LogInLink>
      </FormFoot>
    );
  const units = formatNumber(quantity === '' ? '0' : quantity, { decimals: UNIT_DECIMALS, decimalsMin: 0 });
  return (
    <>
      {nav > 0 && (
        <p className="text-mut text-[12px]">
          {t('fund.atMost', { nav: formatNumber(bound, { decimals: NAV_SHOWN }) })}
        </p>
      )}
      <FormFoot>
        {payment}
        <MoneyButton
          type="submit"
          tone="brand"
          size="lg"
          busy={busy}
          disabled={!offer.isOpen || purchase === null || wrong !== undefined}
        >
          {quantity === '' ? t('spot.buy') : t('fund.buyUnits', { units, leverage: input.leverage })}
        </MoneyButton>
      </FormFoot>
    </>
  );
}
