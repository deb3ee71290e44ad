/** What the link in a mail opens: one question, one press. Mail programs open links by themselves, so opening alone does nothing. */
import { Button, buttonClass, Note } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { signOut } from '#data/session.ts';
import { freezeByLink } from './calls.ts';
import { SignInLayout } from './SignInLayout.tsx';

export function FreezeByLink({ token }: { readonly token: string }) {
  const { t } = useTranslation();
  const [frozen, setFrozen] = useState(false);
  const { busy, onSubmit } = useCheckedForm({
    initial: {},
    checks: {},
    send: async () => {
      await freezeByLink(token);
      signOut();
      setFrozen(true);
    },
  });
  return (
    <SignInLayout
      claim={t('identity.loginClaim')}
      title={frozen ? t('identity.frozenTitle') : t('identity.freezeTitle')}
      lead={frozen ? t('identity.frozenLead') : t('identity.freezeLead')}
      onSubmit={onSubmit}
    >
      {frozen ? (
        <Link to="/login/login" search={{}} className={buttonClass('line', 'lg', 'w-full')}>
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
