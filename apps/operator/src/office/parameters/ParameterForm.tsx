/** The form that sets a parameter, and the versions that it had. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import type { OfficeParameter } from '@glasshouse/protocol/parameters/office';
import { DateTime, Field, KeyValue, TextInput } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import { call } from '../api.ts';
import { Caption } from '../parts/Caption.tsx';
import { LooksOnly } from '../parts/LooksOnly.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { useShown } from './useShown.ts';

export interface ParameterFormProps {
  readonly parameter: OfficeParameter;
  readonly onClose: () => void;
}

export function ParameterForm({ parameter, onClose }: ParameterFormProps) {
  const { t } = useTexts();
  const { data: self } = useSelf();
  const { name, title, value, takes, people, unit } = parameter;
  const [typed, setTyped] = useState(value);
  const needed = people === 1 ? 'parameters/act' : 'parameters/ask';
  const head = { title, onClose };
  if (self == null || !isPermitted(self.role, needed))
    return <LooksOnly {...head} matter={<Facts parameter={parameter} />} />;
  const act = people === 1 ? 'parameters/set-text' : 'parameters/set';
  return (
    <ActForm
      {...head}
      people={people}
      label={actText(t, act)}
      tone="brand"
      act={typed.trim() === value ? null : { name: act, fields: { name, value: typed } }}
      missing={t('param_same')}
      matter={
        <>
          <Field label={t('param_value')} fact={unit} hint={takes}>
            {(ids) => <TextInput {...ids} value={typed} onChange={({ target }) => setTyped(target.value)} />}
          </Field>
          <Facts parameter={parameter} />
        </>
      }
    />
  );
}

function Facts({ parameter }: { readonly parameter: OfficeParameter }) {
  const { t } = useTexts();
  const shown = useShown();
  const { name, value, standard } = parameter;
  return (
    <>
      <dl className="leading-6">
        <KeyValue name={t('param_now')} value={shown(parameter, value)} />
        {standard !== null && <KeyValue name={t('param_standard')} value={shown(parameter, standard)} />}
        <KeyValue name={t('param_name')} value={<span className="font-mono text-[11px]">{name}</span>} />
      </dl>
      <Versions parameter={parameter} />
    </>
  );
}

function Versions({ parameter }: { readonly parameter: OfficeParameter }) {
  const { t } = useTexts();
  const shown = useShown();
  const { name, changed } = parameter;
  const { data } = useQuery({
    queryKey: ['parameter-versions', name, changed?.time],
    queryFn: () => call('parameters/get-history', { name }),
    enabled: changed !== null,
  });
  const versions = data?.versions ?? [];
  if (changed === null) return null;
  return (
    <div>
      <Caption right={t('param_versions', { count: versions.length })}>{t('param_history')}</Caption>
      <ol className="num border-line overflow-hidden rounded-md border">
        {versions.map(({ time, value, operator, second, reason }) => (
          <li key={time} className="border-line/70 border-t px-3 py-1.5 leading-[17px] first:border-t-0">
            <div className="flex gap-3">
              <b className="min-w-0 flex-1 truncate font-medium">{shown(parameter, value)}</b>
              <DateTime timeMs={time} kind="short" className="text-mut shrink-0" />
            </div>
            <div className="text-mut wrap-anywhere">
              {second === null ? operator : `${operator}, ${second}`}
              {reason !== '' && `: ${reason}`}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
