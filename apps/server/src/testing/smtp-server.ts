/** A real mail server on loopback that keeps its messages. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TestMailServer {
  readonly url: string;
  /** As received: headers and MIME parts. */
  readonly messages: string[];
  /** From now on every message is refused, as by a full mailbox. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

const MAILBOX_FULL = 452;

export async function startMailServer(): Promise<TestMailServer> {
  const messages: string[] = [];
  let isRefusing = false;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (isRefusing) {
          done(Object.assign(new Error('mailbox full'), { responseCode: MAILBOX_FULL }));
          return;
        }
        messages.push(Buffer.concat(parts).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    refuse: (refusing) => {
      isRefusing = refusing;
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
