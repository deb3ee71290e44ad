/**
 * The AsyncAPI document of all WebSockets, made from the protocol: requests and events of the
 * trading API, market streams, and the stream of our own pages. Served at /asyncapi.json and
 * written to docs/generated.
 */
import {
  ENDPOINTS,
  socketErrorBody,
  SOCKET_METHODS,
  SOCKET_SIGNED,
  STREAM_PLACES,
  STREAMS,
  userMessage,
  type AnyEndpoint,
} from '@glasshouse/protocol/programs';
import { clientFrame, serverFrame } from '@glasshouse/protocol/stream';
import * as z from 'zod';
import { publishedWeight } from './openapi-programs.ts';

type Json = Readonly<Record<string, unknown>>;

export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: Json;
  readonly defaultContentType: string;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<Record<string, Json>>;
}

interface Channel {
  readonly address: string;
  readonly summary: string;
  readonly parameters?: Json;
  readonly messages: Readonly<Record<string, Message>>;
}

interface Message {
  readonly summary?: string;
  readonly payload: Json;
}

export function asyncApiDocument(): AsyncApiDocument {
  const requests = requestChannel();
  const streams = streamChannels();
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Glasshouse API: WebSockets',
      version: '0.2.0',
      description:
        'Requests at /ws-api/v3 and market streams have the shapes of Binance’s spot API; `after`, `seq`, `isWhole`, `order.batch` and `cs` are ours. /ws without a name is the stream of our own pages. Operations are named from the server: it receives what clients send. Amounts are decimal strings, times milliseconds since 1970.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: { requests: requests.channel, ...streams.channels, stream: ownStream() },
    operations: {
      ...requests.operations,
      ...streams.operations,
      receiveFrames: operation('receive', 'stream', ['clientFrame']),
      sendFrames: operation('send', 'stream', ['serverFrame']),
    },
  };
}

function requestChannel(): {
  readonly channel: Channel;
  readonly operations: Readonly<Record<string, Json>>;
} {
  const messages: Record<string, Message> = {
    error: { summary: 'Why a request was refused', payload: schemaOf(answerOf({ error: socketErrorBody })) },
    event: { summary: 'An event of the account', payload: schemaOf(userMessage) },
  };
  const operations: Record<string, Json> = { sendEvents: operation('send', 'requests', ['event']) };
  for (const { method, summary, params, result, facts } of socketRequests()) {
    const name = nameOf(method);
    messages[name] = { summary, payload: schemaOf(requestOf(method, params), 'input') };
    messages[`${name}Answer`] = { payload: schemaOf(answerOf({ result })) };
    operations[name] = {
      ...operation('receive', 'requests', [name]),
      summary,
      ...facts,
      reply: {
        channel: channelOf('requests'),
        messages: [`${name}Answer`, 'error'].map((one) => messageOf('requests', one)),
      },
    };
  }
  const summary = 'Requests of the trading API, their answers, and the events of the account';
  return { channel: { address: '/ws-api/v3', summary, messages }, operations };
}

interface SocketRequest {
  readonly method: string;
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly result: z.ZodType;
  /** What AsyncAPI has no word for. */
  readonly facts: Json;
}

function socketRequests(): readonly SocketRequest[] {
  const signed = z.object(SOCKET_SIGNED).partial().shape;
  const limits = { returnRateLimits: z.boolean().optional() };
  const endpoints = (ENDPOINTS as readonly AnyEndpoint[]).flatMap((endpoint): SocketRequest[] => {
    const { socketMethod: method, summary, security, orders, data: result } = endpoint;
    if (method === null) return [];
    const params = endpoint.input.extend(security === 'none' ? limits : { ...limits, ...signed });
    const permission = security === 'none' ? null : security;
    const facts = { 'x-weight': publishedWeight(endpoint), 'x-orders': orders, 'x-permission': permission };
    return [{ method, summary, params, result, facts }];
  });
  const others = Object.entries(SOCKET_METHODS).map(([method, one]) => ({ method, ...one, facts: {} }));
  return [...endpoints, ...others];
}

const requestId = z.union([z.string().regex(/^[\w-]{0,36}$/), z.number().int(), z.null()]);
const requestOf = (method: string, params: z.ZodObject): z.ZodType =>
  z.object({ id: requestId.optional(), method: z.literal(method), params });

const rateLimit = z.object({
  rateLimitType: z.enum(['REQUEST_WEIGHT', 'ORDERS']),
  interval: z.enum(['SECOND', 'MINUTE', 'DAY']),
  intervalNum: z.number().int(),
  limit: z.number(),
  count: z.number().int(),
});
const answerOf = (shape: z.ZodRawShape): z.ZodType =>
  z.object({ id: requestId, status: z.number().int(), ...shape, rateLimits: z.array(rateLimit).optional() });

function streamChannels(): {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<Record<string, Json>>;
} {
  const channels: Record<string, Channel> = {};
  const operations: Record<string, Json> = {};
  for (const [kind, { pattern, summary, event }] of Object.entries(STREAMS)) {
    channels[kind] = {
      address: `/ws/${pattern.replaceAll('<', '{').replaceAll('>', '}')}`,
      summary,
      ...parametersOf(pattern),
      messages: { event: { payload: schemaOf(event) } },
    };
    operations[nameOf(`send.${kind}`)] = operation('send', kind, ['event']);
  }
  const events = Object.values(STREAMS).map(({ event }) => event as z.ZodType);
  channels['combined'] = {
    address: '/stream',
    summary: 'Several streams at once: ?streams=<name>/<name>',
    messages: { event: { payload: schemaOf(z.object({ stream: z.string(), data: z.union(events) })) } },
  };
  operations['sendCombined'] = operation('send', 'combined', ['event']);
  return { channels, operations };
}

/** What stands for the places of a pattern: one of a few, or a symbol in lower case. */
function parametersOf(pattern: string): { readonly parameters?: Json } {
  const places = [...pattern.matchAll(/<(\w+)>/g)].map(([, place]) => place as keyof typeof STREAM_PLACES);
  if (places.length === 0) return {};
  const entries = places.map((place) => {
    const values = STREAM_PLACES[place].split('|');
    return [
      place,
      values.length > 1 ? { enum: values } : { description: 'A symbol in lower case, such as btcusdt' },
    ];
  });
  return { parameters: Object.fromEntries(entries) as Json };
}

const ownStream = (): Channel => ({
  address: '/ws',
  summary: 'The stream of our own pages; several frames of the server may come joined as one array',
  messages: {
    clientFrame: { payload: schemaOf(clientFrame, 'input') },
    serverFrame: { payload: schemaOf(serverFrame) },
  },
});

const channelOf = (channel: string): Json => ({ $ref: `#/channels/${channel}` });
const messageOf = (channel: string, message: string): Json => ({
  $ref: `#/channels/${channel}/messages/${message}`,
});
const operation = (action: 'send' | 'receive', channel: string, messages: readonly string[]): Json => ({
  action,
  channel: channelOf(channel),
  messages: messages.map((message) => messageOf(channel, message)),
});

/** 'order.place' is orderPlace: generated code has names of it. */
const nameOf = (method: string): string =>
  method.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());

/** In the draft of JSON schema that AsyncAPI's own schemas are of. */
function schemaOf(type: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _draft, ...schema } = z.toJSONSchema(type, {
    target: 'draft-7',
    io,
    unrepresentable: 'any',
  });
  return schema;
}
