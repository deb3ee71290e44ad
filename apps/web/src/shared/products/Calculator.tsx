/** What an amount would bring: the formula, the calendar of payments, the lock-up, the button. */
import {
  buttonClass,
  Card,
  DateTime,
  Code,
  DecimalInput,
  Field,
  FieldError,
  FormFoot,
  formatNumber,
  Note,
  Num,
  SelectInput,
} from '@glasshouse/ui';
import { CalendarDays } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { DAY_MS } from '@glasshouse/money';
import { ACCOUNT, useAvailable } from '#data/assets.ts';
import { useCoinDecimals, usePanelDecimals } from '#data/pairs.ts';
import { usePerson } from '#data/person.ts';
import { useSession } from '#data/session.ts';
import { Balance } from '#shared/Balance.tsx';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { LogInLink, PageLink } from '#shared/PageLink.tsx';
import { BuyDialog } from './BuyDialog.tsx';
import {
  faultOf,
  isSoldOut,
  mostOf,
  outcomeOf,
  rateText,
  type AmountFault,
  type FixedTermFeature,
  type FixedTermOfferRow,
  type TermOutcome,
} from './fixed-terms.ts';
import { offerText } from './offer-name.ts';
import { focusField } from './focus-field.ts';
import { useToldFault } from './told-fault.ts';
import { useNow } from './useNow.ts';

const EXACT = { decimals: 8, decimalsMin: 2 } as const;
const SHORT = { decimals: 8, decimalsMin: 0 } as const;

/** The id of the form. The fields name it, because the dialogs beside them have their own forms. */
const formOf = (feature: FixedTermFeature): string => `${feature}-purchase`;

export interface PurchaseInput {
  readonly offer: number;
  readonly amount: string;
  readonly dailyRate: string;
  readonly days: number;
  readonly fundPassword: string | undefined;
}

