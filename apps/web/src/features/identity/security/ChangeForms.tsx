/** The forms that change the fund password, the e-mail address and the anti-phishing code. */
import { ANTI_PHISHING_WORDS } from '@glasshouse/protocol/identity/input-rules';
import { Field, Note, TextInput } from '@glasshouse/ui';
import { Quote } from 'lucide-react';
import { CodeField } from '#shared/forms/CodeField.tsx';
import { EmailField, FundPasswordField, GoogleField, PasswordField } from '#shared/forms/fields.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { changeEmail, setAntiPhishingCode, setFundPassword } from '../calls.ts';
import type { Security } from '../shapes.ts';
import { DialogForm, NO_PROOF, proofChecks, ProofFields } from './ProofFields.tsx';

export interface ChangeProps {
  readonly security: Security;
  readonly close: () => void;
}

export function FundPasswordForm({ security, close }: ChangeProps) {
  const { t } = useTranslation();
  const asksGoogle = security.google !== null;
  const { field, busy, onSubmit } = useCheckedForm({
    initial: { password: '', again: '', code: '', googleCode: '' },
    checks: {
      password: check.sixDigits,
      again: (text, all) => check.again(all.password, text),
      code: check.code,
      googleCode: (text) => (asksGoogle ? check.filled(text) : undefined),
    },
    send: async ({ again, ...entered }) => {
      await setFundPassword({ ...entered, confirmPassword: again });
      notify.success(t('security.done.fundPassword'));
      close();
    },
  });
  return (
    <DialogForm onSubmit={onSubmit} busy={busy} submitLabel={t('security.save')}>
      <FundPasswordField label={t('security.newFundPassword')} {...field('password')} />
      <FundPasswordField label={t('security.fundPasswordAgain')} {...field('again')} />
      <CodeField purpose="asset" email={() => security.email} {...field('code')} />
      {asksGoogle && <GoogleField {...field('googleCode')} />}
      {/* A first one protects nothing less than before, so it holds nothing. */}
      {security.fundPassword && <Note tone="warn">{t('security.holdNote')}</Note>}
    </DialogForm>
  );
}

export function EmailForm({ security, close }: ChangeProps) {
  const { t } = useTranslation();
  const { form, field, busy, onSubmit } = useCheckedForm({
    initial: { ...NO_PROOF, email: '', newCode: '' },
    checks: { ...proofChecks(security), email: check.email, newCode: check.code },
    send: async (entered) => {
      await changeEmail({ ...entered, email: entered['email'].trim(), newCode: entered['newCode'] });
      notify.success(t('security.done.email'));
      close();
    },
  });
  return (
    <DialogForm onSubmit={onSubmit} busy={busy} submitLabel={t('security.changeEmail')}>
      <EmailField label={t('security.newEmail')} {...field('email')} />
      <CodeField
        purpose="email"
        label={t('security.newEmailCode')}
        email={() => form.getValues('email')}
        {...field('newCode')}
      />
      <ProofFields security={security} field={field} />
      <Note tone="warn">{t('security.emailNote')}</Note>
    </DialogForm>
  );
}

export function AntiPhishingForm({ security, close }: ChangeProps) {
  const { t } = useTranslation();
  const { field, busy, onSubmit } = useCheckedForm({
    initial: { text: security.antiPhishingCode, password: '' },
    checks: {
      text: (text) => (ANTI_PHISHING_WORDS.test(text.trim()) ? undefined : 'security.antiPhishingRule'),
      password: check.loginPassword,
    },
    send: async ({ text, password }) => {
      await setAntiPhishingCode({ text: text.trim(), password });
      notify.success(t('security.done.antiPhishing'));
      close();
    },
  });
  const words = field('text');
  return (
    <DialogForm onSubmit={onSubmit} busy={busy} submitLabel={t('security.save')}>
      <p className="text-mut leading-5">{t('security.antiPhishingWhy')}</p>
      <Field
        label={t('security.antiPhishingWords')}
        hint={t('security.antiPhishingRule')}
        error={words.error}
      >
        {(ids) => (
          <TextInput
            {...ids}
            {...words.input}
            icon={Quote}
            maxLength={24}
            autoComplete="off"
            placeholder={t('security.antiPhishingSample')}
          />
        )}
      </Field>
      <PasswordField label={t('security.loginPassword')} {...field('password')} />
    </DialogForm>
  );
}
