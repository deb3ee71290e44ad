/** A call as it was asked for, and the way back to who asked, whichever way the request came. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Download } from './handler.ts';

export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The address of the client. */
  readonly ip: string;
  /** The query or the body, unchecked. */
  readonly raw: unknown;
  /** The file of a call that takes one. */
  readonly upload: Uint8Array | null;
  /** The user whose session it has; 0 until that is known, and of visitors. */
  userId: number;
}

/** A reply of JSON. */
export interface JsonReply {
  readonly status: number;
  /** Beside the headers of every answer and of JSON. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer;
}

export interface Answering {
  readonly isSent: boolean;
  send(reply: JsonReply): void;
  /** Settles when nothing is read of the file any more. */
  sendFile(file: Download): Promise<void>;
}
