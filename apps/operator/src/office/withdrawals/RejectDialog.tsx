/** The form of a rejection: what the customer reads, and what operators note. */
import type { OfficeWithdrawal } from '@glasshouse/protocol/funding/office';
import {
  WITHDRAWAL_REASON_TEXTS,
  WITHDRAWAL_REASONS,
  type WithdrawalReason,
} from '@glasshouse/protocol/funding/withdrawal-rejections';
import { Button, Checkbox, Dialog } from '@glasshouse/ui';
import { useState } from 'react';
import { Planned } from '../acts/ActForm.tsx';
import { useAct } from '../acts/useAct.ts';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Rejections } from '../parts/Rejections.tsx';
import { Refused } from '../parts/states.tsx';
import { useIsLost } from '../stream.ts';
import { useTexts } from '../texts.ts';

export interface FormProps {
  readonly withdrawal: OfficeWithdrawal;
  /** Changes with what an act stands on. */
  readonly version: string;
  readonly onClose: () => void;
}

const WIDTH = 620;

export function RejectDialog({ withdrawal: { id, state }, version, onClose }: FormProps) {
  const { t } = useTexts();
  const isLost = useIsLost();
  const [rejection, setRejection] = useState<WithdrawalReason | null>(null);
  const [nothingSent, setNothingSent] = useState(false);
  const [reason, setReason] = useState('');
  const { plan, doing } = useAct(
    rejection === null ? null : { name: 'withdrawals/reject', fields: { id, rejection, nothingSent } },
    onClose,
    version,
  );
  const refused = doing.error ?? plan.error;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('rejectNumber', { id: String(id) })}
      closeLabel={t('cancel')}
      width={WIDTH}
    >
      <div className="flex flex-col gap-4">
        <Rejections
          reasons={WITHDRAWAL_REASONS}
          nameOf={(each) => t(`rejection_${each}`)}
          texts={WITHDRAWAL_REASON_TEXTS}
          value={rejection}
          onChange={setRejection}
        />
        <Reason value={reason} onChange={setReason} label={t('internalNote')} hint={t('internalNoteHint')} />
        {state === 'approved' && (
          <Checkbox checked={nothingSent} onChange={setNothingSent}>
            {t('nothingSent')}
          </Checkbox>
        )}
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
