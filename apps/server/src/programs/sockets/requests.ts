/**
 * The trading API over a WebSocket at /ws-api/v3: each message names a method and its parameters,
 * and gets one answer with its id.
 */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { isJsonDeep } from '../../http/body-shape.ts';
import { ReplyText, Serialised } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import type { ProgramDoor } from '../door.ts';
import { programRefusal } from '../refusals.ts';
import { parametersOfSocket } from '../signed-request.ts';
import type { ProgramSocket } from './program-socket.ts';
import type { SocketKind } from './program-sockets.ts';

const PATH = '/ws-api/v3';

export function requestSockets(door: ProgramDoor): SocketKind {
  return {
    takes: (path) => path === PATH,
    // Weights decide about requests; this holds what has none, such as pings.
    frames: { burst: 1_000, perSecond: 200 },
    messageBytes: 65_536,
    open: (socket) => {
      socket.onMessage = (text) => answer(door, socket, text);
    },
    shutdownEvent: () => JSON.stringify({ event: { e: 'serverShutdown', E: door.nowMs() } }),
  };
}

type Id = string | number | null;

interface Request {
  readonly id: Id;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

async function answer(door: ProgramDoor, socket: ProgramSocket, text: string): Promise<void> {
  const request = requestOf(text);
  if (isRefusal(request)) return refuse(socket, null, request);
  const { id, method, params } = request;
  const open = door.bySocketMethod.get(method);
  if (open === undefined) return refuse(socket, id, { error: 'request/unknown-route' });
  const sent = parametersOfSocket(params);
  if (isRefusal(sent)) return refuse(socket, id, sent);
  const { ip, userAgent, language } = socket;
  const apiKey = typeof params['apiKey'] === 'string' ? params['apiKey'] : null;
  const result = await door.ask(open, { ip, userAgent, language, apiKey, session: null }, sent);
  if (isRefusal(result)) return refuse(socket, id, result);
  const json =
    result instanceof ReplyText || result instanceof Serialised ? result.json : JSON.stringify(result);
  socket.send(`{"id":${JSON.stringify(id)},"status":200,"result":${json}}`);
}

function refuse(socket: ProgramSocket, id: Id, refusal: Refusal): void {
  const { status, body } = programRefusal(refusal, socket.language);
  socket.send(JSON.stringify({ id, status, error: body }));
}

function requestOf(text: string): Request | Refusal {
  const sent = parsed(text);
  if (!isObject(sent)) return invalidField('message', 'not valid JSON');
  const { id = null, method, params = {} } = sent;
  if (!isId(id)) return invalidField('id', 'not an id');
  if (typeof method !== 'string') return invalidField('method', 'is required');
  if (!isObject(params)) return invalidField('params', 'not valid JSON');
  return { id, method, params };
}

/** Undefined for what is no JSON or is nested too deeply. */
function parsed(text: string): unknown {
  if (isJsonDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As Binance takes it. */
const isId = (id: unknown): id is Id =>
  id === null || Number.isSafeInteger(id) || (typeof id === 'string' && /^[\w-]{0,36}$/.test(id));
