/** Sets a new password by a mailed code, and ends all sessions. */
import { Button } from '@glasshouse/ui';
import { Link, useRouter } from '@tanstack/react-router';
import { CodeField } from '#shared/forms/CodeField.tsx';
import { EmailField } from '#shared/forms/fields.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check, newPasswordChecks } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { forgetPassword } from './calls.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { usePasswordMax } from './usePasswordMax.ts';

export function ForgetPage() {
  const { t } = useTranslation();
  const max = usePasswordMax();
  const router = useRouter();
  const { form, field, busy, onSubmit } = useCheckedForm({
    initial: { email: '', code: '', password: '', again: '' },
    checks: {
      email: check.email,
      code: check.code,
      ...newPasswordChecks(max),
    },
    send: async ({ email, code, password, again }) => {
      await forgetPassword({
        email: email.trim(),
        code: code.trim(),
        password,
        confirmPassword: again,
      });
      notify.success(t('identity.done.newPassword'));
      void router.navigate({ to: '/login/login' });
    },
  });
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
      onSubmit={onSubmit}
    >
      <EmailField isFirst {...field('email')} />
      <CodeField purpose="forget" email={() => form.getValues('email')} {...field('code')} />
      <NewPasswordFields
        label={t('identity.newPassword')}
        password={field('password')}
        again={field('again')}
        control={form.control}
      />
      <Button type="submit" tone="brand" size="lg" busy={busy} className="w-full">
        {t('identity.setPassword')}
      </Button>
      <p className="text-mut text-center leading-5">{t('identity.forgetNote')}</p>
    </SignInLayout>
  );
}
