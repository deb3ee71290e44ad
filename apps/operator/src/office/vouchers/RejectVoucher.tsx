/** The rejection of a voucher. */
import {
  VOUCHER_REASON_TEXTS,
  VOUCHER_REASONS,
  type VoucherReason,
} from '@glasshouse/protocol/vouchers/rejections';
import { Field, TextInput } from '@glasshouse/ui';
import { useState } from 'react';
import { NoteToCustomer, RejectDialog } from '../parts/RejectDialog.tsx';
import { useTexts } from '../texts.ts';

interface RejectVoucherProps {
  readonly id: number;
  readonly currency: string;
  /** Changes with what the act stands on. */
  readonly version: string;
  readonly onClose: () => void;
}

export function RejectVoucher({ id, currency, version, onClose }: RejectVoucherProps) {
  const { t } = useTexts();
  const [rejection, setRejection] = useState<VoucherReason | null>(null);
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const seen = typed.trim();
  const isWhole = rejection !== null && (rejection !== 'amount-differs' || seen !== '');
  return (
    <RejectDialog
      title={t('rejectVoucher', { id: String(id) })}
      reasons={VOUCHER_REASONS}
      nameOf={(each) => t(`voucherRejection_${each}`)}
      texts={VOUCHER_REASON_TEXTS}
      value={rejection}
      onChange={setRejection}
      act={isWhole ? { name: 'vouchers/reject', fields: { id, rejection, seen, note } } : null}
      missing={t('seenMissing')}
      version={version}
      onClose={onClose}
    >
      <div className="grid grid-cols-[160px_minmax(0,1fr)] gap-4">
        <Field label={t('networkShows')} hint={currency}>
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="decimal"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <NoteToCustomer value={note} onChange={setNote} />
      </div>
    </RejectDialog>
  );
}
