/** What operators can do about a person: freeze a part, open it again, end sessions, stop purchases. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import { FREEZE_KINDS, type FreezeKind } from '@glasshouse/protocol/identity/freeze-kinds';
import type { OfficePerson } from '@glasshouse/protocol/identity/office';
import { useState } from 'react';
import { ActForm } from '../acts/ActForm.tsx';
import type { AskedAct } from '../acts/useAct.ts';
import { LooksOnly } from '../parts/LooksOnly.tsx';
import { WhatToDo } from '../parts/WhatToDo.tsx';
import { useSelf } from '../self.ts';
import { useTexts, type TextKey } from '../texts.ts';

const CHOICES = [...FREEZE_KINDS, 'sessions', 'purchases'] as const;
type Choice = (typeof CHOICES)[number];

interface PersonActsProps {
  readonly person: OfficePerson;
  readonly onClose: () => void;
}

export function PersonActs({ person, onClose }: PersonActsProps) {
  const { t } = useTexts();
  const { data: self } = useSelf();
  const [choice, setChoice] = useState<Choice>('login');
  const title = t('people_acts');
  if (self == null || !isPermitted(self.role, 'people/act'))
    return <LooksOnly title={title} onClose={onClose} />;
  const { act, label, hint, isHarm } = askedOf(person, choice);
  return (
    <ActForm
      title={title}
      onClose={onClose}
      people={1}
      label={t(label)}
      tone={isHarm ? 'danger' : 'brand'}
      act={act}
      matter={
        <>
          <WhatToDo
            items={CHOICES.map((id) => ({ id, label: t(`people_door_${id}`) }))}
            value={choice}
            onValue={setChoice}
          />
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
}

function askedOf({ userId: user, freezes, mayPurchase }: OfficePerson, choice: Choice): Asked {
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

const freezeOf = (user: number, kind: FreezeKind, isOpen: boolean): Asked => ({
  act: { name: isOpen ? 'people/freeze' : 'people/unfreeze', fields: { user, kind } },
  label: `${isOpen ? 'people_freeze' : 'people_unfreeze'}_${kind}`,
  hint: `people_hint_${kind}`,
  isHarm: isOpen,
});
