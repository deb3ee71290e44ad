/** The form that lists a pair: its coins, its decimals, its terms, and when it opens. */
import { Field, TextInput } from '@glasshouse/ui';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import type { AskedAct } from '../acts/useAct.ts';
import { useTexts } from '../texts.ts';
import { PAIR_TERMS, type PairTerm, type Typed, type Unit } from './pair-terms.ts';
import { TermFields } from './TermFields.tsx';
import { TimeField, timeOf } from './TimeField.tsx';

const FIXED = {
  priceDecimals: { text: 'market_priceDecimals', unit: 'count' as Unit },
  lotDecimals: { text: 'market_lotDecimals', unit: 'count' as Unit },
  indexDecimals: { text: 'market_indexDecimals', unit: 'count' as Unit },
} as const;
type Fixed = keyof typeof FIXED;
const NO_DECIMALS: Typed<Fixed> = { priceDecimals: '', lotDecimals: '', indexDecimals: '' };
/** What is left empty is as usual. */
const NO_TERMS: Typed<PairTerm> = {
  minimum: '',
  maximum: '',
  makerFee: '',
  takerFee: '',
  band: '',
  marketBand: '',
  maxOrders: '',
};
const PAIR = /^[A-Z0-9]{2,10}\/[A-Z0-9]{2,10}$/;

export function ListPair({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const [pair, setPair] = useState('');
  const [fixed, setFixed] = useState(NO_DECIMALS);
  const [terms, setTerms] = useState(NO_TERMS);
  const [opens, setOpens] = useState('');
  return (
    <ActForm
      title={t('market_listPair')}
      onClose={onClose}
      people={2}
      label={actText(t, 'markets/list-pair')}
      tone="brand"
      act={askedOf({ pair, fixed, terms, opens })}
      missing={t('market_pairMissing')}
      matter={
        <>
          <Field label={t('pair')} hint={t('market_pairHint')}>
            {(ids) => (
              <TextInput
                {...ids}
                placeholder="NOVA/USDT"
                value={pair}
                onChange={({ target }) => setPair(target.value.trim().toUpperCase())}
              />
            )}
          </Field>
          <TermFields terms={FIXED} pair={pair} typed={fixed} onTyped={setFixed} />
          <TermFields terms={PAIR_TERMS} pair={pair} typed={terms} onTyped={setTerms} />
          <p className="text-mut">{t('market_emptyUsual')}</p>
          <TimeField label={t('market_opens')} value={opens} onValue={setOpens} />
        </>
      }
    />
  );
}

interface Asked {
  readonly pair: string;
  readonly fixed: Typed<Fixed>;
  readonly terms: Typed<PairTerm>;
  readonly opens: string;
}

/** Null: something that is needed is missing. */
function askedOf({ pair, fixed, terms, opens }: Asked): AskedAct | null {
  const time = opens.trim() === '' ? undefined : timeOf(opens);
  const isWhole = PAIR.test(pair) && ![...Object.values(fixed), terms.minimum, terms.maximum].includes('');
  if (!isWhole || time === null) return null;
  const fields = { pair, ...fixed, ...terms, ...(time === undefined ? {} : { opens: time }) };
  return { name: 'markets/list-pair', fields };
}
