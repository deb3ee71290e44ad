/**
 * Open an account (R5.2): rules are ticked as they are met, and the agreement is a separate choice.
 */
import { Button, Checkbox, Field, TextInput } from '@glasshouse/ui';
import { Link, useRouter } from '@tanstack/react-router';
import { Ticket, User } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CodeField } from '#shared/forms/CodeField.tsx';
import { EmailField } from '#shared/forms/fields.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check, isCode, isEmail, newPasswordChecks, passwordRules } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { openAccount } from './calls.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { usePasswordMax } from './usePasswordMax.ts';

export function RegisterPage({ invite }: { readonly invite: string | undefined }) {
  const { t } = useTranslation();
  const max = usePasswordMax();
  const router = useRouter();
  const [agreed, setAgreed] = useState(false);
  const { form, field, busy, onSubmit } = useCheckedForm({
    initial: { email: '', code: '', password: '', again: '', accountName: '', inviteCode: invite ?? '' },
    checks: {
      email: check.email,
      code: check.code,
      ...newPasswordChecks(max),
      accountName: check.accountName,
    },
    send: async ({ email, code, password, again, accountName, inviteCode }) => {
      await openAccount({
        email: email.trim(),
        code: code.trim(),
        password,
        confirmPassword: again,
        accountName: accountName.trim(),
        inviteCode: inviteCode.trim(),
        agree: true,
      });
      notify.success('l.registerSuccess');
      void router.navigate({ to: '/account/assert/$account', params: { account: '2' } });
    },
  });
  const { email = '', code = '', password = '', again = '' } = useWatch({ control: form.control });
  const rules = passwordRules(password, again, max);
  const ready = isEmail(email) && isCode(code) && rules.length && rules.letter && rules.match && agreed;
  const named = field('accountName');
  const invited = field('inviteCode');
  return (
    <SignInLayout
      claim={t('identity.registerClaim')}
      title={t('identity.register')}
      lead={<LoginInstead />}
      onSubmit={onSubmit}
    >
      <EmailField isFirst {...field('email')} />
      <CodeField purpose="register" email={() => form.getValues('email')} {...field('code')} />
      <NewPasswordFields
        label={t('identity.password')}
        password={field('password')}
        again={field('again')}
        control={form.control}
      />
      <div className="grid grid-cols-[3fr_2fr] gap-3">
        <Field label={t('identity.accountName')} fact={t('identity.optional')} error={named.error}>
          {(ids) => (
            <TextInput {...ids} {...named.input} icon={User} autoComplete="nickname" maxLength={25} />
          )}
        </Field>
        <Field label={t('identity.invite')} fact={t('identity.optional')} error={invited.error}>
          {(ids) => <TextInput {...ids} {...invited.input} icon={Ticket} autoComplete="off" />}
        </Field>
      </div>
      <Agreement agreed={agreed} onAgreed={setAgreed} />
      <Button type="submit" tone="brand" size="lg" disabled={!ready} busy={busy} className="w-full">
        {t('identity.registerButton')}
      </Button>
      <p className="text-mut text-center leading-5">{t('identity.neverAsk')}</p>
    </SignInLayout>
  );
}

function Agreement({
  agreed,
  onAgreed,
}: {
  readonly agreed: boolean;
  readonly onAgreed: (agreed: boolean) => void;
}) {
  const { t } = useTranslation();
  return (
    <Checkbox checked={agreed} onChange={onAgreed} className="text-mut gap-2.5 text-[13px] leading-5">
      {t('identity.agree1')}
      <PageLink to="/about/protocol" target="_blank" className="text-brand-ink font-medium">
        {t('identity.agreement')}
      </PageLink>
      {t('identity.agree2')}
      <PageLink to="/about/legal" target="_blank" className="text-brand-ink font-medium">
        {t('identity.riskNotice')}
      </PageLink>
    </Checkbox>
  );
}

function LoginInstead() {
  const { t } = useTranslation();
  return (
    <>
      {t('identity.haveAccount')}{' '}
      <Link to="/login/login" className="text-brand-ink font-medium">
        {t('identity.goLogin')}
      </Link>
    </>
  );
}
