/**
 * /setting/message: the list beside the selected message; /setting/msg-detail: one message alone.
 * Opening one marks it read.
 */
import {
  Button,
  Checkbox,
  DateTime,
  Empty,
  Note,
  Segmented,
  Skeleton,
  Tag,
  type TagTone,
} from '@glasshouse/ui';
import type { NoticeRow } from '@glasshouse/protocol/notices';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Bell, CheckCheck, Mail, ScanFace, ShieldAlert, type LucideIcon } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { call } from '#data/api.ts';
import { usePaged } from '#data/paged.ts';
import { useUnreadCount } from '#data/person.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { useTranslation } from '#shared/i18n.ts';
import { ListFailed, PagedBody } from '#shared/lists/PagedBody.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { useUrlChoice } from '#shared/url-state.ts';

const KEY = [PERSONAL, 'notices'] as const;
const ROW_PX = 60;
const KINDS = ['all', 'personal', 'notice'] as const;

const ICONS: Readonly<Record<string, LucideIcon>> = {
  security: ShieldAlert,
  identity: ScanFace,
  system: Bell,
};
const TONES: Readonly<Record<string, TagTone>> = {
  security: 'warn',
  identity: 'info',
  deposit: 'info',
  withdrawal: 'info',
};
const TYPES = ['security', 'identity', 'deposit', 'withdrawal', 'system'] as const;
const typeOf = (type: string) => TYPES.find((known) => known === type) ?? 'system';

export interface MessagePageProps {
  readonly id: string | undefined;
  readonly above: ReactNode;
}
export function MessagePage({ id, above }: MessagePageProps) {
  const { t } = useTranslation();
  const unread = useUnreadCount();
  const readAll = useMutation({
    mutationFn: () => call('notices/read-all', {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <>
      <PageHeader
        title={t('message.title')}
        lead={
          <span>
            {unread === undefined
              ? '\u00a0'
              : unread > 0
                ? t('shell.unread', { count: unread })
                : t('shell.noUnread')}
          </span>
        }
        right={
          <Button
            tone="line"
            disabled={unread === undefined || unread === 0}
            busy={readAll.isPending}
            onClick={() => readAll.mutate()}
          >
            <CheckCheck aria-hidden size={15} />
            {t('message.readAll')}
          </Button>
        }
      />
      {above}
      <div className="border-line bg-panel grid min-h-[560px] flex-1 grid-cols-[420px_1fr] overflow-hidden rounded-xl border">
        <List id={id} />
        <div className="border-line border-l">
          {id === undefined ? (
            <Empty title={t('message.choose')} text={t('message.chooseText')} />
          ) : (
            <Message id={id} />
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
        {id === undefined ? <Empty title={t('message.gone')} /> : <Message id={id} />}
      </section>
    </>
  );
}

function List({ id }: { readonly id: string | undefined }) {
  const { t, language } = useTranslation();
  const [kind, setKind] = useUrlChoice('kind', KINDS);
  const [unread, setUnread] = useUrlChoice('unread', ['any', 'only']);
  const unreadOnly = unread === 'only';
  const notices = usePaged({
    key: [...KEY, 'list', language],
    name: 'notices/get-page',
    input: { kind: kind === 'all' ? '' : kind, unread: unreadOnly ? 1 : '' },
  });
  return (
    <div className="flex min-h-0 flex-col">
      <div className="border-line flex h-12 shrink-0 items-center border-b px-4">
        <Segmented
          label={t('message.kind')}
          value={kind}
          onValue={setKind}
          items={KINDS.map((each) => ({ id: each, label: t(`message.kinds.${each}`) }))}
        />
        <Checkbox
          checked={unreadOnly}
          onChange={(only) => setUnread(only ? 'only' : 'any')}
          className="text-mut ml-auto"
        >
          {t('message.unreadOnly')}
        </Checkbox>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <PagedBody list={notices} emptyText={t('message.empty')} rowHeight={ROW_PX}>
          {notices.rows.map((notice) => (
            <Row key={notice.id} notice={notice} current={notice.id === id} />
          ))}
        </PagedBody>
      </div>
    </div>
  );
}

function Row({ notice, current }: { readonly notice: NoticeRow; readonly current: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const Icon = ICONS[notice.type] ?? Mail;
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={() =>
        void navigate({ to: '/setting/message', search: (before) => ({ ...before, id: notice.id }) })
      }
      className="border-line hover:bg-raised/60 aria-[current]:bg-brand/8 aria-[current]:before:bg-brand relative flex h-[60px] w-full items-center gap-3 border-b px-4 text-left aria-[current]:before:absolute aria-[current]:before:inset-y-0 aria-[current]:before:left-0 aria-[current]:before:w-0.5"
    >
      <span className="bg-raised text-mut grid size-8 shrink-0 place-items-center rounded-lg">
        <Icon aria-hidden size={15} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className={`truncate text-[13px] ${notice.read ? '' : 'font-semibold'}`}>{notice.title}</span>
          <DateTime timeMs={notice.time} kind="short" className="text-mut ml-auto shrink-0 text-[11.5px]" />
        </span>
        <span className="flex items-center gap-2">
          <span className="text-mut truncate">{notice.summary}</span>
          {!notice.read && (
            <i className="bg-brand ml-auto size-2 shrink-0 rounded-full">
              <span className="sr-only">{t('message.unread')}</span>
            </i>
          )}
        </span>
      </span>
    </button>
  );
}

function Message({ id }: { readonly id: string }) {
  const { t, language } = useTranslation();
  const { data, isError, error, refetch } = useQuery({
    queryKey: [...KEY, 'detail', language, id],
    queryFn: () => call('notices/get-detail', { id }, { quiet: true }),
    staleTime: Infinity,
  });
  // Reading the message reduces the number of unread ones.
  useEffect(() => {
    if (data === undefined) return;
    void queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] });
    void queryClient.invalidateQueries({ queryKey: [...KEY, 'count'] });
  }, [data]);
  if (isError)
    return 'kind' in error && error.kind === 'refused' ? (
      <Empty title={t('message.gone')} text={t('message.goneText')} />
    ) : (
      <ListFailed error={error} onRetry={refetch} />
    );
  if (data === undefined)
    return (
      <div aria-hidden className="grid gap-3 px-8 py-6">
        <Skeleton className="w-36!" />
        <Skeleton className="h-5! w-80!" />
        <Skeleton className="mt-2 w-120!" />
      </div>
    );
  return (
    <article className="max-w-[680px] px-8 py-6">
      <p className="flex items-center gap-2.5">
        <Tag tone={TONES[data.type] ?? 'mut'}>{t(`message.types.${typeOf(data.type)}`)}</Tag>
        <DateTime timeMs={data.time} className="text-mut" />
      </p>
      <h2 className="mt-3 text-[20px] leading-7 font-semibold">{data.title}</h2>
      <div className="mt-3 grid gap-2 text-[14px] leading-6">
        {data.content.split('\n').map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {data.type === 'security' && (
        <div className="mt-5">
          <Note tone="bad" title={t('message.notYou')}>
            {t('message.notYouText')}{' '}
            <PageLink to="/setting/safty" className="text-brand-ink font-medium">
              {t('message.toSecurity')}
            </PageLink>
          </Note>
        </div>
      )}
      {data.type === 'identity' && (
        <PageLink to="/setting/verify" className="text-brand-ink mt-4 inline-block text-[13px] font-medium">
          {t('shell.verify')}
        </PageLink>
      )}
    </article>
  );
}
