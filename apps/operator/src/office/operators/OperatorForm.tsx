/** What can be changed of an operator: the role, the sessions, and whether there is a login. */
import { isPermitted, OPERATOR_ROLES, type OperatorRole } from '@glasshouse/protocol/operator-roles';
import type { OperatorRow } from '@glasshouse/protocol/operators/office';
import { DateTime, KeyValue, Segmented } from '@glasshouse/ui';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import type { AskedAct } from '../acts/useAct.ts';
import { LooksOnly } from '../parts/LooksOnly.tsx';
import { WhatToDo } from '../parts/WhatToDo.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { STAFF_STATES, staffStateOf } from './staff-states.ts';

const CHOICES = ['role', 'sessions', 'end'] as const;
type Choice = (typeof CHOICES)[number];

interface OperatorFormProps {
  readonly row: OperatorRow;
  readonly onClose: () => void;
}

export function OperatorForm({ row, onClose }: OperatorFormProps) {
  const { t } = useTexts();
  const { data: self } = useSelf();
  const [choice, setChoice] = useState<Choice>('role');
  const [role, setRole] = useState<OperatorRole>(row.role);
  if (self == null || !isPermitted(self.role, 'operators/act'))
    return <LooksOnly title={row.name} onClose={onClose} matter={<Facts row={row} />} />;
  const act = askedOf(choice, row, role);
  return (
    <ActForm
      key={choice}
      title={row.name}
      onClose={onClose}
      people={choice === 'sessions' ? 1 : 2}
      label={actText(t, act?.name ?? 'operators/set-role')}
      tone={choice === 'role' ? 'brand' : 'danger'}
      act={act}
      missing={t('param_same')}
      matter={
        <>
          <Facts row={row} />
          <WhatToDo
            items={CHOICES.map((id) => ({ id, label: t(`staff_choice_${id}`) }))}
            value={choice}
            onValue={setChoice}
          />
          {choice === 'role' && (
            <Segmented
              label={t('staff_role')}
              items={OPERATOR_ROLES.map((id) => ({ id, label: t(`role_${id}`) }))}
              value={role}
              onValue={setRole}
              className="flex-wrap"
            />
          )}
          <p className="text-mut leading-[18px]">{t(`staff_hint_${choice}`)}</p>
        </>
      }
    />
  );
}

/** Null: nothing is different. */
function askedOf(
  choice: Choice,
  { name: operator, role: before }: OperatorRow,
  role: OperatorRole,
): AskedAct | null {
  if (choice === 'sessions') return { name: 'operators/end-sessions', fields: { operator } };
  if (choice === 'end') return { name: 'operators/end-operator', fields: { operator } };
  return role === before ? null : { name: 'operators/set-role', fields: { operator, role } };
}

function Facts({ row }: { readonly row: OperatorRow }) {
  const { t } = useTexts();
  return (
    <dl className="num leading-6">
      <KeyValue name={t('staff_role')} value={t(`role_${row.role}`)} />
      <KeyValue name={t('state')} value={<StateTag state={staffStateOf(row)} states={STAFF_STATES} />} />
      <KeyValue name={t('staff_shownName')} value={row.shownName ?? t('none')} />
      <KeyValue name={t('staff_since')} value={<DateTime timeMs={row.createdTime} kind="date" />} />
    </dl>
  );
}
