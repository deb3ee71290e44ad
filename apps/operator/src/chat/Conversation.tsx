/** A chat: its messages, the unconfirmed outgoing ones, and the field for the next one. */
import { Button, Tag } from '@glasshouse/ui';
import { UserRound } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { chatNumber } from '@glasshouse/protocol/support/topics';
import type { ChatMessage } from '@glasshouse/protocol/support';
import { Bubble, EventLine, Typing } from '../shared/Bubble.tsx';
import { EndOfList } from '../shared/EndOfList.tsx';
import { eventText } from '../shared/event-texts.ts';
import { Picture } from '../shared/Picture.tsx';
import type { Bridge } from './bridge.ts';
import { Composer } from './Composer.tsx';
import { EndQuestion } from './EndQuestion.tsx';
import { Failed } from './Failed.tsx';
import { refusalText } from './refusal.ts';
import type { T } from './texts.ts';
import { useChat, type ChatNow, type Outgoing } from './useChat.ts';

export interface ConversationProps {
  readonly t: T;
  readonly bridge: Bridge;
  readonly chat: string;
  readonly onGone: () => void;
}

export function Conversation({ t, bridge, chat, onGone }: ConversationProps) {
  const { now, messages, outgoing, hasFailed, send, retry, reload } = useChat(bridge, { chat, onGone });
  useUnread(bridge, messages);
  const isTyping = now?.isTyping ?? false;
  if (now === null)
    return hasFailed ? (
      <Failed t={t} onRetry={() => void reload()} />
    ) : (
      <div className="p-5">
        <span className="skeleton block h-6 w-40" />
      </div>
    );
  const isOver = now.state === 'closed';
  return (
    <div className="flex h-dvh flex-col">
      <Head t={t} now={now} onEnd={() => bridge.call('support/close', { chat }).then(reload)} />
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
        <EndOfList key={outgoing.length} />
      </div>
      {hasFailed && (
        <p role="status" className="text-bad px-4 pb-2 text-[12px]">
          {t('lost')}
        </p>
      )}
      {now.state === 'waiting' && (
        <MayClose t={t} isSignedIn={bridge.start.isSignedIn} hasEmail={now.hasEmail} />
      )}
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

/** Counts the messages that arrived while the panel was closed. */
function useUnread(bridge: Bridge, messages: readonly ChatMessage[]): void {
  const [isShown, setShown] = useState(() => bridge.isShown());
  const seen = useRef(0);
  useEffect(() => bridge.listen((reply) => reply.type === 'shown' && setShown(reply.isShown)), [bridge]);
  useEffect(() => {
    const last = messages.at(-1)?.id ?? 0;
    if (isShown) seen.current = last;
    const count = messages.filter(({ from, id }) => from === 'operator' && id > seen.current).length;
    bridge.send({ type: 'unread', count });
  }, [bridge, messages, isShown]);
}

interface HeadProps {
  readonly t: T;
  readonly now: ChatNow;
  readonly onEnd: () => Promise<void>;
}

function Head({ t, now, onEnd }: HeadProps) {
  const [isAsked, setAsked] = useState(false);
  const end = useRef<HTMLButtonElement>(null);
  function keep() {
    setAsked(false);
    end.current?.focus();
  }
  return (
    <>
      <HeadLine t={t} now={now}>
        <button
          ref={end}
          type="button"
          aria-expanded={isAsked}
          onClick={() => setAsked(!isAsked)}
          className="text-mut hover:bg-raised hover:text-fg h-7 shrink-0 rounded-md px-2 text-[12px] font-medium whitespace-nowrap"
        >
          {t('endChat')}
        </button>
      </HeadLine>
      {isAsked && now.state !== 'closed' && <EndQuestion t={t} onEnd={onEnd} onKeep={keep} />}
    </>
  );
}

interface HeadLineProps extends Pick<HeadProps, 't' | 'now'> {
  /** The controls that end the chat, shown while it is open. */
  readonly children: ReactNode;
}

function HeadLine({ t, now, children }: HeadLineProps) {
  const { state, operator, place, number } = now;
  const isTaken = state === 'taken' || (state === 'mail' && operator !== '');
  return (
    <div className="border-line flex h-11 shrink-0 items-center gap-2.5 border-b px-4">
      <span className="bg-raised text-violet grid size-7 shrink-0 place-items-center rounded-full">
        <UserRound size={14} aria-hidden />
      </span>
      <b className="min-w-0 truncate text-[13px] font-semibold">
        {isTaken ? operator : t(state === 'waiting' ? 'waiting' : state === 'mail' ? 'mail' : 'closed')}
      </b>
      <span className="text-mut num shrink-0 text-[12px]">{chatNumber(number)}</span>
      <span className="ml-auto">
        {state === 'taken' && <Tag tone="info">{t('here')}</Tag>}
        {state === 'waiting' && place > 0 && <Tag tone="warn">{t('place', { place })}</Tag>}
      </span>
      {state !== 'closed' && children}
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
  if (from === 'event') return <EventLine text={t(eventText(message), { operator })} />;
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
      {fault === null ? (
        <span className="text-mut mt-1 px-1 text-[11px]">{t('sending')}</span>
      ) : (
        <span role="alert" className="text-bad mt-1 px-1 text-right text-[12px]">
          {refusalText(t, fault, { text: 'message' })}{' '}
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
