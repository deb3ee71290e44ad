/**
 * /setting/safty: the account's protection, its sessions, holds on withdrawals, and the user's own
 * limits.
 */
import { Button, DateTime, Note } from '@glasshouse/ui';
import { History, Smile } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { usePerson } from '#data/person.ts';
import { useTranslation } from '#shared/i18n.ts';
import { CardLoading, CENTER_GRID } from '#shared/lists/CardLoading.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { useSecurity } from '../calls.ts';
import type { Security } from '../shapes.ts';
import { ActsCard } from './ActsCard.tsx';
import { FreezeCard, HoldsCard, LimitsCard, MailCard } from './AsideCards.tsx';
import { ResetNote } from './ResetNote.tsx';
import { ProtectionCard } from './ProtectionCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import type { DialogName, OpenDialog } from './dialog-names.ts';

const SecurityDialogs = lazy(() =>
  import('./SecurityDialogs.tsx').then((module) => ({ default: module.SecurityDialogs })),
);

export function SecurityPage() {
  const { t } = useTranslation();
  const security = useSecurity();
  const [dialog, setDialog] = useState<OpenDialog>();
  const open = (name: DialogName, subject = '') => setDialog({ name, subject });
  return (
    <>
      <PageHeader
        title={t('security.title')}
        lead={<Lead />}
        right={
          <>
            <Button tone="line" onClick={() => open('avatar')}>
              <Smile aria-hidden size={15} />
              {t('security.chooseAvatar')}
            </Button>
            <Button tone="line" onClick={() => open('history')}>
              <History aria-hidden size={15} />
              {t('security.history')}
            </Button>
          </>
        }
      />
      {security.data === undefined && (
        <CardLoading query={security} cards={[452, 137]} aside={[224, 154, 207]} />
      )}
      {security.data !== undefined && <Center security={security.data} open={open} />}
      {dialog !== undefined && security.data !== undefined && (
        <Suspense>
          <SecurityDialogs dialog={dialog} security={security.data} close={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function Lead() {
  const { t } = useTranslation();
  const person = usePerson();
  if (person === undefined) return '\u00a0';
  const states = ['0', '1', '2', '3'] as const;
  return (
    <span>
      UID {person.uid} · {t(`verify.states.${states[person.auth] ?? '0'}`)}
    </span>
  );
}

interface CenterProps {
  readonly security: Security;
  readonly open: (name: DialogName, subject?: string) => void;
}
function Center({ security, open }: CenterProps) {
  return (
    <div className={CENTER_GRID}>
      <div className="grid gap-4">
        {security.reset !== null && <ResetNote reset={security.reset} />}
        {security.frozen !== null && <FrozenNote frozen={security.frozen} open={open} />}
        <ProtectionCard security={security} open={open} />
        <SessionsCard open={open} />
        <ActsCard />
      </div>
      <div className="grid gap-4">
        <MailCard code={security.antiPhishingCode} />
        <HoldsCard holds={security.holds} />
        <LimitsCard open={open} />
        {security.frozen === null && <FreezeCard open={open} />}
      </div>
    </div>
  );
}

function FrozenNote({
  frozen,
  open,
}: {
  frozen: NonNullable<Security['frozen']>;
  open: CenterProps['open'];
}) {
  const { t } = useTranslation();
  return (
    <Note tone="bad" title={t('security.frozenTitle')}>
      <p>{t('security.frozenText')}</p>
      {frozen.unfreezeTime === null ? (
        <Button size="sm" className="mt-2" onClick={() => open('unfreeze')}>
          {t('security.unfreeze')}
        </Button>
      ) : (
        <p className="mt-1 font-medium">
          {t('security.unfreezesAt')} <DateTime timeMs={frozen.unfreezeTime} />
        </p>
      )}
    </Note>
  );
}
