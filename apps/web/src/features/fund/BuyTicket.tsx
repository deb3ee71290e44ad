/** The ticket: units, leverage, what it costs, and what moves of the NAV do, before the button. */
import {
  Button,
  buttonClass,
  Card,
  DecimalInput,
  FieldError,
  formatNumber,
  KeyValue,
  Num,
} from '@glasshouse/ui';
import { UNIT_DECIMALS, type Purchase } from '@glasshouse/protocol/fund/quote';
import { Big } from 'big.js';
import { useId, useState } from 'react';
import { CallError, failureText } from '#data/api.ts';
import { ACCOUNT, useAvailable } from '#data/assets.ts';
import { useSession } from '#data/session.ts';
import { useOffline } from '#data/stream.ts';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { focusField } from '#shared/products/focus-field.ts';
import { buy, type FundOffer } from './calls.ts';
import {
  amountText,
  dailyInterest,
  navText,
  navUnits,
  outcomesOf,
  ticketOf,
  unitsOf,
  worstNav,
} from './figures.ts';
import { LeverageSlider } from './LeverageSlider.tsx';
import { MoveTable } from './MoveTable.tsx';
import { useNav } from './useNav.ts';

const EXAMPLE = '1000';
const NAV_SHOWN = 4;

/** What the page knows to be wrong with an amount. Visitors have no `available`. */
function faultOf(
  { minUnits, maxPerOwner, quoteDecimals }: FundOffer,
  input: {
    readonly quantity: string;
    readonly available: string | undefined;
    readonly purchase: Purchase | null;
  },
): 'least' | 'most' | 'balance' | undefined {
  const units = new Big(input.quantity);
  if (units.lt(minUnits)) return 'least';
  if (maxPerOwner !== null && units.gt(maxPerOwner)) return 'most';
  const { available, purchase } = input;
  if (available === undefined || purchase === null) return undefined;
  return purchase.payment > unitsOf(available, quoteDecimals) ? 'balance' : undefined;
}

