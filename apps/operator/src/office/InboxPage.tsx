/** The support inbox: the list of chats, and the chosen one with its messages and its customer. */
import { Button, DateTime, Empty, Segmented, SkeletonRows, Tag } from '@glasshouse/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MessageSquareText, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { InboxRow } from '@glasshouse/protocol/desk';
import { INBOX_MAX, INBOX_PAGE } from '@glasshouse/protocol/support/topics';
import { nameOf } from './chat-name.ts';
import { Page } from './frame/Page.tsx';
import { LISTS, type InboxSearch, type List } from './inbox-search.ts';
import { ChatView } from './ChatView.tsx';
import { usePageActs } from './palette/acts.ts';
import { Age } from './parts/Age.tsx';
import { PersonView } from './PersonView.tsx';
import { useSelf } from './self.ts';
import { useTexts } from './texts.ts';
import { CHAT_AIM_MS, useInbox, type Inbox } from './useInbox.ts';
import { FindField } from './parts/FindField.tsx';
import { Failed } from './parts/states.tsx';

const SEARCH_FIELD = 'inbox-search';

export function InboxPage() {
  const { t } = useTexts();
  const self = useSelf().data;
  const { chat = 0, list = 'open', find = '' } = useSearch({ from: '/inbox' });
  const [count, setCount] = useState(INBOX_PAGE);
  const inbox = useInbox({ list, find, count });
  useTitleCount(inbox.data?.counts.waiting ?? 0);
  const own = self?.name ?? '';
  useInboxActs(self?.role === 'admin');
  const { data } = inbox;
  return (
    <Page
      title={t('inbox')}
      fact={data && t('inboxState', { waiting: data.counts.waiting, present: data.present.length })}
    >
      <div className="bg-panel grid min-h-0 flex-1 grid-cols-[292px_minmax(0,1fr)_308px] grid-rows-[minmax(0,1fr)]">
        <ChatList
          inbox={inbox}
          list={list}
          find={find}
          chosen={chat}
          own={own}
          onMore={count < INBOX_MAX ? () => setCount(Math.min(count * 2, INBOX_MAX)) : null}
        />
        {chat === 0 ? (
          <div className="col-span-2 grid place-content-center">
            <Empty title={t('choose')} text={t('chooseText')} />
          </div>
        ) : (
          <>
            <ChatView key={chat} chat={chat} own={own} present={inbox.data?.present ?? []} />
            <PersonView key={`person ${chat}`} chat={chat} />
          </>
        )}
      </div>
    </Page>
  );
}

function useInboxActs(mayEditReplies: boolean): void {
  const { t } = useTexts();
  const navigate = useNavigate();
  usePageActs([
    {
      id: 'find',
      label: t('findChat'),
      text: t('find'),
      icon: Search,
      keys: '/',
      run: () => document.getElementById(SEARCH_FIELD)?.focus(),
    },
    {
      id: 'replies',
      label: t('editReplies'),
      icon: MessageSquareText,
      ...(mayEditReplies ? {} : { onlyFor: t('onlyFor', { roles: t('role_admin') }) }),
      run: () => void navigate({ to: '/replies' }),
    },
  ]);
}

/**
 * Shows the number of waiting chats in the window's title, which is visible while another window is
 * in front.
 */
function useTitleCount(waiting: number): void {
  const { t } = useTexts();
  const title = t('inbox');
  useEffect(() => {
    const before = document.title;
    document.title = waiting === 0 ? title : `(${waiting}) ${title}`;
    return () => {
      document.title = before;
    };
  }, [waiting, title]);
}

interface ChatListProps {
  readonly inbox: Inbox;
  readonly list: List;
  readonly find: string;
  readonly chosen: number;
  readonly own: string;
  /** Loads more rows; null if the list has its maximum. */
  readonly onMore: (() => void) | null;
}

