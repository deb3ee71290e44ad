/** The support chat for tests: a server with two operators, and what visitors and operators do. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { ChatMessage, ChatView } from '@glasshouse/protocol/support';
import { startTestServer, type HarnessOptions, type TestServer } from './harness.ts';
import { makeOperator, type TestOperator } from './operator.ts';

export const SUPPORT = '/bb/app/support';
export const DESK = '/operator/app/desk';
export type Who =
  | { readonly token?: string; readonly headers?: Readonly<Record<string, string>> }
  | undefined;
interface Begun {
  readonly chat: string;
  readonly state: string;
  readonly number: number;
}
interface Frame {
  readonly type: string;
  readonly channel?: string;
  readonly seq?: number;
  readonly isTyping?: boolean;
  readonly error?: string;
}

export const words = (messages: readonly ChatMessage[]) =>
  messages.map(({ from, text }) => `${from}: ${text}`);

export async function startSupport(options: HarnessOptions = {}) {
  const server = await startTestServer(options);
  const agent = await makeOperator(server, 'agent-one');
  const other = await makeOperator(server, 'agent-two');
  return {
    server,
    agent,
    other,
    ...visitorsOf(server),
    ...operatorsOf(server),
    openStream: () => openStream(server),
  };
}

function visitorsOf(server: TestServer) {
  const begin = (who: Who, more: object = {}) =>
    server.post<Begun>(`${SUPPORT}/openChat`, { topic: 'deposit', text: 'Where is it?', ...more }, who);
  return {
    begin,
    begun: async (who: Who, more: object = {}): Promise<Begun> => {
      const reply = await begin(who, more);
      assert.equal(reply.code, 1, reply.msg);
      return reply.data;
    },
    view: async (chat: string, who?: Who, after = 0) =>
      (await server.post<ChatView>(`${SUPPORT}/getMessages`, { chat, after }, who)).data,
    say: (chat: string, text: string, who?: Who) =>
      server.post<{ id: number }>(`${SUPPORT}/send`, { chat, text, messageKey: randomUUID() }, who),
  };
}

function operatorsOf(server: TestServer) {
  return {
    present: (operator: TestOperator, isTaking = true) =>
      server.post(`${DESK}/setPresence`, { isTaking }, operator),
    replyBy: (operator: TestOperator, input: { chat: number; text: string; isNote?: boolean }) =>
      server.post<{ id: number }>(`${DESK}/reply`, { ...input, messageKey: randomUUID() }, operator),
    /** The acts that the log of operators records about a subject. */
    acts: async (subject: string) =>
      (
        await server.server.database.reads
          .selectFrom('operator_audit')
          .select(['act', 'operator'])
          .where('subject', 'like', `${subject}%`)
          .orderBy('entry')
          .execute()
      ).map(({ act, operator }) => `${operator} ${act}`),
  };
}

/** Opens a stream and records all its frames. */
async function openStream({ server: { url } }: TestServer) {
  const frames: Frame[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  socket.on('message', (data: Buffer) => frames.push(...([JSON.parse(data.toString())].flat() as Frame[])));
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    frames,
    send: (request: object) => socket.send(JSON.stringify(request)),
    until: async (isFound: (frame: Frame) => boolean) => {
      while (!frames.some(isFound)) await new Promise((resolve) => socket.once('message', resolve));
    },
    close: () => socket.close(),
  };
}
