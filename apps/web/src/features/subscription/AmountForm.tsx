/**
 * The form of a subscription: the amount, its outcomes if the total stays or grows, and the button
 * that freezes it.
 */
import {
  Button,
  buttonClass,
  Code,
  DecimalInput,
  FieldError,
  FormFoot,
  formatNumber,
  KeyValue,
  Num,
} from '@glasshouse/ui';
import { Big } from 'big.js';
import { useState } from 'react';
import { ACCOUNT, useAvailable } from '#data/assets.ts';
import { useSession } from '#data/session.ts';
import { LogInLink } from '#shared/PageLink.tsx';
import { Balance } from '#shared/Balance.tsx';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { focusField } from '#shared/products/focus-field.ts';
import { useToldFault } from '#shared/products/told-fault.ts';
import type { ProjectRow, SubscriptionRow } from './calls.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { faultOf, mostOf, PHASE, scenariosOf, type AmountFault } from './sale.ts';
import { OutcomeNow, Scenarios } from './Scenarios.tsx';

const SHORT = { decimals: 8, decimalsMin: 0 } as const;
const EXAMPLE = '2000';

interface AmountFormProps {
  readonly project: ProjectRow;
  readonly own: SubscriptionRow | undefined;
  readonly isShort: boolean;
}
export function AmountForm({ project, own, isShort }: AmountFormProps) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState('');
  const [isOpen, setOpen] = useState(false);
  const available = useAvailable(ACCOUNT.exchange, project.currency);
  const before = own?.amount ?? '0';
  const { told, tryOn } = useToldFault(
    faultOf(project, amount, { before, available }),
    'subscription-amount',
  );
  const isEmpty = amount === '' || new Big(amount).lte(0);
  const isExample = isEmpty && own === undefined;
  const isOwn = isEmpty && own !== undefined;
  const tried = isEmpty ? exampleOf(project, before) : new Big(amount).plus(before).toFixed();
  const others = new Big(project.total).minus(before).toFixed();
  const scenarios = scenariosOf(project, tried, others);
  return (
    <>
      <form
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          if (tryOn()) setOpen(true);
        }}
      >
        <AmountField {...{ project, amount, setAmount, available, before, told }} />
        {isShort ? (
          <OutcomeNow scenario={scenarios[0]!} {...{ project, isExample, isOwn, amount: tried }} />
        ) : (
          <Scenarios {...{ project, scenarios, isExample, isOwn, amount: tried }} />
        )}
        <FormFoot>
          <dl>
            <KeyValue
              name={t('subscription.frozenNow')}
              value={<Num value={isEmpty ? undefined : amount} {...SHORT} unit={project.currency} />}
            />
          </dl>
          <Action {...{ project, amount }} isGood={told === undefined} />
        </FormFoot>
      </form>
      {isOpen && (
        <ConfirmDialog
          {...{ project, amount, own, scenarios }}
          close={(isDone) => {
            setOpen(false);
            if (!isDone) return;
            setAmount('');
            focusField('subscription-amount');
          }}
        />
      )}
    </>
  );
}

/**
 * An example amount within the project's limits, with which the form calculates until the user
 * enters one.
 */
function exampleOf({ minAmount, maxPerOwner }: ProjectRow, before: string): string {
  if (new Big(before).gt(0)) return before;
  const example = new Big(EXAMPLE);
  return example.gt(maxPerOwner) ? maxPerOwner : example.lt(minAmount) ? minAmount : EXAMPLE;
}

interface AmountFieldProps {
  readonly project: ProjectRow;
  readonly amount: string;
  readonly setAmount: (amount: string) => void;
  readonly available: string | undefined;
  readonly before: string;
  readonly told: AmountFault | undefined;
}
function AmountField(props: AmountFieldProps) {
  const { project, amount, setAmount, available, before, told } = props;
  const { t } = useTranslation();
  const { currency, currencyDecimals, minAmount, maxPerOwner } = project;
  const limit = { below: minAmount, above: maxPerOwner };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex items-center justify-between text-[12.5px]">
        <label htmlFor="subscription-amount" className="font-semibold">
          {t('subscription.with')}
        </label>
        {available !== undefined && (
          <span className="text-mut">
            {t('common.available')} <Balance value={available} decimals={2} className="text-fg" />
          </span>
        )}
      </div>
      <DecimalInput
        id="subscription-amount"
        name="amount"
        large
        labelInside={false}
        label={t('subscription.with')}
        placeholder={formatNumber(minAmount, SHORT)}
        value={amount}
        decimals={currencyDecimals}
        onValue={setAmount}
        invalid={told !== undefined}
        aria-describedby="subscription-wrong"
        unitName={currency}
        unit={
          <span className="flex items-center gap-2.5">
            <Code>{currency}</Code>
            <button
              type="button"
              disabled={available === undefined}
              onClick={() => setAmount(mostOf(project, { before, available: available ?? '0' }))}
              className="text-brand-ink border-line2 border-l pl-2.5 text-[13px] font-semibold disabled:text-dim"
            >
              {t('common.max')}
            </button>
          </span>
        }
      />
      {told !== undefined && (
        <FieldError
          id="subscription-wrong"
          text={
            told === 'balance'
              ? t('common.insufficient')
              : told === 'missing'
                ? t('subscription.faults.missing')
                : t(`subscription.faults.${told}`, {
                    amount: formatNumber(limit[told], SHORT),
                    coin: currency,
                  })
          }
        />
      )}
    </div>
  );
}

interface ActionProps {
  readonly project: ProjectRow;
  readonly amount: string;
  readonly isGood: boolean;
}
function Action({ project, amount, isGood }: ActionProps) {
  const { t } = useTranslation();
  const isSignedIn = useSession() !== null;
  if (project.phase === PHASE.warmingUp)
    return (
      <Button size="lg" disabled>
        {t('subscription.notYet')}
      </Button>
    );
  if (!isSignedIn)
    return (
      <LogInLink className={buttonClass('brand', 'lg', 'w-full')}>{t('subscription.loginFirst')}</LogInLink>
    );
  return (
    <MoneyButton type="submit" tone="brand" size="lg" disabled={!isGood}>
      {isGood && /[1-9]/.test(amount)
        ? t('subscription.freeze', { amount: formatNumber(amount, SHORT), coin: project.currency })
        : t('section.subscription.name')}
    </MoneyButton>
  );
}
