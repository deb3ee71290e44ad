/** The chat frame's end of the message port to the page that embeds it. */
import type {
  BridgeCall,
  BridgeReply,
  BridgeRequest,
  BridgeStart,
} from '@glasshouse/protocol/support/bridge';
import type { CallNamed, DataOf, InputOf } from '@glasshouse/protocol';

/** The embedding page refused a call, or could not make it. */
export class Refused extends Error {
  readonly error: string;
  readonly field: string | undefined;
  constructor(text: string, error: string, field: string | undefined) {
    super(text);
    this.error = error;
    this.field = field;
  }
}

export interface Bridge {
  readonly start: BridgeStart;
  call<N extends BridgeCall>(
    name: N,
    input: InputOf<CallNamed<N>>,
    file?: Blob,
  ): Promise<DataOf<CallNamed<N>>>;
  /** Whether the reader sees the chat now. */
  isShown(): boolean;
  send(request: Exclude<BridgeRequest, { type: 'call' }>): void;
  /**
   * Calls the listener for each message of the page that answers no call. Returns a function that
   * unsubscribes it.
   */
  listen(listener: (reply: BridgeReply) => void): () => void;
}

/**
 * Waits for the first message of the embedding page, which brings the port. Ignores messages of
 * other windows, and any second one.
 */
export function openBridge(): Promise<Bridge> {
  return new Promise((resolve) => {
    const onMessage = ({ source, data, ports }: MessageEvent) => {
      const start = data as BridgeStart | null;
      const [port] = ports;
      if (source !== window.parent || start?.type !== 'glasshouse-chat' || port === undefined) return;
      window.removeEventListener('message', onMessage);
      resolve(bridgeOver(port, start));
    };
    window.addEventListener('message', onMessage);
  });
}

interface Asked {
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Refused) => void;
}

function bridgeOver(port: MessagePort, start: BridgeStart): Bridge {
  const asked = new Map<number, Asked>();
  const listeners = new Set<(reply: BridgeReply) => void>();
  let lastId = 0;
  let isShown = true;
  const post = (request: BridgeRequest) => port.postMessage(request);
  port.addEventListener('message', ({ data }) => {
    const reply = data as BridgeReply;
    if (reply.type === 'answer') asked.get(reply.id)?.resolve(reply.data);
    else if (reply.type === 'refused')
      asked.get(reply.id)?.reject(new Refused(reply.text, reply.error ?? '', reply.field));
    else {
      if (reply.type === 'shown') ({ isShown } = reply);
      for (const listener of listeners) listener(reply);
    }
    if ('id' in reply) asked.delete(reply.id);
  });
  port.start();
  return {
    start,
    call: (name, input, file) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        asked.set(id, { resolve: resolve as (data: unknown) => void, reject });
        post({ type: 'call', id, name, input: input as object, ...(file === undefined ? {} : { file }) });
      }),
    isShown: () => isShown,
    send: post,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
