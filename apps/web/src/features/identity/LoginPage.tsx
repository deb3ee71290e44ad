/**
 * Log in with e-mail, mailed code and password, and the Google code if one is bound (R5.1); or with
 * a passkey.
 */
import { Button, Note } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CallError, errorText } from '#data/api.ts';
import { lostSession } from '#data/session.ts';
import { CodeField } from '#shared/forms/CodeField.tsx';
import { EmailField, GoogleField, PasswordField } from '#shared/forms/fields.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { BRAND_NAME } from '#shared/brand.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { logIn, logInByPasskey } from './calls.ts';
import { FreezeByLink } from './FreezeByLink.tsx';
import { returnSearch } from './return-search.ts';
import { SignInLayout } from './SignInLayout.tsx';
import { useLeadOn, VisitorsOnly } from './VisitorsOnly.tsx';

export interface LoginPageProps {
  readonly returnTo: string | undefined;
  /** The token of the freeze link in a mail. */
  readonly freeze: string | undefined;
}

export function LoginPage({ returnTo, freeze }: LoginPageProps) {
  if (freeze !== undefined) return <FreezeByLink token={freeze} />;
  return (
    <VisitorsOnly returnTo={returnTo} home={HOME}>
      <LoginForm returnTo={returnTo} />
    </VisitorsOnly>
  );
}

function LoginForm({ returnTo }: Pick<LoginPageProps, 'returnTo'>) {
  const { t } = useTranslation();
  const [asksGoogle, setAsksGoogle] = useState(false);
  const goOn = useGoOn(returnTo);
  const { form, field, busy, onSubmit } = useCheckedForm({
    initial: { email: '', code: '', password: '', googleCode: '' },
    checks: {
      email: check.email,
      code: check.code,
      password: check.loginPassword,
      googleCode: (text) => (asksGoogle ? check.filled(text) : undefined),
    },
    send: async ({ email, code, password, googleCode }) => {
      try {
        await logIn({ account: email.trim(), code: code.trim(), password, googleCode: googleCode.trim() });
        goOn();
      } catch (error) {
        // The field appears when the server requires it, which shows that the code and the password
        // were right.
        if (!(error instanceof CallError) || error.error !== 'identity/google-code-missing') throw error;
        setAsksGoogle(true);
      }
    },
  });
  return (
    <SignInLayout
      claim={t('identity.loginClaim')}
      title={t('nav.login')}
      lead={
        <>
          {t('identity.newHere', { brand: BRAND_NAME })}{' '}
          <Link to="/login/register" search={returnSearch(returnTo)} className="text-brand-ink font-medium">
            {t('identity.createAccount')}
          </Link>
        </>
      }
      onSubmit={onSubmit}
    >
      <SessionEnded />
      <EmailField isFirst {...field('email')} />
      <CodeField purpose="login" email={() => form.getValues('email')} {...field('code')} />
      <PasswordField label={t('identity.password')} {...field('password')} />
      {asksGoogle && <GoogleField isNext {...field('googleCode')} hint={t('identity.googleHint')} />}
      <div className="-mt-1.5 flex justify-end text-[13px]">
        <Link to="/login/forget" className="text-brand-ink font-medium">
          {t('identity.forgot')}
        </Link>
      </div>
      <Button type="submit" tone="brand" size="lg" busy={busy} className="w-full">
        {t('nav.login')}
      </Button>
      <PasskeyButton onEntered={goOn} />
      <p className="text-mut text-center leading-5">{t('identity.checkAddress')}</p>
    </SignInLayout>
  );
}

/** Why the reader has to log in, if a session has just ended; told once. */
function SessionEnded() {
  const [told] = useState(lostSession.get);
  useEffect(() => lostSession.forget, []);
  return told === null ? null : <Note tone="warn">{told}</Note>;
}

const HOME = '/main';

function useGoOn(returnTo: string | undefined) {
  const leadOn = useLeadOn({ returnTo, home: HOME });
  return () => {
    notify.success('l.loginSuccess');
    leadOn();
  };
}

function PasskeyButton({ onEntered }: { readonly onEntered: () => void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  async function enter() {
    setBusy(true);
    try {
      if (await logInByPasskey()) onEntered();
    } catch (error) {
      if (error instanceof CallError) notify.error(errorText(error));
      else notify.warning(t('identity.passkeyNotUsed'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button size="lg" tone="line" className="w-full" busy={busy} onClick={() => void enter()}>
      <Fingerprint aria-hidden className="size-4.5" />
      {t('identity.byPasskey')}
    </Button>
  );
}
