/**
 * Lets operating commands work on a running server, because only one process may open the embedded
 * database: a unix socket in the data folder. A line of JSON names a command and its input, and a
 * line answers; a connection carries any number, one after the other. Only users who can read the
 * folder can reach it.
 */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import readline from 'node:readline';

/** A longer request closes the connection. */
const REQUEST_CHARACTERS_MAX = 1_000_000;

/**
 * The function of each command by its name. A feature defines its own; `commands.ts` merges them.
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
  readonly table: OperatingTable;
  /** Called for a failed command or a malformed request. */
  readonly onError: (error: unknown) => void;
}

/**
 * Returns the function that closes it. Replaces the socket of a killed server, which is safe
 * because the caller holds the database's lock.
 */
export async function openOperatingSocket(options: OperatingSocket): Promise<() => void> {
  const file = path.resolve(options.dataDir, options.name ?? OPERATING_SOCKET);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.rmSync(file, { force: true });
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.unref();
    void serve(socket, options);
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

async function serve(socket: net.Socket, { table, onError }: OperatingSocket): Promise<void> {
  try {
    for await (const line of linesOf(socket)) {
      const reply = await replyTo(line, table).catch((error: unknown): Reply => {
        onError(error);
        return { error: error instanceof Error ? error.message : String(error) };
      });
      socket.write(`${JSON.stringify(reply, keepBytes)}\n`);
    }
  } catch (error) {
    if (!isClosed(error)) onError(error);
    socket.destroy();
  }
}

/** Commands close their end when they have their answer. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

async function* linesOf(socket: net.Socket): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    text += String(chunk);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield text.slice(0, end);
      text = text.slice(end + 1);
    }
    if (text.length > REQUEST_CHARACTERS_MAX)
      throw new Error('a request on the operating socket is too long');
  }
}

async function replyTo(line: string, table: OperatingTable): Promise<Reply> {
  const { command, input } = JSON.parse(line, giveBytes) as Request;
  const run = Object.hasOwn(table, command) ? table[command] : undefined;
  if (run === undefined) throw new Error(`there is no operating command ${command}`);
  return { answer: (await run(input as never)) ?? null };
}

/** The running server of a data folder, for commands. */
export class RunningServer<Table extends OperatingTable> {
  readonly #socket: net.Socket;
  readonly #lines: AsyncIterator<string>;

  constructor(socket: net.Socket) {
    this.#socket = socket;
    this.#lines = readline.createInterface({ input: socket })[Symbol.asyncIterator]();
  }

  async ask<Name extends keyof Table & string>(
    command: Name,
    input: Parameters<Table[Name]>[0],
  ): Promise<Awaited<ReturnType<Table[Name]>>> {
    const request: Request = { command, input: input ?? null };
    this.#socket.write(`${JSON.stringify(request, keepBytes)}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the running server has ended the conversation; its log says why');
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
