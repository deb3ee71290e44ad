/**
 * The page of the freeze link in a mail: one question, one button. Opening it alone does nothing,
 * because mail programs open links by themselves. Also what one sees after freezing on the site.
 */
import { Button, buttonClass, Note } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { CallError } from '#data/api.ts';
import { FROZEN_MARK } from '#shared/frozen-page.ts';
import { signOut } from '#data/session.ts';
import { freezeByLink } from './calls.ts';
import { SignInLayout } from './SignInLayout.tsx';

const TITLES = {
  asks: 'identity.freezeTitle',
  frozen: 'identity.frozenTitle',
  expired: 'identity.linkExpiredTitle',
} as const;
const LEADS = {
  asks: 'identity.freezeLead',
  frozen: 'identity.frozenLead',
  expired: 'identity.linkExpiredLead',
} as const;

export function FreezeByLink({ token }: { readonly token: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<keyof typeof TITLES>(token === FROZEN_MARK ? 'frozen' : 'asks');
  const { busy, onSubmit } = useCheckedForm({
    initial: {},
    checks: {},
    send: async () => {
      try {
        await freezeByLink(token);
      } catch (error) {
        if (!(error instanceof CallError) || error.error !== 'identity/link-expired') throw error;
        setState('expired');
        return;
      }
      signOut();
      setState('frozen');
    },
  });
  return (
    <SignInLayout
      claim={t('identity.loginClaim')}
      title={t(TITLES[state])}
      lead={t(LEADS[state])}
      onSubmit={onSubmit}
    >
      {state !== 'asks' ? (
        <Link
          to="/login/login"
          search={{ returnTo: '/setting/safty' }}
          className={buttonClass('line', 'lg', 'w-full')}
        >
          {t('identity.goLogin')}
        </Link>
      ) : (
        <>
          <Note tone="warn">{t('identity.freezeText')}</Note>
          <Button type="submit" tone="danger" size="lg" busy={busy} className="w-full">
            <Snowflake aria-hidden className="size-4.5" />
            {t('identity.freezeNow')}
          </Button>
        </>
      )}
    </SignInLayout>
  );
}
