/** The fields that the login pages share. */
import { Field, PasswordInput, TextInput, type TextInputProps } from '@glasshouse/ui';
import { Check, Lock, Mail, X } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import type { PasswordRules } from './validation.ts';

interface InputFieldProps {
  readonly error: string | undefined;
  readonly input: TextInputProps;
}

export function EmailField({ error, input }: InputFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('identity.email')} error={error}>
      {(ids) => (
        <TextInput {...ids} {...input} icon={Mail} type="email" autoComplete="username" spellCheck={false} />
      )}
    </Field>
  );
}

export interface PasswordFieldProps extends InputFieldProps {
  readonly label: string;
  readonly isNew?: boolean;
}
export function PasswordField({ label, error, input, isNew = false }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <PasswordInput
          {...ids}
          {...input}
          icon={Lock}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          showLabel={t('identity.showPassword')}
          hideLabel={t('identity.hidePassword')}
        />
      )}
    </Field>
  );
}

/** The password rules, ticking off while one types. Grey until something is typed: a blank form is not yet wrong. */
export function RuleList({ rules, typed }: { readonly rules: PasswordRules; readonly typed: boolean }) {
  const { t } = useTranslation();
  const items = [
    [t('identity.ruleLength'), rules.length],
    [t('identity.ruleLetter'), rules.letter],
    [t('identity.ruleMatch'), rules.match],
  ] as const;
  return (
    <ul
      aria-label={t('identity.rules')}
      className="bg-raised -mt-1 flex justify-between rounded-lg px-3.5 py-2.5 whitespace-nowrap"
    >
      {items.map(([text, met]) => {
        const Icon = met ? Check : X;
        return (
          <li
            key={text}
            className={`flex items-center gap-1 ${met ? 'text-fg' : typed ? 'text-down' : 'text-mut'}`}
          >
            <Icon aria-hidden strokeWidth={2.6} className={`size-3.5 ${met ? 'text-up' : ''}`} />
            {text}
            <span className="sr-only">{met ? t('identity.ruleMet') : t('identity.ruleOpen')}</span>
          </li>
        );
      })}
    </ul>
  );
}
