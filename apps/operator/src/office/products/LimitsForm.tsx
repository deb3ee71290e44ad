/** The limits of a pair for seconds contracts. No field is a price or a result. */
import type { OfficeContractPair } from '@glasshouse/protocol/seconds-contract/office';
import { KeyValue } from '@glasshouse/ui';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import { NumberField } from '../parts/NumberField.tsx';
import { useTexts } from '../texts.ts';

const LIMITS = {
  maxPositions: 'product_maxPositions',
  maxUserStake: 'product_maxUserStake',
  maxOpenStake: 'product_maxOpenStake',
} as const;
type Limit = keyof typeof LIMITS;
const NAMES = Object.keys(LIMITS) as Limit[];

interface LimitsFormProps {
  readonly coin: string;
  readonly pair: OfficeContractPair;
  readonly onClose: () => void;
}

export function LimitsForm({ coin, pair, onClose }: LimitsFormProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState<Readonly<Record<Limit, string>>>(pair);
  const changed = NAMES.filter((name) => typed[name] !== pair[name]);
  const fields = Object.fromEntries(changed.map((name) => [name, typed[name]]));
  return (
    <ActForm
      title={pair.pair}
      onClose={onClose}
      people={2}
      label={actText(t, 'products/set-limits')}
      tone="brand"
      act={
        changed.length === 0 ? null : { name: 'products/set-limits', fields: { pair: pair.pair, ...fields } }
      }
      missing={t('param_same')}
      matter={
        <>
          <dl>
            <KeyValue name={t('product_openStake')} value={`${pair.openStake} ${coin}`} />
          </dl>
          {NAMES.map((name) => (
            <NumberField
              key={name}
              label={t(LIMITS[name])}
              unit={name === 'maxPositions' ? '' : coin}
              hint={name === 'maxPositions' ? undefined : t('product_zeroHint')}
              value={typed[name]}
              onValue={(value) => setTyped({ ...typed, [name]: value })}
            />
          ))}
          <p className="text-mut">{t('product_noOutcome')}</p>
        </>
      }
    />
  );
}