/** Text, its refusal, and the purchase that it means at the NAV of this second. */
function useTicket(offer: FundOffer, fieldId: string) {
  const { t } = useTranslation();
  const nav = useNav(offer);
  const [quantity, setQuantity] = useState('');
  const [leverage, setLeverage] = useState(1);
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = { quantity: quantity === '' ? EXAMPLE : quantity, leverage, nav };
  const purchase = ticketOf(offer, input);
  const bound = worstNav(nav, 'buy');
  const atBound = ticketOf(offer, { ...input, nav: navUnits(bound) });
  const available = useAvailable(ACCOUNT.exchange, offer.currency);
  const fault = quantity === '' ? undefined : faultOf(offer, { quantity, available, purchase: atBound });
  async function send(): Promise<void> {
    if (quantity === '') return setRefused(t('fund.enterShares'));
    setBusy(true);
    try {
      await buy({ fund: offer.fund, quantity, leverage, maxPrice: bound });
      notify.info(t('fund.ordered'));
      setQuantity('');
      focusField(fieldId);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.field === 'quantity' || error.field === 'leverage') return setRefused(error.message);
      notify.error(failureText(error) ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return {
    nav,
    input,
    purchase,
    bound,
    atBound,
    quantity,
    busy,
    available,
    wrong:
      refused ??
      (fault && t(`fund.faults.${fault}`, { least: offer.minUnits, most: offer.maxPerOwner ?? '' })),
    setQuantity: (text: string) => {
      setRefused(undefined);
      setQuantity(text);
    },
    setLeverage: (value: number) => {
      setRefused(undefined);
      setLeverage(value);
    },
    send: () => void send(),
  };
}

export function BuyTicket({ offer }: { readonly offer: FundOffer }) {
  const { t } = useTranslation();
  const id = useId();
  const ticket = useTicket(offer, id);
  const signedIn = useSession() !== null;
  return (
    <Card>
      <form
        aria-label={t('spot.buy')}
        className="-my-1.5 grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          ticket.send();
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
    </Card>
  );
}

interface PartProps {
  readonly offer: FundOffer;
  readonly ticket: ReturnType<typeof useTicket>;
}

function Costs({ offer, ticket: { nav, purchase, atBound, input, quantity } }: PartProps) {
  const { t } = useTranslation();
  if (purchase === null)
    return <p className="text-mut py-6 text-center text-[12.5px]">{nav === 0 ? t('fund.noPrice') : '–'}</p>;
  const { quoteDecimals: decimals, currency } = offer;
  const amount = (units: number) => <Num value={amountText(units, decimals)} decimals={2} unit={currency} />;
  const { notional, debt, fee, margin, payment, liquidationNav } = purchase;
  const outcomes = outcomesOf(offer, purchase, input);
  const left = margin + (outcomes.at(-1)?.profit ?? 0);
  return (
    <>
      {quantity === '' && (
        <p className="text-mut text-[12px]">
          {t('fund.example', { units: formatNumber(EXAMPLE, { decimals: 0 }) })}
        </p>
      )}
      <div className="bg-raised rounded-lg px-4 py-2.5 text-[13px]">
        <dl className="grid gap-1">
          <KeyValue name={t('fund.notional')} value={amount(notional)} />
          {debt > 0 && <KeyValue name={t('fund.loan')} value={amount(debt)} />}
          {debt > 0 && (
            <KeyValue
              name={t('fund.interestPerDay')}
              value={
                <Num
                  value={amountText(dailyInterest(debt, offer.lendingDaily), decimals)}
                  decimals={4}
                  unit={currency}
                />
              }
            />
          )}
          <KeyValue name={t('fund.buyFee')} value={amount(fee)} />
        </dl>
        <dl className="border-line mt-2 border-t pt-2">
          <KeyValue name={t('fund.youPay')} value={<b className="text-[15px]">{amount(payment)}</b>} />
          {atBound !== null && <KeyValue name={t('fund.secured')} value={amount(atBound.payment)} />}
        </dl>
      </div>
      <MoveTable
        outcomes={outcomes}
        title={t('fund.moves', {
          amount: formatNumber(amountText(margin, decimals), { decimals: 2 }),
          coin: currency,
        })}
        decimals={decimals}
      />
      {liquidationNav > 0 ? (
        <p className="border-down/30 bg-down/8 rounded-lg border px-3 py-2 text-[12.5px]">
          <b className="font-semibold">
            {t('fund.liquidatedAt', {
              nav: formatNumber(navText(liquidationNav), { decimals: NAV_SHOWN }),
              amount: formatNumber(amountText(left, decimals), { decimals: 2 }),
              coin: currency,
            })}
          </b>
          <span className="text-mut block">{t('fund.neverMore')}</span>
        </p>
      ) : (
        <p className="text-mut text-[12.5px]">{t('fund.noLoan')}</p>
      )}
    </>
  );
}

function Send({ offer, ticket, isSignedIn }: PartProps & { readonly isSignedIn: boolean }) {
  const { t } = useTranslation();
  const offline = useOffline();
  const { quantity, input, nav, bound, purchase, busy, wrong } = ticket;
  if (!isSignedIn)
    return (
      <PageLink to="/login/login" className={buttonClass('brand', 'lg', 'w-full')}>
        {t('fund.logInToBuy')}
      </PageLink>
    );
  const units = formatNumber(quantity === '' ? '0' : quantity, { decimals: UNIT_DECIMALS, decimalsMin: 0 });
  return (
    <>
      {nav > 0 && (
        <p className="text-mut text-[12px]">
          {t('fund.atMost', { nav: formatNumber(bound, { decimals: NAV_SHOWN }) })}
        </p>
      )}
      <Button
        type="submit"
        tone="brand"
        size="lg"
        className="w-full"
        busy={busy}
        disabled={offline || !offer.isOpen || purchase === null || wrong !== undefined}
      >
        {quantity === '' ? t('spot.buy') : t('fund.buyUnits', { units, leverage: input.leverage })}
      </Button>
    </>
  );
}