export interface CalculatorProps {
  readonly feature: FixedTermFeature;
  readonly offers: readonly FixedTermOfferRow[];
  readonly offer: FixedTermOfferRow;
  readonly onChoose: (offer: number) => void;
  /** Between the lock-up and the button: the agreement. */
  readonly consent?: ReactNode;
  /** False until it is given. */
  readonly hasConsent?: boolean;
  readonly buy: (input: PurchaseInput) => Promise<unknown>;
}
export function Calculator(props: CalculatorProps) {
  const { feature, offers, offer, onChoose } = props;
  const { t, language } = useTranslation();
  const [amount, setAmount] = useState('');
  const decimals = useCoinDecimals(offer.currency);
  const available = useAvailable(ACCOUNT.exchange, offer.currency);
  const nowMs = useNow();
  const { told, tryOn } = useToldFault(faultOf(offer, amount, available), `${feature}-amount`);
  const outcome = outcomeOf(offer, amount, decimals);
  const endMs = nowMs + offer.days * DAY_MS;
  return (
    <Card title={t('terms.calculator')}>
      <Field label={t(`${feature}.product`)}>
        {(ids) => (
          <SelectInput
            {...ids}
            value={offer.offer}
            onChange={(event) => onChoose(Number(event.target.value))}
          >
            {offers.map((each) => (
              <option key={each.offer} value={each.offer}>
                {offerText(each, language).name} · {rateText(each.dailyRate)} ×{' '}
                {t('terms.days', { days: each.days })}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <AmountField {...{ feature, offer, amount, setAmount, decimals, available, told }} />
      <Calendar {...{ feature, offer, amount, outcome, nowMs, endMs }} />
      <div className="my-3">
        <Note tone="warn">
          <p>{t(`${feature}.lockUp`)}</p>
          <p>{t(`${feature}.limits`)}</p>
        </Note>
      </div>
      <Purchase
        {...props}
        {...{ amount, outcome, endMs, tryOn }}
        isGood={told === undefined}
        cost={<Formula offer={offer} amount={amount} outcome={outcome} />}
        onBought={() => {
          setAmount('');
          focusField(`${feature}-amount`);
        }}
      />
    </Card>
  );
}

interface AmountFieldProps {
  readonly feature: FixedTermFeature;
  readonly offer: FixedTermOfferRow;
  readonly amount: string;
  readonly setAmount: (amount: string) => void;
  readonly decimals: number;
  readonly available: string | undefined;
  readonly told: AmountFault | undefined;
}
function AmountField(props: AmountFieldProps) {
  const { feature, offer, amount, setAmount, decimals, available, told } = props;
  const { t } = useTranslation();
  const panel = usePanelDecimals()(offer.currency);
  const { currency, minAmount } = offer;
  const limit = { below: minAmount, left: offer.left, limit: offer.maxPerOwner };
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-1.5 pb-1.5">
      <div className="text-mut flex items-center justify-between text-[12.5px]">
        <label htmlFor={`${feature}-amount`}>{t('terms.deposit')}</label>
        <span>
          {t('common.available')} <Balance value={available} decimals={panel} className="text-fg" />
        </span>
      </div>
      <DecimalInput
        id={`${feature}-amount`}
        form={formOf(feature)}
        name="amount"
        large
        labelInside={false}
        label={t('terms.deposit')}
        placeholder={formatNumber(minAmount, SHORT)}
        value={amount}
        decimals={decimals}
        onValue={setAmount}
        invalid={told !== undefined}
        aria-describedby={`${feature}-wrong`}
        unitName={currency}
        unit={
          <span className="flex items-center gap-2.5">
            <Code>{currency}</Code>
            <button
              type="button"
              disabled={available === undefined}
              onClick={() => setAmount(mostOf(offer, available ?? '0'))}
              className="text-brand-ink border-line2 border-l pl-2.5 text-[13px] font-semibold"
            >
              {t('common.max')}
            </button>
          </span>
        }
      />
      <div className="min-h-[17px]">
        {told !== undefined && (
          <FieldError
            id={`${feature}-wrong`}
            text={
              told === 'balance'
                ? t('common.insufficient')
                : told === 'missing'
                  ? t('terms.faults.missing')
                  : t(`terms.faults.${told}`, { amount: formatNumber(limit[told], SHORT), coin: currency })
            }
          />
        )}
      </div>
    </div>
  );
}

interface FormulaProps {
  readonly offer: FixedTermOfferRow;
  readonly amount: string;
  readonly outcome: TermOutcome | undefined;
}
function Formula({ offer, amount, outcome }: FormulaProps) {
  const { t } = useTranslation();
  const { dailyRate, days, currency } = offer;
  return (
    <div>
      <p className="text-mut num text-[12.5px] [@media(max-height:720px)]:hidden">
        {amount === '' ? t('terms.amount') : formatNumber(amount, EXACT)} × {rateText(dailyRate)} ×{' '}
        {t('terms.days', { days })} =
      </p>
      <p data-cost className="flex items-baseline justify-between gap-3">
        <Num
          value={outcome?.interest}
          {...EXACT}
          signed
          toned
          className="text-[18px] leading-6 font-semibold"
        />
        <span className="text-mut">
          {t('terms.comesBack')}{' '}
          <Num value={outcome?.back} {...EXACT} unit={currency} className="text-fg font-semibold" />
        </span>
      </p>
    </div>
  );
}

interface CalendarProps extends FormulaProps {
  readonly feature: FixedTermFeature;
  readonly nowMs: number;
  readonly endMs: number;
}
function Calendar({ feature, offer, amount, outcome, nowMs, endMs }: CalendarProps) {
  const { t } = useTranslation();
  const lines = [
    { at: nowMs, text: t(`${feature}.calendar.bought`), value: amount === '' ? undefined : `-${amount}` },
    {
      at: nowMs + Math.min(1, offer.days) * DAY_MS,
      text: t(`${feature}.calendar.grows`),
      value: outcome?.perDay,
    },
    { at: endMs, text: t(`${feature}.calendar.back`), value: outcome?.back },
  ];
  return (
    <>
      <h3 className="text-mut mt-3 flex items-center gap-1.5 text-[12.5px]">
        <CalendarDays aria-hidden size={14} />
        {t('terms.calendar')}
      </h3>
      <ul className="mt-1 grid gap-1">
        {lines.map(({ at, text, value }, index) => (
          <li
            key={text}
            className="grid grid-cols-[84px_minmax(0,1fr)_auto] items-baseline gap-2 text-[12.5px]"
          >
            <DateTime timeMs={at} kind="date" className="text-mut num" />
            <span>{text}</span>
            <Num value={value} {...EXACT} signed toned={index > 0} className="font-medium" />
          </li>
        ))}
      </ul>
    </>
  );
}

interface PurchaseProps extends CalculatorProps {
  readonly amount: string;
  readonly outcome: TermOutcome | undefined;
  readonly endMs: number;
  readonly isGood: boolean;
  readonly tryOn: () => boolean;
  /** What is locked and what it brings. */
  readonly cost: ReactNode;
  readonly onBought: () => void;
}
function Purchase(props: PurchaseProps) {
  const { feature, offer, amount, outcome, endMs, isGood, tryOn, onBought, consent, cost, buy } = props;
  const { hasConsent = true } = props;
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  const person = usePerson();
  const [isOpen, setOpen] = useState(false);
  const [isRefused, setRefused] = useState(false);
  if (!signedIn)
    return (
      <FormFoot>
        {cost}
        <LogInLink className={buttonClass('brand', 'lg')}>{t('terms.loginFirst')}</LogInLink>
      </FormFoot>
    );
  const canBuy = isGood && offer.isOnSale && !isSoldOut(offer);
  const asksFund = person?.assetsPwd === true;
  return (
    <>
      <form
        id={formOf(feature)}
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(!hasConsent);
          if (tryOn() && hasConsent) setOpen(true);
        }}
      />
      {!asksFund && person !== undefined && (
        <p className="text-mut mb-3 text-[12px]">
          {t('terms.noFundPassword')}{' '}
          <PageLink to="/setting/safty" className="text-brand-ink underline">
            {t('terms.setFundPassword')}
          </PageLink>
        </p>
      )}
      <FormFoot>
        {cost}
        {consent}
        {isRefused && !hasConsent && <FieldError id={`${feature}-consent`} text={t('terms.consentFirst')} />}
        <MoneyButton
          type="submit"
          form={formOf(feature)}
          tone="brand"
          size="lg"
          disabled={!canBuy || person === undefined}
        >
          {t(asksFund ? 'terms.buyWithPassword' : 'terms.buy')}
        </MoneyButton>
      </FormFoot>
      {isOpen && outcome !== undefined && (
        <BuyDialog
          {...{ feature, offer, amount, outcome, endMs }}
          send={(fundPassword) =>
            buy({ offer: offer.offer, amount, dailyRate: offer.dailyRate, days: offer.days, fundPassword })
          }
          close={(isBought) => {
            setOpen(false);
            if (isBought) onBought();
          }}
        />
      )}
    </>
  );
}
