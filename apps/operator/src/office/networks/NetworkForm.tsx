/** What can be changed of a coin on a network: its two ways, its terms, and the confirmations. */
import type { NetworkCoin, NetworkWay } from '@glasshouse/protocol/funding/networks-office';
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import { KeyValue } from '@glasshouse/ui';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import type { AskedAct } from '../acts/useAct.ts';
import { LooksOnly } from '../parts/LooksOnly.tsx';
import { WhatToDo } from '../parts/WhatToDo.tsx';
import { NumberField } from '../parts/NumberField.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import { useSelf } from '../self.ts';
import { useTexts, type TextKey } from '../texts.ts';
import { WAY_STATES, wayStateOf } from './way-states.ts';

const TERMS = ['minimumDeposit', 'withdrawalFee', 'withdrawalMinimum', 'withdrawalMaximum'] as const;
type Term = (typeof TERMS)[number];
const TERM_TEXTS: Readonly<Record<Term, TextKey>> = {
  minimumDeposit: 'network_leastIn',
  withdrawalFee: 'network_fee',
  withdrawalMinimum: 'network_leastOut',
  withdrawalMaximum: 'network_mostOut',
};
const CHOICES = ['deposits', 'withdrawals', 'terms', 'confirmations'] as const;
type Choice = (typeof CHOICES)[number];
const CHOICE_TEXTS: Readonly<Record<Choice, TextKey>> = {
  deposits: 'network_deposits',
  withdrawals: 'network_withdrawals',
  terms: 'network_terms',
  confirmations: 'network_confirmations',
};
const isWay = (choice: Choice): choice is NetworkWay => choice === 'deposits' || choice === 'withdrawals';

export interface NetworkFormProps {
  readonly row: NetworkCoin;
  readonly onClose: () => void;
}

export function NetworkForm({ row, onClose }: NetworkFormProps) {
  const { t } = useTexts();
  const { data: self } = useSelf();
  // Deposits that come by voucher are not closed here, and have no blocks.
  const choices = CHOICES.filter((each) => row.isWatched || each === 'withdrawals' || each === 'terms');
  const [choice, setChoice] = useState<Choice>('withdrawals');
  const [terms, setTerms] = useState<Readonly<Record<Term, string>>>(row);
  const [confirmations, setConfirmations] = useState(String(row.confirmations));
  const title = `${row.coin} ${row.network}`;
  if (self == null || !isPermitted(self.role, 'markets/ask'))
    return <LooksOnly title={title} onClose={onClose} matter={<Facts row={row} />} />;
  const act = askedOf(choice, row, { terms, confirmations });
  const label = isWay(choice)
    ? t(`network_${row[choice] ? 'close' : 'reopen'}_${choice}`)
    : actText(t, choice === 'terms' ? 'networks/set-terms' : 'networks/set-confirmations');
  return (
    <ActForm
      key={choice}
      title={title}
      onClose={onClose}
      people={isWay(choice) ? 1 : 2}
      label={label}
      tone={act?.name === 'networks/close-coin' ? 'danger' : 'brand'}
      act={act}
      missing={t('param_same')}
      matter={
        <>
          <Facts row={row} />
          <WhatToDo
            items={choices.map((id) => ({ id, label: t(CHOICE_TEXTS[id]) }))}
            value={choice}
            onValue={setChoice}
          />
          {choice === 'terms' &&
            TERMS.map((term) => (
              <NumberField
                key={term}
                label={t(TERM_TEXTS[term])}
                unit={row.coin}
                value={terms[term]}
                onValue={(value) => setTerms({ ...terms, [term]: value })}
              />
            ))}
          {choice === 'confirmations' && (
            <NumberField
              label={t('network_confirmations')}
              unit={t('network_blocks')}
              value={confirmations}
              onValue={setConfirmations}
            />
          )}
        </>
      }
    />
  );
}

interface Typed {
  readonly terms: Readonly<Record<Term, string>>;
  readonly confirmations: string;
}

/** Null: nothing is different. */
function askedOf(choice: Choice, row: NetworkCoin, { terms, confirmations }: Typed): AskedAct | null {
  const { coin, network } = row;
  if (isWay(choice)) {
    const name = row[choice] ? 'networks/close-coin' : 'networks/open-coin';
    return { name, fields: { coin, network, way: choice } };
  }
  if (choice === 'confirmations')
    return confirmations === String(row.confirmations)
      ? null
      : { name: 'networks/set-confirmations', fields: { network, confirmations } };
  const changed = TERMS.filter((term) => terms[term] !== row[term]);
  if (changed.length === 0) return null;
  const fields = Object.fromEntries(changed.map((term) => [term, terms[term]]));
  return { name: 'networks/set-terms', fields: { coin, network, ...fields } };
}

function Facts({ row }: { readonly row: NetworkCoin }) {
  const { t } = useTexts();
  return (
    <dl className="leading-6">
      {(['deposits', 'withdrawals'] as const).map((way) => (
        <KeyValue
          key={way}
          name={t(CHOICE_TEXTS[way])}
          value={<StateTag state={wayStateOf(row, way)} states={WAY_STATES} />}
        />
      ))}
      {row.contract !== null && (
        <KeyValue
          name={t('network_contract')}
          value={<span className="font-mono text-[11px] wrap-anywhere">{row.contract}</span>}
        />
      )}
    </dl>
  );
}
