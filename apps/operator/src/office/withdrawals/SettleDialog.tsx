/** The form of a payment that was made by hand: its transaction, and what the network charged. */
import { Button, Dialog, Field, TextInput } from '@glasshouse/ui';
import { useState } from 'react';
import { Planned } from '../acts/ActForm.tsx';
import { useAct } from '../acts/useAct.ts';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Refused } from '../parts/states.tsx';
import { useIsLost } from '../stream.ts';
import { useTexts } from '../texts.ts';
import type { FormProps } from './RejectWithdrawal.tsx';

interface Paid {
  readonly txid: string;
  readonly output: string;
  readonly cost: string;
}

const WIDTH = 520;

export function SettleDialog({ withdrawal: { id }, version, onClose }: FormProps) {
  const { t } = useTexts();
  const isLost = useIsLost();
  const [typed, setTyped] = useState<Paid>({ txid: '', output: '0', cost: '' });
  const [reason, setReason] = useState('');
  /** What the effect is of: it is asked for with a press. */
  const [checked, setChecked] = useState<Paid | null>(null);
  const { plan, doing } = useAct(
    checked === null ? null : { name: 'withdrawals/settle', fields: { id, ...checked } },
    onClose,
    version,
  );
  const refused = doing.error ?? plan.error;
  const type = (next: Partial<Paid>) => {
    setTyped({ ...typed, ...next });
    setChecked(null);
  };
  const isWhole = typed.output !== '' && typed.cost !== '';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('settleNumber', { id: String(id) })}
      closeLabel={t('cancel')}
      width={WIDTH}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole && checked === null) setChecked(typed);
          else if (plan.isSuccess && isReason(reason)) doing.mutate(reason.trim());
        }}
      >
        <PaidFields typed={typed} onType={type} />
        <Reason value={reason} onChange={setReason} />
        {plan.data !== undefined && <Planned answer={plan.data} />}
        {refused !== null && <Refused title={refused.message}>{t('nothingChanged')}</Refused>}
        {checked === null ? (
          <Button type="submit" tone="plain" disabled={isLost || !isWhole}>
            {t('showEffect')}
          </Button>
        ) : (
          <Button
            type="submit"
            tone="brand"
            busy={doing.isPending}
            disabled={isLost || !plan.isSuccess || !isReason(reason)}
          >
            {t('settle')}
          </Button>
        )}
      </form>
    </Dialog>
  );
}

interface PaidFieldsProps {
  readonly typed: Paid;
  readonly onType: (next: Partial<Paid>) => void;
}

function PaidFields({ typed, onType }: PaidFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <Field label={t('transaction')} hint={t('transactionHint')}>
        {(ids) => (
          <TextInput {...ids} value={typed.txid} onChange={({ target }) => onType({ txid: target.value })} />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('outputNumber')} hint={t('outputHint')}>
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="numeric"
              value={typed.output}
              onChange={({ target }) => onType({ output: target.value })}
            />
          )}
        </Field>
        <Field label={t('networkCost')} hint={t('networkCostHint')}>
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="decimal"
              value={typed.cost}
              onChange={({ target }) => onType({ cost: target.value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}
