/**
 * What operators can do about a person: freeze a part, open it again, end sessions, stop purchases,
 * have what was lost reset.
 */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import { FREEZE_KINDS, type FreezeKind } from '@glasshouse/protocol/identity/freeze-kinds';
import type { OfficePerson } from '@glasshouse/protocol/identity/office';
import { SECOND_FACTORS, type SecondFactor } from '@glasshouse/protocol/identity/second-factors';
import { Segmented } from '@glasshouse/ui';
import { useState } from 'react';
import { ActForm } from '../acts/ActForm.tsx';
import type { AskedAct } from '../acts/useAct.ts';
import { LooksOnly } from '../parts/LooksOnly.tsx';
import { WhatToDo } from '../parts/WhatToDo.tsx';
import { useSelf } from '../self.ts';
import { useTexts, type TextKey } from '../texts.ts';

const CHOICES = [...FREEZE_KINDS, 'sessions', 'purchases', 'reset'] as const;
type Choice = (typeof CHOICES)[number];
/** Of roles that ask and do not act. */
const ASKED: readonly Choice[] = ['reset'];

interface PersonActsProps {
  readonly person: OfficePerson;
  readonly onClose: () => void;
}

export function PersonActs({ person, onClose }: PersonActsProps) {
  const { t } = useTexts();
  const { data: self } = useSelf();
  const title = t('people_acts');
  if (self == null || !isPermitted(self.role, 'people/ask'))
    return <LooksOnly title={title} onClose={onClose} />;
  return (
    <PersonForm
      title={title}
      person={person}
      onClose={onClose}
      choices={isPermitted(self.role, 'people/act') ? CHOICES : ASKED}
    />
  );
}

interface PersonFormProps extends PersonActsProps {
  readonly title: string;
  readonly choices: readonly Choice[];
}

function PersonForm({ title, person, onClose, choices }: PersonFormProps) {
  const { t } = useTexts();
  const [choice, setChoice] = useState<Choice>(choices[0] ?? 'reset');
  const [factor, setFactor] = useState<SecondFactor>('google');
  const mayStop = choices !== ASKED;
  const { act, label, hint, isHarm, people = 1 } = askedOf(person, choice, { factor, mayStop });
  return (
    <ActForm
      title={title}
      onClose={onClose}
      people={people}
      label={t(label)}
      tone={isHarm ? 'danger' : 'brand'}
      act={act}
      matter={
        <>
          {choices.length > 1 ? (
            <WhatToDo
              items={choices.map((id) => ({ id, label: t(`people_door_${id}`) }))}
              value={choice}
              onValue={setChoice}
            />
          ) : (
            <p className="text-mut leading-[18px]">{t('people_asksOnly')}</p>
          )}
          {act.name === 'people/reset-second-factor' && (
            <Segmented
              label={t('people_factor')}
              items={SECOND_FACTORS.map((id) => ({ id, label: t(`people_factor_${id}`) }))}
              value={factor}
              onValue={setFactor}
            />
          )}
          <p className="text-mut leading-[18px]">{t(hint)}</p>
        </>
      }
    />
  );
}

interface Asked {
  readonly act: AskedAct;
  readonly label: TextKey;
  readonly hint: TextKey;
  /** It takes something from the customer. */
  readonly isHarm: boolean;
  /** Absent: one is enough. */
  readonly people?: 2;
}

interface ResetChoice {
  readonly factor: SecondFactor;
  readonly mayStop: boolean;
}

function askedOf(person: OfficePerson, choice: Choice, reset: ResetChoice): Asked {
  const { userId: user, freezes, mayPurchase } = person;
  if (choice === 'reset') return resetOf(person, reset);
  if (choice === 'sessions')
    return {
      act: { name: 'people/end-sessions', fields: { user } },
      label: 'act_endSessions',
      hint: 'people_hint_sessions',
      isHarm: true,
    };
  if (choice === 'purchases')
    return {
      act: { name: 'people/set-purchase', fields: { user, mayPurchase: !mayPurchase } },
      label: mayPurchase ? 'people_stopPurchases' : 'people_allowPurchases',
      hint: 'people_hint_purchases',
      isHarm: mayPurchase,
    };
  return freezeOf(user, choice, !freezes.some(({ kind }) => kind === choice));
}

const resetOf = ({ userId: user, reset }: OfficePerson, { factor, mayStop }: ResetChoice): Asked =>
  reset !== null && mayStop
    ? {
        act: { name: 'people/stop-reset', fields: { user } },
        label: 'people_stopReset',
        hint: 'people_hint_stopReset',
        isHarm: false,
      }
    : {
        act: { name: 'people/reset-second-factor', fields: { user, factor } },
        label: `people_reset_${factor}`,
        hint: 'people_hint_reset',
        isHarm: true,
        people: 2,
      };

const freezeOf = (user: number, kind: FreezeKind, isOpen: boolean): Asked => ({
  act: { name: isOpen ? 'people/freeze' : 'people/unfreeze', fields: { user, kind } },
  label: `${isOpen ? 'people_freeze' : 'people_unfreeze'}_${kind}`,
  hint: `people_hint_${kind}`,
  isHarm: isOpen,
});
