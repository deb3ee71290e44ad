/**
 * Lets `npm run kyc` and `npm run sessions` work on a running server, whose embedded database only one process may open: a unix socket in the data folder, one
 * request and one answer per connection, each a line of JSON. Only who may read the folder can reach it.
 */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { errorFields, type Log } from './log.ts';
import type { DeskAnswer, DeskRequest } from './desk.ts';

const REQUEST_BYTES_MAX = 10_000;
const ANSWER_BYTES_MAX = 60_000_000;

function socketPath(dataDir: string): string {
  return path.resolve(dataDir, 'desk.sock');
}

/** Answers the function that closes it. */
export async function serveDesk(
  dataDir: string,
  answer: (request: DeskRequest) => Promise<DeskAnswer>,
  log: Log,
): Promise<() => void> {
  const file = socketPath(dataDir);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.rmSync(file, { force: true });
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.length > REQUEST_BYTES_MAX) socket.destroy();
      if (!text.endsWith('\n')) return;
      answer(JSON.parse(text) as DeskRequest).then(
        (told) => socket.end(`${JSON.stringify(told)}\n`),
        (error: unknown) => {
          log.error('the desk failed', errorFields(error));
          socket.destroy();
        },
      );
    });
  });
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(file, resolve);
  });
  fs.chmodSync(file, 0o600);
  return () => void server.close();
}

/** The answer of the server that runs on this folder; null where none runs. */
export async function askDesk(dataDir: string, request: DeskRequest): Promise<DeskAnswer | null> {
  const file = socketPath(dataDir);
  if (!fs.existsSync(file)) return null;
  const socket = net.connect(file);
  try {
    socket.write(`${JSON.stringify(request)}\n`);
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length > ANSWER_BYTES_MAX) throw new Error('the answer of the running server is too long');
    }
    if (text === '') throw new Error('the running server could not do it; its log says why');
    return JSON.parse(text) as DeskAnswer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return null;
    throw error;
  } finally {
    socket.destroy();
  }
}
