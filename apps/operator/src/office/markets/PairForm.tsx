/** What can be done with a pair in its state: halt, resume, open at a time, delist. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import type { OfficePair } from '@glasshouse/protocol/market/office';
import { DateTime, KeyValue, Segmented } from '@glasshouse/ui';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import type { AskedAct } from '../acts/useAct.ts';
import { Decision } from '../parts/Decision.tsx';
import { LooksOnly } from '../parts/LooksOnly.tsx';
import { WhatToDo } from '../parts/WhatToDo.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import { useSelf } from '../self.ts';
import { useTexts, type TextKey } from '../texts.ts';
import {
  makerAct,
  MAKER_TERMS,
  PAIR_TERMS,
  termsAct,
  typedTerms,
  type MakerTerm,
  type Typed,
} from './pair-terms.ts';
import { STATES } from './pair-words.ts';
import { TermFields } from './TermFields.tsx';
import { TimeField, timeOf } from './TimeField.tsx';

type Choice = 'halt' | 'cancel-only' | 'resume' | 'open' | 'delist' | 'keep' | 'terms' | 'maker';

const CHOICES: Readonly<
  Record<Choice, { readonly name: AskedAct['name']; readonly text: TextKey; readonly people: 1 | 2 }>
> = {
  halt: { name: 'markets/halt-pair', text: 'choice_halt', people: 1 },
  'cancel-only': { name: 'markets/halt-pair', text: 'choice_cancelOnly', people: 1 },
  resume: { name: 'markets/resume-pair', text: 'choice_resume', people: 1 },
  open: { name: 'markets/open-pair', text: 'choice_open', people: 1 },
  delist: { name: 'markets/delist-pair', text: 'choice_delist', people: 2 },
  keep: { name: 'markets/keep-pair', text: 'choice_keep', people: 1 },
  terms: { name: 'markets/set-terms', text: 'choice_terms', people: 2 },
  maker: { name: 'markets/set-maker', text: 'choice_maker', people: 2 },
};

/** What makes sense in the pair's state; the first one is chosen. */
function choicesOf({ state, delistsTime, maker }: OfficePair): readonly Choice[] {
  if (state === 'delisted') return [];
  const terms: readonly Choice[] = maker === null ? ['terms'] : ['terms', 'maker'];
  const notice: readonly Choice[] = [...terms, ...(delistsTime === null ? [] : ['keep' as const]), 'delist'];
  if (state === 'trading') return ['cancel-only', 'halt', ...notice];
  return ['resume', state === 'halted' ? 'cancel-only' : 'halt', 'open', ...notice];
}

interface PairFormProps {
  readonly pair: OfficePair;
  readonly onClose: () => void;
}

export function PairForm({ pair, onClose }: PairFormProps) {
  const { t } = useTexts();
  const { data: self } = useSelf();
  const choices = choicesOf(pair);
  const [asked, setAsked] = useState<Choice>();
  const [on, setOn] = useState('');
  const [terms, setTerms] = useState(typedTerms(pair));
  const [maker, setMaker] = useState<Typed<MakerTerm> | null>(pair.maker);
  const [isOn, setMaking] = useState(pair.isMade);
  const choice = asked !== undefined && choices.includes(asked) ? asked : choices[0];
  const tag = <StateTag state={pair.state} states={STATES} />;
  const isAllowed = self != null && isPermitted(self.role, 'markets/act');
  const head = { title: pair.pair, tag, onClose };
  if (!isAllowed) return <LooksOnly {...head} matter={<Terms pair={pair} />} />;
  if (choice === undefined) return <Decision {...head} acts={[]} matter={<Terms pair={pair} />} />;
  const { name, people } = CHOICES[choice];
  const needsTime = choice === 'open' || choice === 'delist';
  const act = (): AskedAct | null => {
    if (choice === 'terms') return termsAct(pair, terms);
    if (choice === 'maker') return makerAct(pair, maker, isOn);
    const time = needsTime ? timeOf(on) : 0;
    return time === null ? null : askedOf(choice, pair.pair, time);
  };
  return (
    <ActForm
      {...head}
      people={people}
      label={actText(t, name)}
      tone={choice === 'delist' ? 'danger' : 'brand'}
      act={act()}
      missing={t(needsTime ? 'timeMissing' : 'param_same')}
      matter={
        <>
          <Terms pair={pair} />
          <WhatToDo
            items={choices.map((id) => ({ id, label: t(CHOICES[id].text) }))}
            value={choice}
            onValue={setAsked}
          />
          {needsTime && <TimeField label={t('timeUtc')} value={on} onValue={setOn} />}
          {choice === 'terms' && (
            <TermFields terms={PAIR_TERMS} pair={pair.pair} typed={terms} onTyped={setTerms} />
          )}
          {choice === 'maker' && maker !== null && (
            <>
              <Segmented
                label={t('houseMaker')}
                items={[
                  { id: 'on', label: t('quotes') },
                  { id: 'off', label: t('off') },
                ]}
                value={isOn ? 'on' : 'off'}
                onValue={(state) => setMaking(state === 'on')}
              />
              <TermFields terms={MAKER_TERMS} pair={pair.pair} typed={maker} onTyped={setMaker} />
            </>
          )}
          {(choice === 'terms' || choice === 'maker') && <p className="text-mut">{t('market_noPrice')}</p>}
        </>
      }
    />
  );
}

function askedOf(choice: Exclude<Choice, 'terms' | 'maker'>, pair: string, on: number): AskedAct {
  switch (choice) {
    case 'halt':
    case 'cancel-only':
      return { name: 'markets/halt-pair', fields: { pair, cancelOnly: choice === 'cancel-only' } };
    case 'open':
      return { name: 'markets/open-pair', fields: { pair, on } };
    case 'delist':
      return { name: 'markets/delist-pair', fields: { pair, on } };
    case 'resume':
      return { name: 'markets/resume-pair', fields: { pair } };
    case 'keep':
      return { name: 'markets/keep-pair', fields: { pair } };
  }
}

function Terms({ pair }: { readonly pair: OfficePair }) {
  const { t } = useTexts();
  const { opensTime, delistsTime, band, maxOrders } = pair;
  return (
    <dl className="leading-6">
      {opensTime !== null && (
        <KeyValue name={t('opensOn')} value={<DateTime timeMs={opensTime} kind="short" />} />
      )}
      {delistsTime !== null && (
        <KeyValue name={t('delistedOn')} value={<DateTime timeMs={delistsTime} kind="short" />} />
      )}
      <KeyValue name={t('band')} value={`${band}%`} />
      <KeyValue name={t('ordersOfOne')} value={String(maxOrders)} />
    </dl>
  );
}
