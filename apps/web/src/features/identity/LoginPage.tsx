/** Log in with e-mail, mailed code and password (SPEC §5). */
import { Button } from '@glasshouse/ui';
import { Link, useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { safeReturnPath } from '#shared/public-paths.ts';
import { useLogin } from './calls.ts';
import { CodeField } from './CodeField.tsx';
import { EmailField, PasswordField } from './fields.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { check } from './validation.ts';

export function LoginPage({ returnTo }: { readonly returnTo: string | undefined }) {
  const { t } = useTranslation();
  const router = useRouter();
  const login = useLogin();
  const form = useForm({ defaultValues: { email: '', code: '', password: '' } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(({ email, code, password }) =>
    login.mutate(
      { account: email.trim(), code: code.trim(), password },
      {
        onSuccess: () => {
          notify.success('l.loginSuccess');
          router.history.push(router.basepath + (safeReturnPath(returnTo) ?? '/main'));
        },
      },
    ),
  );
  type Wrong = ReturnType<(typeof check)[keyof typeof check]>;
  const told = (key: Wrong) => (key === undefined ? true : t(key));
  return (
    <SignInLayout
      claim={t('identity.loginClaim')}
      title={t('identity.login')}
      lead={
        <>
          {t('identity.newHere')}{' '}
          <Link to="/login/register" className="text-brand-ink font-medium">
            {t('identity.createAccount')}
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
        purpose="login"
        email={() => form.getValues('email')}
        error={errors.code?.message}
        input={form.register('code', { validate: (text) => told(check.code(text)) })}
      />
      <PasswordField
        label={t('identity.password')}
        error={errors.password?.message}
        input={form.register('password', { validate: (text) => told(check.loginPassword(text)) })}
      />
      <div className="-mt-1.5 flex justify-end text-[13px]">
        <Link to="/login/forget" className="text-brand-ink font-medium">
          {t('identity.forgot')}
        </Link>
      </div>
      <Button type="submit" tone="brand" size="lg" busy={login.isPending} className="w-full">
        {t('identity.login')}
      </Button>
      <p className="text-mut text-center leading-5">{t('identity.checkAddress')}</p>
    </SignInLayout>
  );
}
