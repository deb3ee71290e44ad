/** The exchange form: the amount to pay, the amount to receive, and the quote. */
import { Card, CoinMark, DecimalInput, FieldError, formatNumber } from '@glasshouse/ui';
import { ArrowDownUp } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useCoinDecimals, usePanelDecimals } from '#data/pairs.ts';
import { ACCOUNT, useAvailable } from '#data/assets.ts';
import { Balance } from '#shared/Balance.tsx';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { ExchangeOffer } from './calls.ts';
import { lessOf } from './quote-figures.ts';
import { QuoteTerms } from './QuoteTerms.tsx';
import type { ExchangeForm as Form, FormSide } from './useExchangeForm.ts';

interface ExchangeFormProps {
  readonly form: Form;
  readonly offers: readonly ExchangeOffer[];
}
export function ExchangeForm({ form, offers }: ExchangeFormProps) {
  const { t } = useTranslation();
  const wrongId = useId();
  const { offer, wrong } = form;
  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          form.take();
        }}
      >
        <SideBox
          {...{ form, offers }}
          side="pay"
          fact={<Available form={form} />}
          wrongId={wrong === undefined ? undefined : wrongId}
          note={
            <span className="flex justify-between gap-3">
              {wrong !== undefined && <FieldError id={wrongId} text={wrong} />}
              {offer !== undefined && t('flash-exchange.limits', limitsOf(offer))}
            </span>
          }
        />
        <div className="relative z-10 -my-3 flex h-8 justify-center">
          <button
            type="button"
            aria-label={t('flash-exchange.swap')}
            title={t('flash-exchange.swap')}
            onClick={form.swap}
            className="border-line2 bg-raised text-mut hover:text-fg grid size-8 place-items-center rounded-full border"
          >
            <ArrowDownUp aria-hidden size={14} />
          </button>
        </div>
        <SideBox
          {...{ form, offers }}
          side="receive"
          fact={<Owned coin={form.coins.receive} />}
          note={
            form.quote !== undefined &&
            t('flash-exchange.atIndex', {
              amount: formatNumber(form.quote.receiveAtIndex, { decimals: 8, decimalsMin: 2 }),
              coin: form.quote.receiveCurrency,
            })
          }
        />
        <QuoteTerms form={form}>
          <MoneyButton
            type="submit"
            tone="brand"
            size="lg"
            busy={form.isTaking}
            disabled={!(form.isMissing || (form.isGood && wrong === undefined))}
          >
            {t('flash-exchange.take')}
          </MoneyButton>
        </QuoteTerms>
      </form>
    </Card>
  );
}

const limitsOf = ({ minAmount, maxAmount, currency }: ExchangeOffer) => ({
  min: formatNumber(minAmount, { decimals: 8, decimalsMin: 0 }),
  max: formatNumber(maxAmount, { decimals: 8, decimalsMin: 0 }),
  coin: currency,
});

interface SideBoxProps extends ExchangeFormProps {
  readonly side: FormSide;
  readonly fact: ReactNode;
  readonly note: ReactNode;
  readonly wrongId?: string | undefined;
}
function SideBox({ form, offers, side, fact, note, wrongId }: SideBoxProps) {
  const { t } = useTranslation();
  const id = useId();
  const coin = form.coins[side];
  return (
    <div className="border-line2 focus-within:border-brand rounded-xl border px-4 py-3">
      <div className="text-mut flex items-center justify-between">
        <label htmlFor={id}>{t(`flash-exchange.${side}`)}</label>
        {fact}
      </div>
      <div className="mt-1 flex items-center gap-3">
        <div className="min-w-0 flex-1 [&_input]:text-[24px] [&_label]:h-12 [&_label]:border-0 [&_label]:bg-transparent [&_label]:px-0">
          <DecimalInput
            id={id}
            name={`${side}Amount`}
            large
            labelInside={false}
            label={t(`flash-exchange.${side}`)}
            placeholder="0.00"
            value={form.amountOf(side)}
            decimals={useCoinDecimals(coin)}
            onValue={(amount) => form.type(side, amount)}
            invalid={wrongId !== undefined}
            aria-describedby={wrongId}
            unitName={coin}
          />
        </div>
        <label className="bg-raised hover:border-dim/40 focus-within:border-brand flex h-9 items-center gap-2 rounded-full border border-transparent pr-2 pl-2">
          <span className="sr-only">{t(`flash-exchange.${side}Coin`)}</span>
          <CoinMark code={coin} size={22} />
          <select
            value={coin}
            onChange={(event) => form.choose(side, event.target.value)}
            className="bg-raised h-full rounded-full pr-1 font-semibold outline-none focus-visible:outline-none"
          >
            {offers.map(({ currency }) => (
              <option key={currency}>{currency}</option>
            ))}
          </select>
        </label>
      </div>
      <div className="text-mut min-h-[18px] leading-[18px]">{note}</div>
    </div>
  );
}

/**
 * The available balance. A click enters the largest amount that the balance and the maximum allow.
 */
function Available({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const decimalsOf = usePanelDecimals();
  const { available, offer, coins } = form;
  return (
    <span className="flex items-center gap-2">
      <span>
        {t('common.available')}{' '}
        <Balance value={available} decimals={decimalsOf(coins.pay)} className="text-fg" />
      </span>
      <button
        type="button"
        disabled={available === undefined || offer === undefined}
        onClick={() => form.type('pay', lessOf(available ?? '0', offer?.maxAmount ?? '0'))}
        className="text-brand-ink -mr-1 h-6 rounded px-1 font-semibold"
      >
        {t('common.max')}
      </button>
    </span>
  );
}

function Owned({ coin }: { readonly coin: string }) {
  const { t } = useTranslation();
  const decimals = usePanelDecimals()(coin);
  const owned = useAvailable(ACCOUNT.exchange, coin);
  return (
    <span className="flex h-6 items-center gap-1">
      {t('common.available')} <Balance value={owned} decimals={decimals} className="text-fg" />
    </span>
  );
}
