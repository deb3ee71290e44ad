/** Fields of the forms for signing in and for account protection. */
import { Field, PasswordInput, TextInput, type TextInputProps } from '@glasshouse/ui';
import { Check, Dot, Lock, Mail, Smartphone, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { BoundField } from './useCheckedForm.ts';
import { passwordStrength, type PasswordRules } from './validation.ts';

export interface EmailFieldProps extends BoundField {
  readonly label?: string;
  /** True on a page that has only this form: the field gets the focus at once. */
  readonly isFirst?: boolean;
}
export function EmailField({ error, input, label, isFirst = false }: EmailFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={label ?? t('identity.email')} error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          {...input}
          icon={Mail}
          type="email"
          autoComplete="username"
          spellCheck={false}
          autoFocus={isFirst}
        />
      )}
    </Field>
  );
}

interface SecretFieldProps extends BoundField {
  readonly label: string;
}
interface SecretFieldLooks extends SecretFieldProps, TextInputProps {
  /** Below the input, above a message. */
  readonly below?: ReactNode;
}
/** Hides its text. */
function SecretField({ label, error, input, below, ...looks }: SecretFieldLooks) {
  const { t } = useTranslation();
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <>
          <PasswordInput
            {...ids}
            {...input}
            {...looks}
            icon={Lock}
            showLabel={t('identity.showPassword')}
            hideLabel={t('identity.hidePassword')}
          />
          {below}
        </>
      )}
    </Field>
  );
}

export function PasswordField({ isNew = false, ...bound }: SecretFieldProps & { readonly isNew?: boolean }) {
  return <SecretField {...bound} autoComplete={isNew ? 'new-password' : 'current-password'} />;
}

/** Shows how strong the password is that has been typed. */
export function NewPasswordField({ typed, ...bound }: SecretFieldProps & { readonly typed: string }) {
  return <SecretField {...bound} autoComplete="new-password" below={<Strength password={typed} />} />;
}

/** Six digits that only the user knows. */
export function FundPasswordField(bound: SecretFieldProps) {
  const { t } = useTranslation();
  return (
    <SecretField
      {...bound}
      inputMode="numeric"
      maxLength={16}
      autoComplete="off"
      placeholder={t('identity.codePlaceholder')}
    />
  );
}

export interface GoogleFieldProps extends BoundField {
  readonly hint?: string;
  /** Takes the focus when it appears. */
  readonly isNext?: boolean;
}
export function GoogleField({ error, input, hint, isNext = false }: GoogleFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('identity.googleCode')} hint={hint} error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          {...input}
          icon={Smartphone}
          autoComplete="one-time-code"
          autoFocus={isNext}
          placeholder={t('identity.codePlaceholder')}
          maxLength={32}
        />
      )}
    </Field>
  );
}

const STRENGTH_TONES = ['bg-line2', 'bg-bad', 'bg-warn', 'bg-brand', 'bg-brand'] as const;

/** Four bars and a word. */
function Strength({ password }: { readonly password: string }) {
  const { t } = useTranslation();
  const strength = passwordStrength(password);
  const words = ['0', '1', '2', '3', '4'] as const;
  const word = t(`identity.strengths.${words[strength] ?? '0'}`);
  return (
    <div className="mt-1.5 flex items-center gap-2.5" role="status">
      <span aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <i
            key={bar}
            className={`h-1 rounded-full ${bar <= strength ? STRENGTH_TONES[strength] : 'bg-line2'}`}
          />
        ))}
      </span>
      <span className="text-mut w-20 text-right">
        <span className="sr-only">{t('identity.strength')} </span>
        {word}
      </span>
    </div>
  );
}

/**
 * The password rules, each ticked as it is met. Grey while the field is empty: a blank form is not
 * yet wrong.
 */
export interface RuleListProps {
  readonly rules: PasswordRules;
  readonly typed: boolean;
  readonly max: number;
}
export function RuleList({ rules, typed, max }: RuleListProps) {
  const { t } = useTranslation();
  const items = [
    [t('identity.ruleLength', { max }), rules.length],
    [t('identity.ruleLetter'), rules.letter],
    [t('identity.ruleMatch'), rules.match],
  ] as const;
  return (
    <ul
      aria-label={t('identity.rules')}
      className="bg-raised -mt-1 flex justify-between rounded-lg px-3.5 py-1.5 whitespace-nowrap"
    >
      {items.map(([text, met]) => {
        const Icon = met ? Check : typed ? X : Dot;
        return (
          <li
            key={text}
            className={`flex items-center gap-1 ${met ? 'text-fg' : typed ? 'text-bad' : 'text-mut'}`}
          >
            <Icon aria-hidden strokeWidth={2.6} className={`size-3.5 ${met ? 'text-good' : ''}`} />
            {text}
            <span className="sr-only">{met ? t('identity.ruleMet') : t('identity.ruleOpen')}</span>
          </li>
        );
      })}
    </ul>
  );
}
