/** The site's end of the port to the chat's frame: makes its calls, and hears the stream for it. */
import {
  BRIDGE_CALLS,
  type BridgeCall,
  type BridgeReply,
  type BridgeRequest,
  type BridgeStart,
} from '@glasshouse/protocol/support/bridge';
import { call, CallError, errorText, upload } from '#data/api.ts';
import { session } from '#data/session.ts';
import { smallerPhoto } from '#data/smaller-photo.ts';
import { listen } from '#data/stream.ts';
import { translation } from '#shared/i18n.ts';

export interface SupportPort {
  /** Whether the frame has said anything. */
  isAnswering(): boolean;
  show(isShown: boolean): void;
  close(): void;
}

export interface SupportHandlers {
  readonly onUnread: (count: number) => void;
  readonly onClose: () => void;
  /** A page of the site opens. */
  readonly onVisit: (path: string, topic: string | undefined) => void;
}

/** A page of this site and nothing else, whatever the frame asks for. */
const PATH = /^(?:\/[\w-]+)+$/;

/** The path of the open page, which the chat's first message reports. */
function openPage(): string {
  const path = location.pathname.replace(/^\/pc/, '').replace(/\/$/, '');
  return PATH.test(path) ? path : '/';
}
/** A key as the server makes it; empty: none. */
const CHAT_KEY = /^(?:\d{1,15}-[\w-]{22})?$/;
/** The chat of a visitor; one of a user is found by the session. */
const KEY = 'support-chat';

function keptChat(): string {
  const kept = localStorage.getItem(KEY) ?? '';
  return CHAT_KEY.test(kept) ? kept : '';
}

type Post = (reply: BridgeReply) => void;

/**
 * Whether the reader sees the chat: the panel is open, and its tab in front. Only then the bridge
 * listens for changes: a listener counts as present, and gets no other notice of an answer.
 */
function openHearing(post: Post) {
  let isOpen = true;
  let isShown = true;
  let chat = '';
  let leave = () => {};
  const hear = () => {
    leave();
    leave = () => {};
    if (chat === '' || !isShown) return;
    leave = listen(`chat:${chat}`, (told) => {
      if (told.type === 'chat') post({ type: 'changed', isTyping: told.isTyping });
    });
  };
  const see = () => {
    const isSeen = isOpen && document.visibilityState === 'visible';
    if (isSeen === isShown) return;
    isShown = isSeen;
    post({ type: 'shown', isShown, page: openPage() });
    hear();
  };
  document.addEventListener('visibilitychange', see);
  return {
    follow: (key: string) => {
      chat = key;
      hear();
    },
    show: (isOpenNow: boolean) => {
      isOpen = isOpenNow;
      see();
    },
    close: () => {
      document.removeEventListener('visibilitychange', see);
      leave();
    },
  };
}

export function openSupport(frame: HTMLIFrameElement, handlers: SupportHandlers): SupportPort {
  const { onUnread, onClose, onVisit } = handlers;
  const { port1: port, port2 } = new MessageChannel();
  const isSignedIn = session.get() !== null;
  let isAnswering = false;
  const post: Post = (reply) => port.postMessage(reply);
  const hearing = openHearing(post);
  const follow = (chat: string) => {
    if (!CHAT_KEY.test(chat)) return;
    hearing.follow(chat);
    if (isSignedIn) return;
    if (chat === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chat);
  };
  port.addEventListener('message', ({ data }) => {
    const request = data as BridgeRequest;
    isAnswering = true;
    if (request.type === 'call') void answer(request).then(post);
    else if (request.type === 'chat') follow(request.chat);
    else if (request.type === 'unread') onUnread(Number.isFinite(request.count) ? request.count : 0);
    else if (request.type === 'close') onClose();
    else if (PATH.test(request.path)) onVisit(request.path, request.topic);
  });
  port.start();
  const look = () => ({
    language: translation().language,
    isDark: document.documentElement.classList.contains('dark'),
  });
  frame.addEventListener(
    'load',
    () => {
      const start: BridgeStart = {
        type: 'glasshouse-chat',
        ...look(),
        isSignedIn,
        chat: isSignedIn ? '' : keptChat(),
        page: openPage(),
      };
      // A frame without an origin has no name to address it by. What is in it is our own chat, as
      // its address says, so the key of the chat goes nowhere else.
      frame.contentWindow?.postMessage(start, '*', [port2]);
    },
    { once: true },
  );
  const theme = new MutationObserver(() => post({ type: 'look', ...look() }));
  theme.observe(document.documentElement, { attributeFilter: ['class', 'lang'] });
  return {
    isAnswering: () => isAnswering,
    show: hearing.show,
    close: () => {
      theme.disconnect();
      hearing.close();
      port.close();
    },
  };
}

/** A question names the page that is open now; the frame knows the first one. */
const asked = (name: BridgeCall, input: object): object =>
  name === 'support/open-chat' ? { ...input, page: openPage() } : input;

async function answer(request: Extract<BridgeRequest, { type: 'call' }>): Promise<BridgeReply> {
  const { id, name, input, file } = request;
  try {
    if (!BRIDGE_CALLS.includes(name)) throw new CallError('refused', '');
    // The frame sends input as the calls' types demand. The server checks it anyway.
    const data: unknown =
      name === 'support/send-picture'
        ? await upload(
            name,
            input as { chat: string },
            await smallerPhoto(file instanceof Blob ? file : new Blob()),
          )
        : await call(name, asked(name, input) as never, { quiet: true });
    return { type: 'answer', id, data };
  } catch (error) {
    const text = error instanceof Error ? errorText(error) : '';
    const { error: refusal, field } = error instanceof CallError ? error : {};
    return { type: 'refused', id, text, error: refusal, field };
  }
}
