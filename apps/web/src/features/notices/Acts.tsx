/**
 * What the reader of a message may do about it. The dangerous act asks first and says what it does.
 */
import { Button, buttonClass, DateTime, Dialog, Note } from '@glasshouse/ui';
import type { NoticeDetail } from '@glasshouse/protocol/notices';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Check, Snowflake } from 'lucide-react';
import { useState } from 'react';
import { call } from '#data/api.ts';
import { queryClient } from '#data/query-client.ts';
import { signOut } from '#data/session.ts';
import { PasswordField } from '#shared/forms/fields.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { FROZEN_PAGE } from '#shared/frozen-page.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { NOTICES_KEY } from './notices-key.ts';

type Asked = 'freeze' | 'end-session';

export function Acts({ message }: { readonly message: NoticeDetail }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { asks, confirmTime, canFreeze, session, link } = message;
  const confirm = useMutation({
    mutationFn: () => call('notices/confirm', { id: message.id }),
    onSuccess: async () => {
      await refetch();
      notify.success(t('message.confirmDone'));
    },
  });
  if (!asks && !canFreeze && link === null) return null;
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center gap-2">
        {asks && confirmTime === null && (
          <Button tone="brand" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {t('message.wasMe')}
          </Button>
        )}
        {link !== null && (
          <PageLink {...placeOf(link.path, message.id)} className={buttonClass('line')}>
            {link.label}
          </PageLink>
        )}
        {session?.state === 'open' && (
          <Button tone="line" onClick={() => setAsked('end-session')}>
            {t('message.endSession')}
          </Button>
        )}
        {canFreeze && (
          <Button tone="danger" onClick={() => setAsked('freeze')}>
            <Snowflake aria-hidden size={15} />
            {t('message.freeze')}
          </Button>
        )}
      </div>
      {confirmTime !== null && (
        <p className="text-mut mt-3 flex items-center gap-1.5 text-[13px]">
          <Check aria-hidden size={14} />
          {t('message.confirmed')} <DateTime timeMs={confirmTime} />
        </p>
      )}
      {canFreeze && (
        <p className="text-mut mt-3 max-w-[560px] text-[13px] leading-5">{t('message.consequence')}</p>
      )}
      {asked !== null && <AskDialog asked={asked} session={session?.id ?? ''} close={() => setAsked(null)} />}
    </>
  );
}

interface AskDialogProps {
  readonly asked: Asked;
  readonly session: string;
  readonly close: () => void;
}
function AskDialog({ asked, session, close }: AskDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(asked === 'freeze' ? 'message.freezeTitle' : 'message.endSessionTitle')}
      closeLabel={t('common.close')}
    >
      {asked === 'freeze' ? <FreezeForm /> : <EndSessionForm id={session} close={close} />}
    </Dialog>
  );
}

const refetch = () => queryClient.invalidateQueries({ queryKey: NOTICES_KEY });

/** A path of a message as the router takes it. The page of messages goes on showing this one. */
function placeOf(path: string, id: string) {
  const { pathname, searchParams } = new URL(path, 'http://site.example');
  const here = pathname === '/setting/message' ? { id } : {};
  return { to: pathname, search: { ...here, ...Object.fromEntries(searchParams) } };
}

function FreezeForm() {
  const { t } = useTranslation();
  const router = useRouter();
  const freeze = useMutation({
    mutationFn: () => call('identity/freeze', { confirm: true }),
    onSuccess: () => {
      signOut();
      notify.success(t('message.freezing.title'));
      void router.navigate(FROZEN_PAGE);
    },
  });
  return (
    <div className="grid gap-4">
      <Note tone="bad">{t('message.freezing.text')}</Note>
      <Button
        tone="danger"
        size="lg"
        busy={freeze.isPending}
        onClick={() => freeze.mutate()}
        className="w-full"
      >
        <Snowflake aria-hidden className="size-4.5" />
        {t('message.freeze')}
      </Button>
    </div>
  );
}

function EndSessionForm({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { t } = useTranslation();
  const { field, busy, onSubmit } = useCheckedForm({
    initial: { password: '' },
    checks: { password: check.loginPassword },
    send: async ({ password }) => {
      await call('identity/end-session', { id, password }, { quiet: true });
      await refetch();
      notify.success(t('message.freezing.ended'));
      close();
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-mut leading-5">{t('message.endSessionText')}</p>
      <PasswordField label={t('message.freezing.password')} {...field('password')} />
      <Button type="submit" tone="danger" size="lg" busy={busy} className="w-full">
        {t('message.endSession')}
      </Button>
    </form>
  );
}
