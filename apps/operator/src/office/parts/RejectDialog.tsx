/** The form of a rejection: what the customer reads, and what operators note. */
import { Button, Dialog, Field, TextInput } from '@glasshouse/ui';
import { useState, type ReactNode } from 'react';
import { Planned } from '../acts/ActForm.tsx';
import { useAct, type AskedAct } from '../acts/useAct.ts';
import { useIsLost } from '../stream.ts';
import { useTexts } from '../texts.ts';
import { isReason, Reason } from './Reason.tsx';
import { Rejections, type RejectionsProps } from './Rejections.tsx';
import { Refused } from './states.tsx';

const WIDTH = 620;
const NOTE_MAX = 300;

export interface RejectDialogProps<R extends string> extends RejectionsProps<R> {
  readonly title: string;
  /** Null: its fields are not complete, as `missing` says once a reason is chosen. */
  readonly act: AskedAct | null;
  readonly missing?: string;
  /** Changes with what the act stands on. */
  readonly version?: string;
  /** What the act needs besides the reason. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

export function RejectDialog<R extends string>(props: RejectDialogProps<R>) {
  const { title, act, missing, version, children, onClose, ...rejections } = props;
  const { t } = useTexts();
  const isLost = useIsLost();
  const [reason, setReason] = useState('');
  const { plan, doing } = useAct(act, onClose, version);
  const refused = doing.error ?? plan.error;
  const needed = () => {
    if (isLost) return t('actsOff');
    if (rejections.value === null) return t('rejectionMissing');
    if (act === null) return missing;
    return isReason(reason) ? undefined : t('noteMissing');
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} closeLabel={t('cancel')} width={WIDTH}>
      <div className="flex flex-col gap-4">
        <Rejections {...rejections} />
        {children}
        <Reason value={reason} onChange={setReason} label={t('internalNote')} hint={t('internalNoteHint')} />
        {plan.data !== undefined && act !== null && <Planned answer={plan.data} />}
        {refused !== null && <Refused title={refused.message}>{t('nothingChanged')}</Refused>}
        <div className="bg-panel sticky bottom-0 -mb-5 flex items-center justify-end gap-2 pt-1 pb-5">
          <p aria-live="polite" className="text-mut mr-auto">
            {needed()}
          </p>
          <Button tone="line" onClick={onClose}>
            {t('keepIt')}
          </Button>
          <Button
            tone="danger"
            busy={doing.isPending}
            disabled={isLost || act === null || !plan.isSuccess || !isReason(reason)}
            onClick={() => doing.mutate(reason.trim())}
          >
            {t('reject')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface NoteToCustomerProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
}

/** What the customer reads besides the text of the reason. */
export function NoteToCustomer({ value, onChange }: NoteToCustomerProps) {
  const { t } = useTexts();
  return (
    <Field label={t('noteToCustomer')} hint={t('noteToCustomerHint')}>
      {(ids) => (
        <TextInput
          {...ids}
          value={value}
          maxLength={NOTE_MAX}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
