/** /login/modify: change the login password. */
import { Button, Note } from '@glasshouse/ui';
import { Link, useRouter } from '@tanstack/react-router';
import { usePerson } from '#data/person.ts';
import { CodeField } from '#shared/forms/CodeField.tsx';
import { GoogleField, PasswordField } from '#shared/forms/fields.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check, newPasswordChecks } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { changePassword } from './calls.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { SignInLayout } from './SignInLayout.tsx';
import { usePasswordMax } from './usePasswordMax.ts';

export function ChangePasswordPage() {
  const { t } = useTranslation();
  const max = usePasswordMax();
  const router = useRouter();
  const person = usePerson();
  const asksGoogle = person?.googleBind === true;
  const { form, field, busy, onSubmit } = useCheckedForm({
    initial: { oldPassword: '', password: '', again: '', code: '', googleCode: '' },
    checks: {
      oldPassword: check.loginPassword,
      ...newPasswordChecks(max),
      code: check.code,
      googleCode: (text) => (asksGoogle ? check.filled(text) : undefined),
    },
    send: async ({ again, ...entered }) => {
      await changePassword({ ...entered, confirmPassword: again });
      notify.success(t('identity.done.passwordChanged'));
      void router.navigate({ to: '/setting/safty' });
    },
  });
  return (
    <SignInLayout
      claim={t('identity.loginClaim')}
      title={t('identity.modifyTitle')}
      lead={
        <Link to="/setting/safty" className="text-brand-ink font-medium">
          {t('identity.backToSecurity')}
        </Link>
      }
      onSubmit={onSubmit}
    >
      <PasswordField label={t('identity.oldPassword')} {...field('oldPassword')} />
      <NewPasswordFields
        label={t('identity.newPassword')}
        password={field('password')}
        again={field('again')}
        control={form.control}
      />
      <CodeField purpose="password" email={() => person?.email ?? ''} {...field('code')} />
      {asksGoogle && <GoogleField {...field('googleCode')} />}
      <Note tone="warn">{t('identity.modifyNote')}</Note>
      <Button type="submit" tone="brand" size="lg" busy={busy} className="w-full">
        {t('identity.setPassword')}
      </Button>
    </SignInLayout>
  );
}
