/** Listens for changes of chats on the WebSocket, and reconnects after a loss. */
import type { ServerFrame } from '@glasshouse/protocol/stream';

const AGAIN_MS = 3_000;
const PING_EVERY_MS = 15_000;

export interface InboxListeners {
  /** The number of the chat that has changed; 0 means that any chat may have changed. */
  readonly onChanged: (chat: number) => void;
  readonly onState: (isOpen: boolean) => void;
}

/** Listens to a channel until the returned function is called. */
export function listenInbox(channel: string, { onChanged, onState }: InboxListeners): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const ping = setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN) socket.send('{"op":"ping"}');
  }, PING_EVERY_MS);
  const connect = () => {
    const next = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    socket = next;
    next.addEventListener('open', () => {
      next.send(JSON.stringify({ op: 'subscribe', channels: [channel] }));
      onState(true);
      // Changes during the disconnection were missed.
      onChanged(0);
    });
    next.addEventListener('message', ({ data }) => {
      const parsed = JSON.parse(String(data)) as ServerFrame | ServerFrame[];
      for (const frame of [parsed].flat()) if (frame.type === 'inbox') onChanged(frame.chat);
    });
    next.addEventListener('close', () => {
      if (isOver) return;
      onState(false);
      timer = setTimeout(connect, AGAIN_MS);
    });
  };
  connect();
  return () => {
    isOver = true;
    clearInterval(ping);
    clearTimeout(timer);
    socket?.close();
  };
}
