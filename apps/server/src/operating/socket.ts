/**
 * Lets operating commands work on a running server, because only one process may open the embedded
 * database: a unix socket in the data folder. A line of JSON names a command and its input, and a
 * line answers; a connection carries any number, one after the other. Only users who can read the
 * folder can reach it.
 */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** Of each socket. They bound its memory: a connection has one question and one answer. */
export const SOCKET_LIMITS = {
  /**
   * At the limit the one that has waited longest for its client makes room; if all work, the new
   * one is closed.
   */
  connections: 32,
  /** A longer question closes the connection. */
  questionCharacters: 4_000_000,
} as const;

/**
 * The function of each command by its name. A feature defines its own; `composition/features.ts`
 * joins them.
 */
export type OperatingTable = Readonly<Record<string, (input: never) => Promise<unknown>>>;

interface Request {
  readonly command: string;
  readonly input: unknown;
}
type Reply = { readonly answer: unknown } | { readonly error: string };

const OPERATING_SOCKET = 'operating.sock';

/** The socket of operating commands in a data folder. */
const operatingSocketIn = (dataDir: string): string => path.resolve(dataDir, OPERATING_SOCKET);

export interface OperatingSocket {
  readonly dataDir: string;
  /** The name of its file there; without: that of operating commands. */
  readonly name?: string;
  /** The rights of its file; without: its owner alone. */
  readonly mode?: number;
  readonly table: OperatingTable;
  /** Called for a failed command or a malformed request. */
  readonly onError: (error: unknown) => void;
}

/** Of the group of the folder that somebody has named for it; nobody else's without one. */
const GROUP_MODE = 0o660;

/** Where a socket is that another process of the platform asks at, also as a user of its own. */
export const placeOf = (
  named: string | null,
  usual: string,
): Pick<OperatingSocket, 'dataDir' | 'name' | 'mode'> => ({
  dataDir: path.dirname(named ?? usual),
  name: path.basename(named ?? usual),
  ...(named === null ? {} : { mode: GROUP_MODE }),
});

/**
 * Returns the function that closes it. Replaces the socket of a killed server, which is safe
 * because the caller holds the database's lock.
 */
export async function openOperatingSocket(options: OperatingSocket): Promise<() => void> {
  const file = path.resolve(options.dataDir, options.name ?? OPERATING_SOCKET);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.rmSync(file, { force: true });
  const clients = new Set<Client>();
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.unref();
    if (clients.size >= SOCKET_LIMITS.connections && !makeRoom(clients)) {
      socket.destroy();
      return;
    }
    const client: Client = { socket, waitsSinceMs: performance.now() };
    clients.add(client);
    socket.on('close', () => clients.delete(client));
    void serve(client, options);
  });
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(file, resolve);
  });
  server.on('error', options.onError);
  fs.chmodSync(file, options.mode ?? 0o600);
  return () => {
    server.close();
    for (const { socket } of clients) socket.destroy();
  };
}

interface Client {
  readonly socket: net.Socket;
  /** Since when it has asked or read nothing; null while the server works for it. */
  waitsSinceMs: number | null;
}

/** Closes the one that has waited longest for its client. False: the server works for all. */
function makeRoom(clients: Set<Client>): boolean {
  const waiting = [...clients].filter(({ waitsSinceMs }) => waitsSinceMs !== null);
  const [oldest] = waiting.sort((a, b) => a.waitsSinceMs! - b.waitsSinceMs!);
  if (oldest === undefined) return false;
  clients.delete(oldest);
  oldest.socket.destroy();
  return true;
}

async function serve(client: Client, { table, onError }: OperatingSocket): Promise<void> {
  const { socket } = client;
  try {
    for await (const line of linesOf(socket, SOCKET_LIMITS.questionCharacters)) {
      client.waitsSinceMs = null;
      const reply = await replyTo(line, table).catch((error: unknown): Reply => {
        onError(error);
        return { error: error instanceof Error ? error.message : String(error) };
      });
      client.waitsSinceMs = performance.now();
      await written(socket, `${JSON.stringify(reply, keepBytes)}\n`);
    }
  } catch (error) {
    if (!isClosed(error)) onError(error);
    socket.destroy();
  }
}

/** Until the client has read enough of it, or is gone: nothing is done for who does not read. */
async function written(socket: net.Socket, text: string): Promise<void> {
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
}

/** Commands close their end when they have their answer. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** @throws If a line is longer. */
async function* linesOf(socket: net.Socket, charactersMax: number): AsyncGenerator<string> {
  let begun = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    const lines = String(chunk).split('\n');
    lines[0] = begun + lines[0]!;
    if (lines.some(({ length }) => length > charactersMax))
      throw new Error(`a line has more than ${charactersMax} characters`);
    begun = lines.pop()!;
    yield* lines;
  }
}

async function replyTo(line: string, table: OperatingTable): Promise<Reply> {
  const { command, input } = JSON.parse(line, giveBytes) as Request;
  const run = Object.hasOwn(table, command) ? table[command] : undefined;
  if (run === undefined) throw new Error(`there is no operating command ${command}`);
  return { answer: (await run(input as never)) ?? null };
}

/** Of a server that is trusted: it bounds what a mistake costs. */
const ANSWER_CHARACTERS_MAX = 200_000_000;
const ENDED = 'the running server has ended the conversation; its log says why';

/** The running server of a data folder, for commands. */
export class RunningServer<Table extends OperatingTable> {
  readonly #socket: net.Socket;
  readonly #lines: AsyncIterator<string>;

  constructor(socket: net.Socket) {
    this.#socket = socket;
    // The error reaches the caller of `ask`, whose lines end.
    socket.on('error', () => socket.destroy());
    this.#lines = linesOf(socket, ANSWER_CHARACTERS_MAX);
  }

  async ask<Name extends keyof Table & string>(
    command: Name,
    input: Parameters<Table[Name]>[0],
  ): Promise<Awaited<ReturnType<Table[Name]>>> {
    const request: Request = { command, input: input ?? null };
    const question = JSON.stringify(request, keepBytes);
    const { questionCharacters } = SOCKET_LIMITS;
    if (question.length > questionCharacters)
      throw new Error(`${command} asks with more than ${questionCharacters} characters`);
    this.#socket.write(`${question}\n`);
    const { value, done } = await this.#lines.next().catch((error: unknown) => {
      throw new Error(ENDED, { cause: error });
    });
    if (done === true) throw new Error(ENDED);
    const reply = JSON.parse(value, giveBytes) as Reply;
    if ('error' in reply) throw new Error(`the running server answers: ${reply.error}`);
    return reply.answer as Awaited<ReturnType<Table[Name]>>;
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Null if no server runs on this folder. */
export async function connectToServer<Table extends OperatingTable>(
  dataDir: string,
): Promise<RunningServer<Table> | null> {
  return connectToSocket<Table>(operatingSocketIn(dataDir));
}

/** The same by the socket's file; null if nobody listens there. */
export async function connectToSocket<Table extends OperatingTable>(
  file: string,
): Promise<RunningServer<Table> | null> {
  if (!fs.existsSync(file)) return null;
  const socket = net.connect(file);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new RunningServer<Table>(socket);
  } catch (error) {
    socket.destroy();
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return null;
    throw error;
  }
}

/** Encodes bytes in JSON. */
function keepBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
}

function giveBytes(_key: string, value: unknown): unknown {
  const isBytes =
    typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string';
  return isBytes ? Buffer.from(value.base64 as string, 'base64') : value;
}
