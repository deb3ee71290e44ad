/** The smallest mail server that a client will talk to: keeps what it is sent. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface TestMailServer {
  readonly url: string;
  readonly messages: string[];
  /** From now on every message is refused, as by a full mailbox. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<TestMailServer> {
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  const state = { isRefusing: false };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, messages, state);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    refuse: (isRefusing) => {
      state.isRefusing = isRefusing;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const END = '\r\n.\r\n';

function converse(socket: Socket, messages: string[], state: { readonly isRefusing: boolean }): void {
  let text = '';
  let isData = false;
  socket.setEncoding('utf8');
  socket.write('220 test\r\n');
  socket.on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf(isData ? END : '\r\n');
      if (end === -1) return;
      const part = text.slice(0, end);
      text = text.slice(end + (isData ? END.length : 2));
      if (isData) messages.push(part);
      const isMessage = !isData && /^DATA/i.test(part);
      socket.write(answerTo(part, { isData, isRefusing: state.isRefusing }));
      isData = isMessage && !state.isRefusing;
    }
  });
}

function answerTo(line: string, { isData, isRefusing }: { isData: boolean; isRefusing: boolean }): string {
  if (isData) return '250 kept\r\n';
  if (/^EHLO/i.test(line)) return '250 test\r\n';
  if (/^DATA/i.test(line)) return isRefusing ? '452 mailbox full\r\n' : '354 go on\r\n';
  return /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n';
}
