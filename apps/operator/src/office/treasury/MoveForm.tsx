/** Moves coins of one account of the house to another; a second person agrees. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import type { HouseAccountRow } from '@glasshouse/protocol/wallet/treasury-office';
import { Field, KeyValue, Num, SelectInput } from '@glasshouse/ui';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import { accountName } from '../ledger/names.ts';
import { LooksOnly } from '../parts/LooksOnly.tsx';
import { NumberField } from '../parts/NumberField.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { groupOf } from './search.ts';

interface MoveFormProps {
  readonly row: HouseAccountRow;
  /** Where it can go. */
  readonly accounts: readonly string[];
  readonly onClose: () => void;
}

const DECIMALS = 8;

export function MoveForm({ row, accounts, onClose }: MoveFormProps) {
  const { t } = useTexts();
  const { data: self } = useSelf();
  const { account: from, currency, available, frozen } = row;
  // The market maker's coins come from the treasury and go back there.
  const targets =
    from === 'maker'
      ? ['treasury']
      : accounts.filter((each) => each !== from && (each !== 'maker' || from === 'treasury'));
  const [to, setTo] = useState(targets[0] ?? 'treasury');
  const [amount, setAmount] = useState('');
  const name = (account: string) => accountName(t, groupOf(account), account);
  const title = `${name(from)} ${currency}`;
  const matter = (
    <dl className="leading-6">
      <KeyValue
        name={t('ledgerHead_available')}
        value={<Num value={available} decimals={DECIMALS} decimalsMin={2} unit={currency} />}
      />
      <KeyValue
        name={t('treasuryPromised')}
        value={<Num value={frozen} decimals={DECIMALS} decimalsMin={2} unit={currency} />}
      />
    </dl>
  );
  if (self == null || !isPermitted(self.role, 'treasury/ask'))
    return <LooksOnly title={title} onClose={onClose} matter={matter} />;
  return (
    <ActForm
      title={title}
      onClose={onClose}
      people={2}
      label={actText(t, 'treasury/move-capital')}
      tone="brand"
      act={amount === '' ? null : { name: 'treasury/move-capital', fields: { from, to, currency, amount } }}
      missing={t('treasuryAmountMissing')}
      matter={
        <>
          {matter}
          <Field label={t('treasuryTo')}>
            {(ids) => (
              <SelectInput {...ids} value={to} onChange={({ target }) => setTo(target.value)}>
                {targets.map((account) => (
                  <option key={account} value={account}>
                    {name(account)}
                  </option>
                ))}
              </SelectInput>
            )}
          </Field>
          <NumberField label={t('treasuryAmount')} unit={currency} value={amount} onValue={setAmount} />
        </>
      }
    />
  );
}
