/** The user's own limits: a lower one holds at once, a higher one after a day. */
import { MINUTES_A_DAY } from '@glasshouse/protocol/identity/input-rules';
import { DateTime, DecimalInput, Field, Note, Num } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useCheckedForm, type Check } from '#shared/forms/useCheckedForm.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { setLimits, useLimits } from '../calls.ts';
import type { Limits } from '../shapes.ts';
import { DialogForm } from './ProofFields.tsx';

export function LimitsForm({ close }: { readonly close: () => void }) {
  const { data: limits } = useLimits();
  return limits === undefined ? null : <Form limits={limits} close={close} />;
}

const textOf = (value: string | number | null): string => (value === null ? '' : String(value));
const MONEY_DECIMALS = 2;
const money: Check<Record<string, string>> = (text) =>
  /^(\d{1,9}(\.\d{1,2})?)?$/.test(text) ? undefined : 'security.limitAmountRule';
const wholeMinutes: Check<Record<string, string>> = (text) =>
  text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MINUTES_A_DAY)
    ? undefined
    : 'security.limitMinutesRule';

function Form({ limits, close }: { readonly limits: Limits; readonly close: () => void }) {
  const { t } = useTranslation();
  const { form, field, busy, onSubmit } = useCheckedForm({
    initial: {
      dailyLoss: textOf(limits.dailyLoss.value),
      stake: textOf(limits.stake.value),
      minutes: textOf(limits.minutes.value),
    },
    checks: { dailyLoss: money, stake: money, minutes: wholeMinutes },
    send: async (entered) => {
      await setLimits(entered);
      notify.success(t('security.done.limits'));
      close();
    },
  });
  const entry = (name: 'dailyLoss' | 'stake' | 'minutes') => {
    const { error } = field(name);
    const onValue = (text: string) => form.setValue(name, text, { shouldValidate: error !== undefined });
    return { name, error, next: limits[name].next, value: form.watch(name), onValue };
  };
  return (
    <DialogForm onSubmit={onSubmit} busy={busy} submitLabel={t('security.save')}>
      <p className="text-mut leading-5">{t('security.limitsText')}</p>
      <LimitField
        label={t('security.limitLoss')}
        unit="USDT"
        decimals={MONEY_DECIMALS}
        {...entry('dailyLoss')}
      />
      <LimitField
        label={t('security.limitStake')}
        unit="USDT"
        decimals={MONEY_DECIMALS}
        {...entry('stake')}
      />
      <LimitField
        label={t('security.limitMinutes')}
        unit={t('security.minutesUnit')}
        decimals={0}
        {...entry('minutes')}
      />
      <Note>{t('security.limitsNote')}</Note>
    </DialogForm>
  );
}

interface LimitFieldProps {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly value: string;
  readonly onValue: (text: string) => void;
  readonly error: string | undefined;
  readonly next: { readonly value: string | number | null; readonly fromTime: number } | null;
}
function LimitField({ label, unit, next, error, ...input }: LimitFieldProps): ReactNode {
  const { t } = useTranslation();
  const waiting = next !== null && (
    <span className="text-warn">
      {next.value === null ? t('security.noLimit') : <Num value={next.value} decimals={0} unit={unit} />}{' '}
      {t('security.from')} <DateTime timeMs={next.fromTime} />
    </span>
  );
  return (
    <Field label={label} error={error} hint={waiting === false ? undefined : waiting}>
      {(ids) => (
        <DecimalInput
          {...ids}
          {...input}
          large
          labelInside={false}
          label={label}
          unit={unit}
          placeholder={t('security.noLimit')}
          invalid={error !== undefined}
        />
      )}
    </Field>
  );
}