function ChatList({ inbox, list, find, chosen, own, onMore }: ChatListProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const counts = inbox.data?.counts;
  const choose = (search: InboxSearch, replace = false) => void navigate({ to: '/inbox', search, replace });
  return (
    <section className="border-line flex min-h-0 flex-col border-r" aria-label={t('inbox')}>
      <div className="border-line flex flex-col gap-2 border-b p-3">
        <Segmented
          label={t('inbox')}
          value={list}
          onValue={(next) => choose({ list: next })}
          items={LISTS.map((each) => ({
            id: each,
            label: `${t(`list_${each}`)}${each === 'closed' || counts === undefined ? '' : ` ${counts[each]}`}`,
          }))}
        />
        <FindField
          id={SEARCH_FIELD}
          inputMode="numeric"
          className="w-full"
          find={{
            label: t('find'),
            value: find,
            onChange: (text) =>
              choose({ list, chat: chosen, find: text.replaceAll(/\D/g, '').slice(0, 15) }, true),
          }}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {inbox.isPending && <SkeletonRows rows={6} height={58} />}
        {inbox.isError && <Failed error={inbox.error} onRetry={inbox.refetch} />}
        {inbox.data !== undefined && (
          <Chats
            rows={inbox.data.list}
            own={own}
            chosen={chosen}
            title={find === '' ? (list === 'closed' ? t('list_closed') : undefined) : t('found')}
            onChoose={(chat) => choose({ list, find, chat })}
          />
        )}
        {inbox.data?.hasMore === true && onMore !== null && (
          <Button size="sm" className="mx-auto my-3 block" busy={inbox.isPlaceholderData} onClick={onMore}>
            {t('more')}
          </Button>
        )}
      </div>
      {list !== 'closed' && (
        <p className="text-mut border-line border-t p-4 text-[12px] leading-[18px]">{t('order')}</p>
      )}
    </section>
  );
}

interface ChatsProps {
  readonly rows: readonly InboxRow[];
  readonly own: string;
  readonly chosen: number;
  /**
   * The heading of the only group (search results, closed chats). Undefined: groups by the chats'
   * operators.
   */
  readonly title: string | undefined;
  readonly onChoose: (chat: number) => void;
}

function Chats({ rows, own, chosen, title, onChoose }: ChatsProps) {
  const { t } = useTexts();
  if (rows.length === 0)
    return <Empty title={t('noChats')} {...(title === undefined ? { text: t('noChatsText') } : {})} />;
  const lists = [
    { title: t('mine'), rows: rows.filter(({ operator }) => operator === own) },
    { title: t('waiting'), rows: rows.filter(({ operator }) => operator === '') },
    { title: t('others'), rows: rows.filter(({ operator }) => operator !== '' && operator !== own) },
  ];
  const groups = title === undefined ? lists.filter((group) => group.rows.length > 0) : [{ title, rows }];
  return groups.map((group) => (
    <div key={group.title}>
      <h2 className="bg-bg border-line text-mut border-b px-4 py-1.5 text-[11px]">{group.title}</h2>
      {group.rows.map((row) => (
        <Row key={row.chat} row={row} own={own} isChosen={row.chat === chosen} onChoose={onChoose} />
      ))}
    </div>
  ));
}

interface RowProps {
  readonly row: InboxRow;
  readonly own: string;
  readonly isChosen: boolean;
  readonly onChoose: (chat: number) => void;
}

function Row({ row, own, isChosen, onChoose }: RowProps) {
  const { t } = useTexts();
  const text = row.lastText === '' ? t('pictureText') : row.lastText;
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      onClick={() => onChoose(row.chat)}
      className="border-line hover:bg-raised aria-[current]:bg-brand-soft aria-[current]:shadow-[inset_2px_0_var(--color-brand)] block w-full border-b px-4 py-2.5 text-left"
    >
      <span className="flex items-baseline gap-2">
        <b className="shrink-0 text-[13px] font-semibold">{nameOf(t, row)}</b>
        <span className="text-mut min-w-0 truncate text-[12px]">{t(`topic_${row.topic}`)}</span>
        {row.isUrgent && (
          <Tag tone="bad" dot={false}>
            {t('urgent')}
          </Tag>
        )}
        <Waits row={row} />
      </span>
      <span className="mt-0.5 flex items-center gap-2">
        <span className="text-mut min-w-0 flex-1 truncate text-[12.5px]">
          {row.lastFrom === 'operator' && row.operator === own ? t('you', { text }) : text}
        </span>
        {row.unread > 0 && (
          <i
            role="img"
            aria-label={t('unread', { count: row.unread })}
            className="bg-brand size-2 shrink-0 rounded-full"
          />
        )}
      </span>
    </button>
  );
}

function Waits({ row: { waitsSince, lastTime, state } }: { readonly row: InboxRow }) {
  return (
    <span className="ml-auto shrink-0 text-[11px]">
      {state === 'closed' ? (
        <DateTime timeMs={lastTime} kind="short" className="text-mut" />
      ) : waitsSince === null ? (
        <Age sinceMs={lastTime} />
      ) : (
        <Age sinceMs={waitsSince} aimMs={CHAT_AIM_MS} />
      )}
    </span>
  );
}
