/** The state of a chat from the server, and the outgoing messages that it has not confirmed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatMessage, ChatView } from '@glasshouse/protocol/support';
import { uniqueKey } from '../shared/unique-key.ts';
import { Refused, type Bridge } from './bridge.ts';

/** A message that the server has not confirmed. */
export interface Outgoing {
  readonly key: string;
  readonly text: string;
  readonly file: Blob | null;
  /** The error if sending failed; null while the message is in flight. */
  readonly fault: unknown;
}

export type ChatNow = Omit<ChatView, 'messages' | 'hasMore'>;

export interface ChatState {
  /** Null until the chat has loaded. */
  readonly now: ChatNow | null;
  readonly messages: readonly ChatMessage[];
  readonly outgoing: readonly Outgoing[];
  readonly hasFailed: boolean;
  readonly send: (text: string, file?: Blob) => void;
  readonly retry: (message: Outgoing) => void;
  readonly reload: () => Promise<void>;
}

/** Without another typing signal for this long, the operator counts as no longer typing. */
const TYPING_MS = 6_000;
/** Reloads this often, in case the stream missed a change. */
const ASK_EVERY_MS = 20_000;

interface ChatArguments {
  readonly chat: string;
  /** Called if the server no longer has the chat. */
  readonly onGone: () => void;
}

export function useChat(bridge: Bridge, of: ChatArguments): ChatState {
  const { chat } = of;
  const loaded = useMessages(bridge, of);
  const { reload } = loaded;
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  const post = useCallback(
    async (message: Outgoing) => {
      const { key, text, file } = message;
      try {
        if (file === null) await bridge.call('support/send', { chat, text, messageKey: key });
        else await bridge.call('support/send-picture', { chat, messageKey: key }, file);
        await reload();
        setOutgoing((all) => all.filter((each) => each.key !== key));
      } catch (error) {
        setOutgoing((all) => all.map((each) => (each.key === key ? { ...each, fault: error } : each)));
      }
    },
    [bridge, chat, reload],
  );
  const send = useCallback(
    (text: string, file: Blob | null = null) => {
      const message = { key: uniqueKey(), text, file, fault: null };
      setOutgoing((all) => [...all, message]);
      void post(message);
    },
    [post],
  );
  const retry = useCallback(
    (message: Outgoing) => {
      setOutgoing((all) => all.map((each) => (each.key === message.key ? { ...each, fault: null } : each)));
      void post(message);
    },
    [post],
  );
  return { ...loaded, outgoing, send, retry };
}

type Loaded = Pick<ChatState, 'now' | 'messages' | 'hasFailed' | 'reload'>;

/** Loads the state and the new messages of the chat, again whenever the stream reports a change. */
function useMessages(bridge: Bridge, { chat, onGone }: ChatArguments): Loaded {
  const [now, setNow] = useState<ChatNow | null>(null);
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [hasFailed, setFailed] = useState(false);
  const last = useRef(0);
  /**
   * The load in flight. A change that is reported during it sets `isStale`, and another load
   * follows.
   */
  const loading = useRef<Promise<void> | null>(null);
  const isStale = useRef(false);
  const load = useCallback(async () => {
    for (let hasMore = true; hasMore;) {
      const isSeen = bridge.isShown() ? 1 : 0;
      const view = await bridge.call('support/get-messages', { chat, after: last.current, isSeen });
      const { messages: found, ...state } = view;
      hasMore = view.hasMore;
      const added = found.filter(({ id }) => id > last.current);
      last.current = added.at(-1)?.id ?? last.current;
      if (added.length > 0) setMessages((known) => [...known, ...added]);
      setNow(state);
    }
  }, [bridge, chat]);
  const reload = useCallback(async () => {
    isStale.current = true;
    loading.current ??= (async () => {
      try {
        while (isStale.current) {
          isStale.current = false;
          await load();
        }
        setFailed(false);
      } catch (error) {
        if (error instanceof Refused && error.error === 'support/chat-unknown') onGone();
        else setFailed(true);
      } finally {
        loading.current = null;
      }
    })();
    return loading.current;
  }, [load, onGone]);
  const onTyping = useTyping(setNow, now?.isTyping ?? false);
  useEffect(() => {
    void reload();
    const timer = setInterval(() => void reload(), ASK_EVERY_MS);
    const unlisten = bridge.listen((reply) => {
      if (reply.type === 'changed') onTyping(reply.isTyping);
      if (reply.type === 'changed' || (reply.type === 'shown' && reply.isShown)) void reload();
    });
    return () => {
      clearInterval(timer);
      unlisten();
    };
  }, [bridge, reload, onTyping]);
  return { now, messages, hasFailed, reload };
}

type SetNow = (change: (known: ChatNow | null) => ChatNow | null) => void;

/** Whether the operator types. Ends by itself after TYPING_MS without a signal. */
function useTyping(setNow: SetNow, isTyping: boolean): (isTyping: boolean) => void {
  const toldMs = useRef(0);
  const set = useCallback(
    (typing: boolean) => setNow((known) => (known === null ? null : { ...known, isTyping: typing })),
    [setNow],
  );
  useEffect(() => {
    if (!isTyping) return undefined;
    const timer = setInterval(() => {
      if (Date.now() - toldMs.current > TYPING_MS) set(false);
    }, 1_000);
    return () => clearInterval(timer);
  }, [isTyping, set]);
  return useCallback(
    (typing) => {
      if (typing) toldMs.current = Date.now();
      set(typing);
    },
    [set],
  );
}
