/** The rejection of a case. */
import {
  REJECTION_REASONS,
  REJECTION_TEXTS,
  type RejectionReason,
} from '@glasshouse/protocol/kyc/rejections';
import { useState } from 'react';
import { NoteToCustomer, RejectDialog } from '../parts/RejectDialog.tsx';
import { useTexts } from '../texts.ts';

interface RejectCaseProps {
  readonly id: number;
  readonly onClose: () => void;
}

export function RejectCase({ id, onClose }: RejectCaseProps) {
  const { t } = useTexts();
  const [rejection, setRejection] = useState<RejectionReason | null>(null);
  const [note, setNote] = useState('');
  return (
    <RejectDialog
      title={t('rejectCase', { id: String(id) })}
      reasons={REJECTION_REASONS}
      nameOf={(each) => t(`caseRejection_${each}`)}
      texts={REJECTION_TEXTS}
      value={rejection}
      onChange={setRejection}
      act={rejection === null ? null : { name: 'kyc/reject', fields: { id, rejection, note } }}
      onClose={onClose}
    >
      <NoteToCustomer value={note} onChange={setNote} />
    </RejectDialog>
  );
}
