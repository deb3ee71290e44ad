/** The rejection of a withdrawal. */
import type { OfficeWithdrawal } from '@glasshouse/protocol/funding/office';
import {
  WITHDRAWAL_REASON_TEXTS,
  WITHDRAWAL_REASONS,
  type WithdrawalReason,
} from '@glasshouse/protocol/funding/withdrawal-rejections';
import { Checkbox } from '@glasshouse/ui';
import { useState } from 'react';
import { RejectDialog } from '../parts/RejectDialog.tsx';
import { useTexts } from '../texts.ts';

export interface FormProps {
  readonly withdrawal: OfficeWithdrawal;
  /** Changes with what an act stands on. */
  readonly version: string;
  readonly onClose: () => void;
}

export function RejectWithdrawal({ withdrawal: { id, state }, version, onClose }: FormProps) {
  const { t } = useTexts();
  const [rejection, setRejection] = useState<WithdrawalReason | null>(null);
  const [nothingSent, setNothingSent] = useState(false);
  return (
    <RejectDialog
      title={t('rejectNumber', { id: String(id) })}
      reasons={WITHDRAWAL_REASONS}
      nameOf={(each) => t(`rejection_${each}`)}
      texts={WITHDRAWAL_REASON_TEXTS}
      value={rejection}
      onChange={setRejection}
      act={rejection === null ? null : { name: 'withdrawals/reject', fields: { id, rejection, nothingSent } }}
      version={version}
      onClose={onClose}
    >
      {state === 'approved' && (
        <Checkbox checked={nothingSent} onChange={setNothingSent}>
          {t('nothingSent')}
        </Checkbox>
      )}
    </RejectDialog>
  );
}
