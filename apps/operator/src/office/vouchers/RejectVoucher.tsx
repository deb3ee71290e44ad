/** The form of a rejection of a voucher: what its owner reads, and what operators note. */
import {
  VOUCHER_REASON_TEXTS,
  VOUCHER_REASONS,
  type VoucherReason,
} from '@glasshouse/protocol/vouchers/rejections';
import { Button, Dialog, Field, TextInput } from '@glasshouse/ui';
import { useState } from 'react';
import { Planned } from '../acts/ActForm.tsx';
import { useAct } from '../acts/useAct.ts';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Rejections } from '../parts/Rejections.tsx';
import { Refused } from '../parts/states.tsx';
import { useIsLost } from '../stream.ts';
import { useTexts } from '../texts.ts';

interface RejectVoucherProps {
  readonly id: number;
  readonly currency: string;
  /** Changes with what the act stands on. */
  readonly version: string;
  readonly onClose: () => void;
}

const WIDTH = 620;
const NOTE_MAX = 300;

export function RejectVoucher({ id, currency, version, onClose }: RejectVoucherProps) {
  const { t } = useTexts();
  const isLost = useIsLost();
  const [rejection, setRejection] = useState<VoucherReason | null>(null);
  const [seen, setSeen] = useState('');
  const [note, setNote] = useState('');
  const [reason, setReason] = useState('');
  const isWhole = rejection !== null && (rejection !== 'amount-differs' || seen.trim() !== '');
  const { plan, doing } = useAct(
    isWhole ? { name: 'vouchers/reject', fields: { id, rejection, seen: seen.trim(), note } } : null,
    onClose,
    version,
  );
  const refused = doing.error ?? plan.error;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('rejectVoucher', { id: String(id) })}
      closeLabel={t('cancel')}
      width={WIDTH}
    >
      <div className="flex flex-col gap-4">
        <Rejections
          reasons={VOUCHER_REASONS}
          nameOf={(each) => t(`voucherRejection_${each}`)}
          texts={VOUCHER_REASON_TEXTS}
          value={rejection}
          onChange={setRejection}
        />
        <div className="grid grid-cols-[160px_minmax(0,1fr)] gap-4">
          <Field label={t('networkShows')} hint={currency}>
            {(ids) => (
              <TextInput
                {...ids}
                inputMode="decimal"
                value={seen}
                onChange={({ target }) => setSeen(target.value)}
              />
            )}
          </Field>
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
        </div>
        <Reason value={reason} onChange={setReason} label={t('internalNote')} hint={t('internalNoteHint')} />
        {plan.data !== undefined && isWhole && <Planned answer={plan.data} />}
        {refused !== null && <Refused title={refused.message}>{t('nothingChanged')}</Refused>}
        <div className="flex justify-end gap-2">
          <Button tone="line" onClick={onClose}>
            {t('keepIt')}
          </Button>
          <Button
            tone="danger"
            busy={doing.isPending}
            disabled={isLost || !isWhole || !plan.isSuccess || !isReason(reason)}
            onClick={() => doing.mutate(reason.trim())}
          >
            {t('reject')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
