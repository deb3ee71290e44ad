/** The support inbox: the list of chats, and the chosen one with its messages and its customer. */
import { Button, DateTime, Empty, ErrorState, Segmented, SkeletonRows, Tag, TextInput } from '@glasshouse/ui';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { InboxRow } from '@glasshouse/protocol/desk';
import { INBOX_MAX, INBOX_PAGE } from '@glasshouse/protocol/support/topics';
import { call } from './api.ts';
import { nameOf } from './chat-name.ts';
import { LISTS, type InboxSearch, type List } from './inbox-search.ts';
import { ChatView } from './ChatView.tsx';
import { PersonView } from './PersonView.tsx';
import { useSelf } from './self.ts';
import { listenInbox } from './stream.ts';
import { useTexts } from './texts.ts';

const ASK_EVERY_MS = 30_000;
/** The pause between two reloads of the chats that the stream reports as changed. */
const PAUSE_MS = 400;
const LATE_MINUTES = 5;

interface Asked {
  readonly list: List;
  /** The number of a chat or of a user; '' for all. */
  readonly find: string;
  readonly count: number;
}

const useInbox = (asked: Asked) =>
  useQuery({
    queryKey: ['inbox', asked],
    refetchInterval: ASK_EVERY_MS,
    placeholderData: keepPreviousData,
    queryFn: () => call('desk/get-inbox', asked),
  });
type Inbox = ReturnType<typeof useInbox>;

export function InboxPage() {
  const { t } = useTexts();
  const self = useSelf().data;
  const { chat = 0, list = 'open', find = '' } = useSearch({ from: '/inbox' });
  const [count, setCount] = useState(INBOX_PAGE);
  const inbox = useInbox({ list, find, count });
  useTitleCount(inbox.data?.counts.waiting ?? 0);
  const own = self?.name ?? '';
  return (
    <main className="grid min-h-0 grid-rows-[56px_minmax(0,1fr)]">
      <InboxHead inbox={inbox} />
      <div className="bg-panel grid min-h-0 grid-cols-[292px_minmax(0,1fr)_308px]">
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
    </main>
  );
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

function InboxHead({ inbox }: { readonly inbox: Inbox }) {
  const { t } = useTexts();
  const isConnected = useInboxChannel(inbox.data?.channel);
  return (
    <header className="bg-panel border-line flex items-center gap-4 border-b px-5">
      <h1 className="text-[16px] font-semibold">{t('inbox')}</h1>
      {inbox.data !== undefined && (
        <span className="text-mut text-[13px]">
          {t('inboxState', {
            waiting: inbox.data.counts.waiting,
            present: inbox.data.present.length,
          })}
        </span>
      )}
      {!isConnected && inbox.data !== undefined && <Tag tone="warn">{t('lost')}</Tag>}
    </header>
  );
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
        <TextInput
          type="search"
          inputMode="numeric"
          aria-label={t('find')}
          placeholder={t('find')}
          value={find}
          onChange={({ target }) =>
            choose({ list, chat: chosen, find: target.value.replaceAll(/\D/g, '').slice(0, 15) }, true)
          }
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {inbox.isPending && <SkeletonRows rows={6} height={58} />}
        {inbox.isError && (
          <ErrorState
            title={t('failed')}
            text={inbox.error.message}
            retryLabel={t('retry')}
            onRetry={inbox.refetch}
          />
        )}
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

/**
 * Reloads the chats that the stream reports as changed. Returns whether the stream is connected.
 */
function useInboxChannel(channel: string | undefined): boolean {
  const queries = useQueryClient();
  const [isConnected, setConnected] = useState(false);
  useEffect(() => {
    if (channel === undefined) return undefined;
    /** Numbers of changed chats; 0 means that any chat may have changed. */
    const changed = new Set<number>();
    let isLoading = false;
    // One load at a time, then a pause, because many chats can change within a second.
    const load = async () => {
      if (isLoading) return;
      isLoading = true;
      while (changed.size > 0) {
        const keys = [...changed].map((chat) => (chat === 0 ? ['chat'] : ['chat', chat]));
        changed.clear();
        await Promise.all([['inbox'], ...keys].map((queryKey) => queries.invalidateQueries({ queryKey })));
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      isLoading = false;
    };
    return listenInbox(channel, {
      onState: setConnected,
      onChanged: (chat) => {
        changed.add(chat);
        void load();
      },
    });
  }, [channel, queries]);
  return isConnected;
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
  const { t } = useTexts();
  const now = useMinute();
  if (state === 'closed')
    return <DateTime timeMs={lastTime} kind="short" className="text-mut ml-auto shrink-0 text-[11px]" />;
  const minutes = Math.max(0, Math.floor((now - (waitsSince ?? lastTime)) / 60_000));
  const isLate = waitsSince !== null && minutes >= LATE_MINUTES;
  const text =
    minutes < 60 ? t('minutes', { count: minutes }) : t('hours', { count: Math.floor(minutes / 60) });
  return (
    <span className={`ml-auto shrink-0 text-[11px] ${isLate ? 'text-warn font-semibold' : 'text-mut'}`}>
      {text}
    </span>
  );
}

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
