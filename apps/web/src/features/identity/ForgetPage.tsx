/** A new password by a mailed code; ends all sessions. */
import { Button } from '@glasshouse/ui';
import { Link, useRouter } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { useForgetPassword } from './calls.ts';
import { CodeField } from './CodeField.tsx';
import { EmailField, PasswordField, RuleList } from './fields.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { check, passwordRules } from './validation.ts';

export function ForgetPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const forget = useForgetPassword();
  const form = useForm({ mode: 'onBlur', defaultValues: { email: '', code: '', password: '', again: '' } });
  const { errors } = form.formState;
  const { password = '', again = '' } = useWatch({ control: form.control });
  const submit = form.handleSubmit((entered) =>
    forget.mutate(
      {
        email: entered.email.trim(),
        code: entered.code.trim(),
        password: entered.password,
        confirmPassword: entered.again,
      },
      {
        onSuccess: () => {
          notify.success('l.submitted');
          void router.navigate({ to: '/login/login' });
        },
      },
    ),
  );
  type Wrong = ReturnType<(typeof check)[keyof typeof check]>;
  const told = (key: Wrong) => (key === undefined ? true : t(key));
  return (
    <SignInLayout
      claim={t('identity.loginClaim')}
      title={t('identity.forgetTitle')}
      lead={
        <>
          {t('identity.remembered')}{' '}
          <Link to="/login/login" className="text-brand-ink font-medium">
            {t('identity.goLogin')}
          </Link>
        </>
      }
      onSubmit={(event) => void submit(event)}
    >
      <EmailField
        error={errors.email?.message}
        input={form.register('email', { validate: (text) => told(check.email(text)) })}
      />
      <CodeField
        purpose="forget"
        email={() => form.getValues('email')}
        error={errors.code?.message}
        input={form.register('code', { validate: (text) => told(check.code(text)) })}
      />
      <PasswordField
        isNew
        label={t('identity.newPassword')}
        error={errors.password?.message}
        input={form.register('password', { validate: (text) => told(check.newPassword(text)) })}
      />
      <PasswordField
        isNew
        label={t('identity.passwordAgain')}
        error={errors.again?.message}
        input={form.register('again', { validate: (text, all) => told(check.again(all.password, text)) })}
      />
      <RuleList rules={passwordRules(password, again)} typed={password !== ''} />
      <Button type="submit" tone="brand" size="lg" busy={forget.isPending} className="w-full">
        {t('identity.setPassword')}
      </Button>
      <p className="text-mut text-center leading-5">{t('identity.forgetNote')}</p>
    </SignInLayout>
  );
}
