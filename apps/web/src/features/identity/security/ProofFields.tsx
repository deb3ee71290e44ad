/**
 * The proofs that a change of protection requires: password, e-mail code, and the Google code if
 * one is bound.
 */
import { Button } from '@glasshouse/ui';
import type { FormEventHandler, ReactNode } from 'react';
import { CodeField } from '#shared/forms/CodeField.tsx';
import { GoogleField, PasswordField } from '#shared/forms/fields.tsx';
import type { BoundField, Check } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { Security } from '../shapes.ts';

export interface ProofValues extends Record<string, string> {
  password: string;
  code: string;
  googleCode: string;
}
export const NO_PROOF: ProofValues = { password: '', code: '', googleCode: '' };

/** The rules of the three fields. */
export function proofChecks<T extends ProofValues>(security: Security) {
  const googleCode: Check<T> = (text) => (security.google === null ? undefined : check.filled(text));
  return { password: check.loginPassword, code: check.code, googleCode };
}

export interface ProofFieldsProps {
  readonly security: Security;
  readonly field: (name: 'password' | 'code' | 'googleCode') => BoundField;
}

export function ProofFields({ security, field }: ProofFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField label={t('security.loginPassword')} {...field('password')} />
      <CodeField purpose="bind" email={() => security.email} {...field('code')} />
      {security.google !== null && (
        <GoogleField {...field('googleCode')} hint={t('security.googleOrRecovery')} />
      )}
    </>
  );
}

export interface DialogFormProps {
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly busy: boolean;
  readonly submitLabel: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function DialogForm({
  onSubmit,
  busy,
  submitLabel,
  danger = false,
  disabled,
  children,
}: DialogFormProps) {
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {children}
      <Button
        type="submit"
        tone={danger ? 'danger' : 'brand'}
        size="lg"
        busy={busy}
        disabled={disabled}
        className="mt-1 w-full"
      >
        {submitLabel}
      </Button>
    </form>
  );
}
