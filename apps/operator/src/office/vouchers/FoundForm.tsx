/** The transfer as an operator has found it on its network: typed by each person for themselves. */
import type { OfficeVoucher } from '@glasshouse/protocol/vouchers/office';
import { Field, TextInput } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';

export interface Found {
  readonly txid: string;
  readonly output: string;
  readonly amount: string;
}
export const NOTHING_FOUND: Found = { txid: '', output: '0', amount: '' };

export interface FoundFormProps {
  readonly voucher: OfficeVoucher;
  readonly found: Found;
  readonly onFound: (found: Found) => void;
}

export function FoundForm({ voucher: { isOnePayment, currency }, found, onFound }: FoundFormProps) {
  const { t } = useTexts();
  const type = (next: Partial<Found>) => onFound({ ...found, ...next });
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('transaction')} hint={t('foundHint')}>
        {(ids) => (
          <TextInput {...ids} value={found.txid} onChange={({ target }) => type({ txid: target.value })} />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('networkShows')} hint={currency}>
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="decimal"
              value={found.amount}
              onChange={({ target }) => type({ amount: target.value })}
            />
          )}
        </Field>
        {!isOnePayment && (
          <Field label={t('outputNumber')}>
            {(ids) => (
              <TextInput
                {...ids}
                inputMode="numeric"
                value={found.output}
                onChange={({ target }) => type({ output: target.value })}
              />
            )}
          </Field>
        )}
      </div>
    </div>
  );
}
