/**
 * /setting/message: the list beside the selected message, or beside what comes by mail too;
 * /setting/msg-detail: one message alone. Opening one marks it read.
 */
import { Button, buttonClass, Empty } from '@glasshouse/ui';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, CheckCheck, MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '#data/api.ts';
import { useUnreadCount } from '#data/person.ts';
import { queryClient } from '#data/query-client.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { useUrlChoice } from '#shared/url-state.ts';
import { MailChoices } from './MailChoices.tsx';
import { Message } from './Message.tsx';
import { MessageList } from './MessageList.tsx';
import { NOTICES_KEY } from './notices-key.ts';

export interface MessagePageProps {
  readonly id: string | undefined;
  readonly above: ReactNode;
}
export function MessagePage({ id, above }: MessagePageProps) {
  const { t } = useTranslation();
  const unread = useUnreadCount();
  const [view] = useUrlChoice('view', ['list', 'mail']);
  const readAll = useMutation({
    mutationFn: () => call('notices/read-all', {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: NOTICES_KEY }),
  });
  const told =
    unread === undefined ? '' : unread > 0 ? t('shell.unread', { count: unread }) : t('shell.noUnread');
  return (
    <>
      <PageHeader
        title={t('message.title')}
        lead={<span>{unread === undefined ? '\u00a0' : `${told} · ${t('message.lead')}`}</span>}
        right={
          <>
            <PageLink to="/setting/message" search={{ view: 'mail' }} className={buttonClass('ghost')}>
              <MailCheck aria-hidden size={15} />
              {t('message.mail.open')}
            </PageLink>
            <Button
              tone="line"
              disabled={unread === undefined || unread === 0}
              busy={readAll.isPending}
              onClick={() => readAll.mutate()}
            >
              <CheckCheck aria-hidden size={15} />
              {t('message.readAll')}
            </Button>
          </>
        }
      />
      {above}
      <div className="border-line bg-panel grid min-h-[560px] flex-1 grid-cols-[420px_1fr] overflow-hidden rounded-xl border">
        <MessageList id={id} />
        <div className="border-line border-l">
          {id !== undefined ? (
            <Message key={id} id={id} />
          ) : view === 'mail' ? (
            <MailChoices />
          ) : (
            <Empty title={t('message.choose')} text={t('message.chooseText')} />
          )}
        </div>
      </div>
    </>
  );
}

export function MessageDetailPage({ id }: { readonly id: string | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        title={t('message.title')}
        lead={
          <PageLink
            to="/setting/message"
            className="text-brand-ink inline-flex items-center gap-1 font-medium"
          >
            <ArrowLeft aria-hidden size={14} />
            {t('message.back')}
          </PageLink>
        }
      />
      <section className="border-line bg-panel rounded-xl border">
        {id === undefined ? <Empty title={t('message.gone')} /> : <Message key={id} id={id} />}
      </section>
    </>
  );
}
