/** A chat with its messages, what is on its way, and the field for the next one. */
import { Button, Tag } from '@glasshouse/ui';
import { UserRound, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '@glasshouse/protocol/support';
import { Bubble, EventLine, Typing } from '../shared/Bubble.tsx';
import { EndOfList } from '../shared/EndOfList.tsx';
import { eventText } from '../shared/event-texts.ts';
import { Picture } from '../shared/Picture.tsx';
import type { Bridge } from './bridge.ts';
import { Failed } from './Failed.tsx';
import { Composer } from './Composer.tsx';
import type { T } from './texts.ts';
import { useChat, type ChatNow, type Outgoing } from './useChat.ts';

export interface ConversationProps {
  readonly t: T;
  readonly bridge: Bridge;
  readonly chat: string;
  readonly hasEmail: boolean;
  readonly onGone: () => void;
}

export function Conversation({ t, bridge, chat, hasEmail, onGone }: ConversationProps) {
  const { now, messages, outgoing, hasFailed, send, retry, reload } = useChat(bridge, { chat, onGone });
  useUnread(bridge, messages);
  const count = messages.length + outgoing.length;
  const isTyping = now?.isTyping ?? false;
  if (now === null)
    return hasFailed ? (
      <Failed t={t} onRetry={() => void reload()} />
    ) : (
      <p className="text-mut p-5 text-[13px]">{t('sending')}</p>
    );
  const isOver = now.state === 'closed';
  return (
    <div className="flex h-dvh flex-col">
      <Head t={t} now={now} onEnd={() => void bridge.call('support/close', { chat }).then(reload)} />
      {/* A region that scrolls is reached by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4" tabIndex={0} role="log" aria-label={t('log')}>
        <ul className="flex flex-col gap-3">
          {messages.map((message) => (
            <Message key={message.id} t={t} bridge={bridge} chat={chat} now={now} message={message} />
          ))}
          {outgoing.map((message) => (
            <Pending key={message.key} t={t} message={message} onRetry={() => retry(message)} />
          ))}
          {isTyping && (
            <Typing
              label={now.operator === '' ? t('somebodyTypes') : t('typing', { operator: now.operator })}
            />
          )}
        </ul>
        <EndOfList key={`${count} ${isTyping}`} />
      </div>
      {now.state === 'waiting' && <MayClose t={t} isSignedIn={bridge.start.isSignedIn} hasEmail={hasEmail} />}
      {isOver ? (
        <div className="border-line border-t p-4">
          <Button tone="brand" className="h-11 w-full" onClick={onGone}>
            {t('newChat')}
          </Button>
        </div>
      ) : (
        <Composer
          t={t}
          onSend={send}
          onType={() => void bridge.call('support/type', { chat }).catch(() => undefined)}
        />
      )}
    </div>
  );
}

/** Counts what came while the panel was closed. */
function useUnread(bridge: Bridge, messages: readonly ChatMessage[]): void {
  const [isShown, setShown] = useState(true);
  const seen = useRef(0);
  useEffect(() => bridge.listen((reply) => reply.type === 'shown' && setShown(reply.isShown)), [bridge]);
  useEffect(() => {
    const last = messages.at(-1)?.id ?? 0;
    if (isShown) seen.current = last;
    const count = messages.filter(({ from, id }) => from === 'operator' && id > seen.current).length;
    bridge.tell({ type: 'unread', count });
  }, [bridge, messages, isShown]);
}

function Head({ t, now, onEnd }: { readonly t: T; readonly now: ChatNow; readonly onEnd: () => void }) {
  const { state, operator, place } = now;
  const isTaken = state === 'taken' || (state === 'mail' && operator !== '');
  return (
    <div className="border-line flex h-11 shrink-0 items-center gap-2.5 border-b px-4">
      <span className="bg-raised text-violet grid size-7 shrink-0 place-items-center rounded-full">
        <UserRound size={14} aria-hidden />
      </span>
      <b className="min-w-0 truncate text-[13px] font-semibold">
        {isTaken ? operator : t(state === 'waiting' ? 'waiting' : state === 'mail' ? 'mail' : 'closed')}
      </b>
      <span className="ml-auto">
        {state === 'taken' && <Tag tone="info">{t('here')}</Tag>}
        {state === 'waiting' && place > 0 && <Tag tone="warn">{t('place', { place })}</Tag>}
      </span>
      {state !== 'closed' && (
        <button
          type="button"
          aria-label={t('endChat')}
          title={t('endChat')}
          onClick={onEnd}
          className="text-mut hover:bg-raised hover:text-fg grid size-7 place-items-center rounded-md"
        >
          <X size={15} aria-hidden />
        </button>
      )}
    </div>
  );
}

interface MessageProps {
  readonly t: T;
  readonly bridge: Bridge;
  readonly chat: string;
  readonly now: ChatNow;
  readonly message: ChatMessage;
}

function Message({ t, bridge, chat, now, message }: MessageProps) {
  const { id, from, text, time, operator, picture } = message;
  if (from === 'event') return <EventLine text={t(eventText(text), { operator })} />;
  const isMine = from === 'visitor';
  const isRead = now.readByOperator >= id;
  return (
    <Bubble
      side={isMine ? 'mine' : 'theirs'}
      text={text}
      timeMs={time}
      {...(isMine ? { mark: { isRead, label: t(isRead ? 'read' : 'sent') } } : {})}
    >
      {picture !== null && (
        <Picture
          load={() => bridge.call('support/get-picture', { chat, picture })}
          labels={{ picture: t('picture'), failed: t('pictureFailed'), close: t('closePicture') }}
        />
      )}
    </Bubble>
  );
}

interface PendingProps {
  readonly t: T;
  readonly message: Outgoing;
  readonly onRetry: () => void;
}

function Pending({ t, message: { text, file, fault }, onRetry }: PendingProps) {
  return (
    <li className="flex max-w-[284px] flex-col items-end self-end">
      <p className="bg-brand-soft rounded-xl rounded-br-sm px-3.5 py-2 text-[13px] leading-5 break-words whitespace-pre-wrap">
        {file === null ? text : t('picture')}
      </p>
      {fault === '' ? (
        <span className="text-mut mt-1 px-1 text-[11px]">{t('sending')}</span>
      ) : (
        <span role="alert" className="text-down mt-1 px-1 text-right text-[12px]">
          {fault}{' '}
          <button type="button" onClick={onRetry} className="font-semibold underline">
            {t('tryAgain')}
          </button>
        </span>
      )}
    </li>
  );
}

interface MayCloseProps {
  readonly t: T;
  readonly isSignedIn: boolean;
  readonly hasEmail: boolean;
}

function MayClose({ t, isSignedIn, hasEmail }: MayCloseProps) {
  return (
    <div className="border-line mx-4 mb-3 rounded-lg border px-3.5 py-2.5 text-[12.5px] leading-[18px]">
      {(isSignedIn || hasEmail) && <b className="block font-semibold">{t('mayClose')}</b>}
      <span className="text-mut">
        {t(isSignedIn ? 'mayCloseUser' : hasEmail ? 'mayCloseVisitor' : 'mayCloseNoMail')}
      </span>
    </div>
  );
}
