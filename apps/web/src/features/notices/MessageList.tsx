/** The list of messages: by kind, unread ones alone, and grouped by day. */
import { Checkbox, formatTime } from '@glasshouse/ui';
import type { NoticeRow } from '@glasshouse/protocol/notices';
import { MESSAGE_TYPES } from '@glasshouse/protocol/notices/kinds';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { usePaged } from '#data/paged.ts';
import { useUnreadCount } from '#data/person.ts';
import { queryClient } from '#data/query-client.ts';
import { serverNow } from '#data/server-time.ts';
import { useTranslation } from '#shared/i18n.ts';
import { FilterSelect } from '#shared/lists/FilterSelect.tsx';
import { PagedBody } from '#shared/lists/PagedBody.tsx';
import { useUrlChoice } from '#shared/url-state.ts';
import { isUrgent, TYPE_ICONS, typeOf } from './message-types.ts';
import { NOTICES_KEY } from './notices-key.ts';

const ROW_PX = 60;
const KINDS = ['all', 'personal', ...MESSAGE_TYPES, 'notice'] as const;
const GROUPS = ['all', 'personal', 'notice'] as const;
type Kind = (typeof KINDS)[number];

const isGroup = (kind: Kind): kind is (typeof GROUPS)[number] => GROUPS.some((group) => group === kind);

export function MessageList({ id }: { readonly id: string | undefined }) {
  const { t, language } = useTranslation();
  const [kind, setKind] = useUrlChoice('kind', KINDS);
  const [unread, setUnread] = useUrlChoice('unread', ['any', 'only']);
  const isUnreadOnly = unread === 'only';
  const notices = usePaged({
    key: [...NOTICES_KEY, 'list', language],
    name: 'notices/get-page',
    input: { kind: kind === 'all' ? '' : kind, unread: isUnreadOnly ? 1 : '' },
  });
  useNewOnes();
  const nameOf = (each: Kind) => t(isGroup(each) ? `message.kinds.${each}` : `message.types.${each}`);
  return (
    <div className="flex min-h-0 flex-col">
      <div className="border-line flex h-12 shrink-0 items-center border-b px-4">
        <FilterSelect
          label={t('message.kind')}
          options={KINDS.map((each) => [each, nameOf(each)] as const)}
          value={kind}
          onValue={setKind}
          className="-ml-1 w-44"
        />
        <Checkbox
          checked={isUnreadOnly}
          onChange={(only) => setUnread(only ? 'only' : 'any')}
          className="text-mut ml-auto"
        >
          {t('message.unreadOnly')}
        </Checkbox>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <PagedBody
          list={notices}
          emptyText={t(
            isUnreadOnly ? 'message.allRead' : kind === 'all' ? 'message.empty' : 'message.noneOfKind',
          )}
          rowHeight={ROW_PX}
        >
          <Groups rows={notices.rows} id={id} />
        </PagedBody>
      </div>
    </div>
  );
}

/** Reloads the list when the number of unread messages rises, so that new messages are shown. */
function useNewOnes(): void {
  const unread = useUnreadCount();
  const before = useRef(unread);
  useEffect(() => {
    const isMore = unread !== undefined && before.current !== undefined && unread > before.current;
    if (isMore) void queryClient.invalidateQueries({ queryKey: [...NOTICES_KEY, 'list'] });
    before.current = unread;
  }, [unread]);
}

function Groups({ rows, id }: { readonly rows: readonly NoticeRow[]; readonly id: string | undefined }) {
  const { t } = useTranslation();
  const today = formatTime(serverNow(), 'date');
  const isToday = ({ time }: NoticeRow) => formatTime(time, 'date') === today;
  const groups = [
    { name: t('message.today'), rows: rows.filter(isToday) },
    { name: t('message.earlier'), rows: rows.filter((row) => !isToday(row)) },
  ];
  return groups
    .filter((group) => group.rows.length > 0)
    .map((group) => (
      <section key={group.name} aria-label={group.name}>
        <h2 className="text-mut bg-bg/50 border-line flex h-7 items-center border-b px-4 text-[11px]">
          {group.name}
        </h2>
        <ul>
          {group.rows.map((notice) => (
            <li key={notice.id}>
              <Row notice={notice} isToday={isToday(notice)} isCurrent={notice.id === id} />
            </li>
          ))}
        </ul>
      </section>
    ));
}

interface RowProps {
  readonly notice: NoticeRow;
  readonly isToday: boolean;
  readonly isCurrent: boolean;
}
function Row({ notice, isToday, isCurrent }: RowProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const Icon = TYPE_ICONS[typeOf(notice.type)];
  const time = formatTime(notice.time, isToday ? 'minute' : 'date');
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() =>
        void navigate({
          to: '/setting/message',
          search: (before) => ({ ...before, view: undefined, id: notice.id }) as never,
          resetScroll: false,
        })
      }
      className="border-line hover:bg-raised/60 aria-[current]:bg-brand/8 relative flex h-[60px] w-full items-center gap-3 border-b px-4 text-left aria-[current]:[box-shadow:inset_2px_0_var(--brand-line)]"
    >
      <span
        className={`grid size-8 shrink-0 place-items-center rounded-lg ${isUrgent(notice.type) && !notice.read ? 'tag-warn' : 'bg-raised text-mut'}`}
      >
        <Icon aria-hidden size={15} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className={`num truncate text-[13px] ${notice.read ? '' : 'font-semibold'}`}>
            {notice.title}
          </span>
          <time
            dateTime={new Date(notice.time).toISOString()}
            className="num text-mut ml-auto shrink-0 text-[11.5px]"
          >
            {time}
          </time>
        </span>
        <span className="flex items-center gap-2">
          <span className="num text-mut truncate">{notice.summary}</span>
          {!notice.read && (
            <i className="bg-brand ml-auto size-2 shrink-0 rounded-full">
              <span className="sr-only">{t('message.unread')}</span>
            </i>
          )}
          {notice.read && notice.type === 'system' && (
            <span className="text-mut ml-auto shrink-0 text-[11px]">{t('message.types.system')}</span>
          )}
        </span>
      </span>
    </button>
  );
}
