/** What can be done with a pair in its state: halt, resume, open at a time, delist. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import type { OfficePair } from '@glasshouse/protocol/market/office';
import { DateTime, Field, KeyValue, Segmented, TextInput } from '@glasshouse/ui';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import type { AskedAct } from '../acts/useAct.ts';
import { Decision } from '../parts/Decision.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import { useSelf } from '../self.ts';
import { useTexts, type TextKey } from '../texts.ts';
import { STATES } from './pair-words.ts';

type Choice = 'halt' | 'cancel-only' | 'resume' | 'open' | 'delist' | 'keep';

const CHOICES: Readonly<
  Record<Choice, { readonly name: AskedAct['name']; readonly text: TextKey; readonly people: 1 | 2 }>
> = {
  halt: { name: 'markets/halt-pair', text: 'choice_halt', people: 1 },
  'cancel-only': { name: 'markets/halt-pair', text: 'choice_cancelOnly', people: 1 },
  resume: { name: 'markets/resume-pair', text: 'choice_resume', people: 1 },
  open: { name: 'markets/open-pair', text: 'choice_open', people: 1 },
  delist: { name: 'markets/delist-pair', text: 'choice_delist', people: 2 },
  keep: { name: 'markets/keep-pair', text: 'choice_keep', people: 1 },
};

/** What makes sense in the pair's state; the first one is chosen. */
function choicesOf({ state, delistsTime }: OfficePair): readonly Choice[] {
  if (state === 'delisted') return [];
  const notice: readonly Choice[] = delistsTime === null ? ['delist'] : ['keep', 'delist'];
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
  const choice = asked !== undefined && choices.includes(asked) ? asked : choices[0];
  const tag = <StateTag state={pair.state} states={STATES} />;
  const isAllowed = self != null && isPermitted(self.role, 'markets/act');
  if (choice === undefined || !isAllowed)
    return (
      <Decision title={pair.pair} tag={tag} onClose={onClose} acts={[]} matter={<Terms pair={pair} />} />
    );
  const { name, people } = CHOICES[choice];
  const needsTime = choice === 'open' || choice === 'delist';
  const time = timeOf(on);
  return (
    <ActForm
      title={pair.pair}
      tag={tag}
      onClose={onClose}
      people={people}
      label={actText(t, name)}
      tone={choice === 'delist' ? 'danger' : 'brand'}
      act={needsTime && time === null ? null : askedOf(choice, pair.pair, time ?? 0)}
      missing={t('timeMissing')}
      matter={
        <>
          <Terms pair={pair} />
          <Segmented
            label={t('whatToDo')}
            items={choices.map((id) => ({ id, label: t(CHOICES[id].text) }))}
            value={choice}
            onValue={setAsked}
            className="flex-wrap"
          />
          {needsTime && (
            <Field label={t('timeUtc')} hint={t('timeUtcHint')}>
              {(ids) => (
                <TextInput
                  {...ids}
                  placeholder="2027-01-31 08:00"
                  value={on}
                  onChange={({ target }) => setOn(target.value)}
                />
              )}
            </Field>
          )}
        </>
      }
    />
  );
}

function askedOf(choice: Choice, pair: string, on: number): AskedAct {
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

const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/;

/** A typed time in UTC, in milliseconds; null if it is none. */
function timeOf(text: string): number | null {
  const [, day, hour] = TIME.exec(text.trim()) ?? [];
  const timeMs = Date.parse(`${day}T${hour}:00Z`);
  // A day that does not exist is no other day.
  const isReal = !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(`${day}T${hour}`);
  return isReal ? timeMs : null;
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
