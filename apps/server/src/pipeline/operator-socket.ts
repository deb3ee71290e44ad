/**
 * Lets the operating commands look at a running server with an embedded database, which only one process may open: a unix socket in the
 * data folder. One line of JSON asks, one answers: an audit between two batches, a snapshot, or a query that cannot write. Only who may
 * read the folder can reach it.
 */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import type { Database, Parameter, QueryResult, Session } from '../db/database.ts';
import type { Finding } from './cross-checks.ts';
import type { SavedSnapshot } from './snapshots.ts';

export type OperatorRequest =
  | { readonly ask: 'audit' }
  | { readonly ask: 'snapshot' }
  | { readonly ask: 'query'; readonly text: string; readonly params: readonly Parameter[] };

/** What the running server can do for the commands. */
export interface OperatorDesk {
  audit(): Promise<readonly Finding[]>;
  snapshot(): Promise<SavedSnapshot>;
  readonly database: Database;
}

export function operatorSocketPath(dataDir: string): string {
  return path.resolve(dataDir, 'operator.sock');
}

/** Answers the function that closes it. A left-over of a killed server is replaced: who calls this holds the database's lock. */
export async function serveOperators(dataDir: string, desk: OperatorDesk): Promise<() => void> {
  const file = operatorSocketPath(dataDir);
  fs.rmSync(file, { force: true });
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.unref();
    void serve(socket, desk);
  });
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(file, resolve);
  });
  fs.chmodSync(file, 0o600);
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}

/** One request after the other. */
async function serve(socket: net.Socket, desk: OperatorDesk): Promise<void> {
  try {
    for await (const line of readline.createInterface({ input: socket })) {
      const answer = await answerTo(JSON.parse(line) as OperatorRequest, desk);
      socket.write(`${JSON.stringify(answer, keepBytes)}\n`);
    }
  } catch (error) {
    socket.end(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`);
  }
}

async function answerTo(request: OperatorRequest, desk: OperatorDesk): Promise<unknown> {
  if (request.ask === 'audit') return desk.audit();
  if (request.ask === 'snapshot') return desk.snapshot();
  return readOnly(desk.database, request.text, request.params);
}

function readOnly(
  database: Database,
  text: string,
  params: readonly Parameter[],
): Promise<QueryResult<unknown>> {
  return database.session(async (session) => {
    await session.exec('begin read only');
    try {
      return await session.query(text, params);
    } finally {
      await session.exec('rollback');
    }
  });
}

/** The server that runs on a data folder, as the commands see it. */
export class RunningServer {
  readonly #socket: net.Socket;
  readonly #lines: AsyncIterator<string>;
  /** Each query sees the tables as they are then; nothing holds the server's commits up for longer than one of them. */
  readonly session: Session;

  constructor(socket: net.Socket) {
    this.#socket = socket;
    this.#lines = readline.createInterface({ input: socket })[Symbol.asyncIterator]();
    this.session = {
      query: async <R>(text: string, params: readonly Parameter[] = []) =>
        (await this.#ask({ ask: 'query', text, params })) as QueryResult<R>,
      exec: () => Promise.reject(new Error('a running server is only looked at')),
    };
  }

  async audit(): Promise<readonly Finding[]> {
    return (await this.#ask({ ask: 'audit' })) as readonly Finding[];
  }

  async snapshot(): Promise<SavedSnapshot> {
    return (await this.#ask({ ask: 'snapshot' })) as SavedSnapshot;
  }

  close(): void {
    this.#socket.destroy();
  }

  async #ask(request: OperatorRequest): Promise<unknown> {
    this.#socket.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the running server has ended the conversation; its log says why');
    const answer: unknown = JSON.parse(value, giveBytes);
    if (typeof answer === 'object' && answer !== null && 'error' in answer)
      throw new Error(`the running server answers: ${String(answer.error)}`);
    return answer;
  }
}

/** Null where no server runs on this folder. */
export async function connectToServer(dataDir: string): Promise<RunningServer | null> {
  const file = operatorSocketPath(dataDir);
  if (!fs.existsSync(file)) return null;
  const socket = net.connect(file);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new RunningServer(socket);
  } catch (error) {
    socket.destroy();
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return null;
    throw error;
  }
}

/** Bytes on their way through JSON. */
function keepBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
}

function giveBytes(_key: string, value: unknown): unknown {
  const isBytes =
    typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string';
  return isBytes ? Buffer.from(value.base64 as string, 'base64') : value;
}
