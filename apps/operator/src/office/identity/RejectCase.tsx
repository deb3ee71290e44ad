/** The form of a rejection of a case: what the user reads, and what operators note. */
import {
  REJECTION_REASONS,
  REJECTION_TEXTS,
  type RejectionReason,
} from '@glasshouse/protocol/kyc/rejections';
import { Button, Dialog, Field, TextInput } from '@glasshouse/ui';
import { useState } from 'react';
import { Planned } from '../acts/ActForm.tsx';
import { useAct } from '../acts/useAct.ts';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Rejections } from '../parts/Rejections.tsx';
import { Refused } from '../parts/states.tsx';
import { useIsLost } from '../stream.ts';
import { useTexts } from '../texts.ts';

interface RejectCaseProps {
  readonly id: number;
  readonly onClose: () => void;
}

const WIDTH = 620;
const NOTE_MAX = 300;

export function RejectCase({ id, onClose }: RejectCaseProps) {
  const { t } = useTexts();
  const isLost = useIsLost();
  const [rejection, setRejection] = useState<RejectionReason | null>(null);
  const [note, setNote] = useState('');
  const [reason, setReason] = useState('');
  const { plan, doing } = useAct(
    rejection === null ? null : { name: 'kyc/reject', fields: { id, rejection, note } },
    onClose,
  );
  const refused = doing.error ?? plan.error;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('rejectCase', { id: String(id) })}
      closeLabel={t('cancel')}
      width={WIDTH}
    >
      <div className="flex flex-col gap-4">
        <Rejections
          reasons={REJECTION_REASONS}
          nameOf={(each) => t(`caseRejection_${each}`)}
          texts={REJECTION_TEXTS}
          value={rejection}
          onChange={setRejection}
        />
        <Field label={t('noteToCustomer')} hint={t('noteToCustomerHint')}>
          {(ids) => (
            <TextInput
              {...ids}
              value={note}
              maxLength={NOTE_MAX}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        <Reason value={reason} onChange={setReason} label={t('internalNote')} hint={t('internalNoteHint')} />
        {plan.data !== undefined && <Planned answer={plan.data} />}
        {refused !== null && <Refused title={refused.message}>{t('nothingChanged')}</Refused>}
        <div className="flex justify-end gap-2">
          <Button tone="line" onClick={onClose}>
            {t('keepIt')}
          </Button>
          <Button
            tone="danger"
            busy={doing.isPending}
            disabled={isLost || !plan.isSuccess || !isReason(reason)}
            onClick={() => doing.mutate(reason.trim())}
          >
            {t('reject')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
