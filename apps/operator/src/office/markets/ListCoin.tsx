/** The form that lists a coin. */
import { Field, TextInput } from '@glasshouse/ui';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import { NumberField } from '../parts/NumberField.tsx';
import { useTexts } from '../texts.ts';

export function ListCoin({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [decimals, setDecimals] = useState('');
  const isWhole = code !== '' && name.trim() !== '' && decimals !== '';
  return (
    <ActForm
      title={t('market_listCoin')}
      onClose={onClose}
      people={1}
      label={actText(t, 'markets/list-coin')}
      tone="brand"
      act={isWhole ? { name: 'markets/list-coin', fields: { code, name, decimals } } : null}
      matter={
        <>
          <Field label={t('market_code')} hint={t('market_codeHint')}>
            {(ids) => (
              <TextInput
                {...ids}
                value={code}
                maxLength={10}
                onChange={({ target }) => setCode(target.value.trim().toUpperCase())}
              />
            )}
          </Field>
          <Field label={t('market_coinName')}>
            {(ids) => (
              <TextInput
                {...ids}
                value={name}
                maxLength={40}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <NumberField
            label={t('market_decimals')}
            unit="0–12"
            hint={t('market_forEver')}
            value={decimals}
            onValue={setDecimals}
          />
        </>
      }
    />
  );
}
