/** One chat: its messages, and the field for the answer. */
import { StickyNote } from 'lucide-react';
import { Bubble, EventLine, Typing } from '../shared/Bubble.tsx';
import { EndOfList } from '../shared/EndOfList.tsx';
import { eventText } from '../shared/event-texts.ts';
import { Picture } from '../shared/Picture.tsx';
import { call } from './api.ts';
import { ChatHead } from './ChatHead.tsx';
import { nameOf } from './chat-name.ts';
import { Reply } from './Reply.tsx';
import { useDeskChat, type DeskChat } from './useDeskChat.ts';
import { useTexts } from './texts.ts';
import { Failed } from './parts/states.tsx';

export interface ChatViewProps {
  readonly chat: number;
  /** The name of the signed-in operator. */
  readonly own: string;
  /** Operators who take chats now. */
  readonly present: readonly string[];
}

export function ChatView({ chat, own, present }: ChatViewProps) {
  const { t } = useTexts();
  const query = useDeskChat(chat);
  const { data } = query;
  const isTyping = data?.isTyping ?? false;
  if (query.isError && data === undefined) return <Failed error={query.error} onRetry={query.refetch} />;
  if (data === undefined)
    return (
      <div className="p-6">
        <span className="skeleton block h-6 w-48" />
      </div>
    );
  return (
    <section aria-label={nameOf(t, data)} className="flex min-h-0 flex-col">
      <ChatHead data={data} own={own} present={present} />
      {/* The keyboard must be able to reach a region that scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        className="min-h-0 flex-1 overflow-y-auto px-5 py-4"
        tabIndex={0}
        role="log"
        aria-label={t('messages')}
      >
        <ul className="flex flex-col gap-3">
          {data.messages.map((message) => (
            <Message key={message.id} data={data} message={message} />
          ))}
          {isTyping && <Typing label={t('customerTyping')} />}
        </ul>
        <EndOfList key={data.messages.filter(({ operator }) => operator === own).length} />
      </div>
      {data.state === 'closed' ? (
        <p className="border-line text-mut border-t p-5 text-center text-[13px]">{t('closedNow')}</p>
      ) : (
        <Reply data={data} own={own} />
      )}
    </section>
  );
}

function Message({
  data,
  message,
}: {
  readonly data: DeskChat;
  readonly message: DeskChat['messages'][number];
}) {
  const { t } = useTexts();
  const { id, from, text, time, operator, picture } = message;
  if (from === 'event') return <EventLine text={t(eventText(message), { operator })} />;
  if (from === 'note')
    return (
      <li className="border-warn/40 bg-warn-soft flex gap-2.5 rounded-lg border px-3.5 py-2.5 text-[13px] leading-5">
        <StickyNote aria-hidden size={15} className="text-warn mt-0.5 shrink-0" />
        <div className="min-w-0">
          <b className="block text-[12px] font-semibold">{t('noteBy', { operator })}</b>
          <p className="break-words whitespace-pre-wrap">{text}</p>
        </div>
      </li>
    );
  const isMine = from === 'operator';
  const isRead = data.readByVisitor >= id;
  return (
    <Bubble
      side={isMine ? 'mine' : 'theirs'}
      text={text}
      timeMs={time}
      {...(isMine ? { mark: { isRead, label: t(isRead ? 'read' : 'sent') } } : {})}
    >
      {picture !== null && (
        <Picture
          load={() => call('desk/get-picture', { chat: data.chat, picture })}
          labels={{ picture: t('picture'), failed: t('pictureFailed'), close: t('closePicture') }}
        />
      )}
    </Bubble>
  );
}
