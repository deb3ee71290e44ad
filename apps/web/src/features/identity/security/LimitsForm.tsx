/** The user's own limits: a lower one holds at once, a higher one after a day. */
import { MINUTES_A_DAY } from '@glasshouse/protocol/identity/input-rules';
import { DateTime, Field, Note, Num, TextInput } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useCheckedForm, type BoundField, type Check } from '#shared/forms/useCheckedForm.ts';
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
const money: Check<Record<string, string>> = (text) =>
  /^(\d{1,9}(\.\d{1,2})?)?$/.test(text.trim()) ? undefined : 'security.limitAmountRule';
const wholeMinutes: Check<Record<string, string>> = (text) =>
  text.trim() === '' || (/^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MINUTES_A_DAY)
    ? undefined
    : 'security.limitMinutesRule';

function Form({ limits, close }: { readonly limits: Limits; readonly close: () => void }) {
  const { t } = useTranslation();
  const { field, busy, onSubmit } = useCheckedForm({
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
  return (
    <DialogForm onSubmit={onSubmit} busy={busy} submitLabel={t('security.save')}>
      <p className="text-mut leading-5">{t('security.limitsText')}</p>
      <LimitField
        label={t('security.limitLoss')}
        unit="USDT"
        next={limits.dailyLoss.next}
        {...field('dailyLoss')}
      />
      <LimitField label={t('security.limitStake')} unit="USDT" next={limits.stake.next} {...field('stake')} />
      <LimitField
        label={t('security.limitMinutes')}
        unit={t('security.minutesUnit')}
        next={limits.minutes.next}
        {...field('minutes')}
      />
      <Note>{t('security.limitsNote')}</Note>
    </DialogForm>
  );
}

interface LimitFieldProps extends BoundField {
  readonly label: string;
  readonly unit: string;
  readonly next: { readonly value: string | number | null; readonly fromTime: number } | null;
}
function LimitField({ label, unit, next, error, input }: LimitFieldProps): ReactNode {
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
        <TextInput
          {...ids}
          {...input}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t('security.noLimit')}
          end={<span className="text-mut pr-3.5">{unit}</span>}
        />
      )}
    </Field>
  );
}
