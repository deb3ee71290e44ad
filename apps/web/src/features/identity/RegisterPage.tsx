/** Open an account (SPEC §5): rules tick off while one types, the agreement is a choice of its own. */
import { Button, Checkbox, Field, TextInput } from '@glasshouse/ui';
import { Link, useRouter } from '@tanstack/react-router';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { useRegister } from './calls.ts';
import { CodeField } from './CodeField.tsx';
import { EmailField, PasswordField, RuleList } from './fields.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { check, isCode, isEmail, passwordRules } from './validation.ts';

export function RegisterPage({ invite }: { readonly invite: string | undefined }) {
  const { t } = useTranslation();
  const open = useOpenAccount();
  const [agreed, setAgreed] = useState(false);
  const form = useForm({
    mode: 'onBlur',
    defaultValues: { email: '', code: '', password: '', again: '', inviteCode: invite ?? '' },
  });
  const { errors } = form.formState;
  const values = useWatch({ control: form.control });
  const { password = '', again = '' } = values;
  const rules = passwordRules(password, again);
  const ready =
    isEmail(values.email ?? '') &&
    isCode(values.code ?? '') &&
    rules.length &&
    rules.letter &&
    rules.match &&
    agreed;

  const submit = form.handleSubmit(open.send);
  type Wrong = ReturnType<(typeof check)[keyof typeof check]>;
  const told = (key: Wrong) => (key === undefined ? true : t(key));
  return (
    <SignInLayout
      claim={t('identity.registerClaim')}
      title={t('identity.register')}
      lead={<LoginInstead />}
      onSubmit={(event) => void submit(event)}
    >
      <EmailField
        error={errors.email?.message}
        input={form.register('email', { validate: (text) => told(check.email(text)) })}
      />
      <CodeField
        purpose="register"
        email={() => form.getValues('email')}
        error={errors.code?.message}
        input={form.register('code', { validate: (text) => told(check.code(text)) })}
      />
      <PasswordField
        isNew
        label={t('identity.password')}
        error={errors.password?.message}
        input={form.register('password', { validate: (text) => told(check.newPassword(text)) })}
      />
      <PasswordField
        isNew
        label={t('identity.passwordAgain')}
        error={errors.again?.message}
        input={form.register('again', { validate: (text, all) => told(check.again(all.password, text)) })}
      />
      <RuleList rules={rules} typed={password !== ''} />
      <Field label={t('identity.invite')} fact={t('identity.optional')}>
        {(ids) => <TextInput {...ids} {...form.register('inviteCode')} icon={Ticket} autoComplete="off" />}
      </Field>
      <Agreement agreed={agreed} onAgreed={setAgreed} />
      <Button type="submit" tone="brand" size="lg" disabled={!ready} busy={open.busy} className="w-full">
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

interface Entered {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly again: string;
  readonly inviteCode: string;
}
function useOpenAccount() {
  const router = useRouter();
  const register = useRegister();
  function send(entered: Entered) {
    const { password, again: confirmPassword } = entered;
    register.mutate(
      {
        email: entered.email.trim(),
        code: entered.code.trim(),
        password,
        confirmPassword,
        inviteCode: entered.inviteCode.trim(),
        agree: true,
      },
      {
        onSuccess: () => {
          notify.success('l.registerSuccess');
          void router.navigate({ to: '/account/assert/$account', params: { account: '2' } });
        },
      },
    );
  }
  return { send, busy: register.isPending };
}
