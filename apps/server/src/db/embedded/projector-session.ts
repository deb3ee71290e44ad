/**
 * The projector's way to the embedded database: its thread asks the main thread, which lets it in
 * turn with everybody else. The rows themselves pass as bytes that nobody reads on the way.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import {
  type Parameter,
  type ProjectorLink,
  type ProjectorSession,
  type QueryResult,
  type Session,
} from '../database.ts';
import { boundMessage } from './bound.ts';
import type { BoundStatement, ProjectorAnswer, ProjectorRequest } from './messages.ts';

interface Pending {
  resolve(result: QueryResult<unknown>): void;
  reject(error: Error): void;
}

/** For the projector's thread. */
export function embeddedProjector(port: MessagePort): ProjectorSession {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  port.on('message', ({ id, result, error }: ProjectorAnswer) => {
    const waiting = pending.get(id);
    pending.delete(id);
    if (result === null) waiting?.reject(new Error(error ?? 'the database gave no answer'));
    else waiting?.resolve(result);
  });
  const ask = (work: ProjectorRequest['work']): Promise<QueryResult<unknown>> => {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      port.postMessage(
        { id, work } satisfies ProjectorRequest,
        work.kind === 'bound' ? [work.bound.buffer] : [],
      );
    });
  };
  return {
    query: async <R>(text: string, params: readonly Parameter[] = []) =>
      (await ask({ kind: 'query', text, params })) as QueryResult<R>,
    exec: () => Promise.reject(new Error('the projector only reads and writes')),
    write: async (write) => void (await ask(boundMessage(write))),
    close: async () => port.close(),
  };
}

/** For the main thread: serves one end of a channel, and gives the other. */
export function serveProjector(
  database: Pick<Session, 'query'> & { write(work: BoundStatement): Promise<void> },
): ProjectorLink {
  const { port1: port, port2 } = new MessageChannel();
  const run = async (work: ProjectorRequest['work']): Promise<QueryResult<unknown>> => {
    if (work.kind === 'query') return database.query(work.text, work.params);
    await database.write(work);
    return { rows: [], rowCount: 0 };
  };
  const serve = async ({ id, work }: ProjectorRequest): Promise<void> => {
    const answer: ProjectorAnswer = await run(work).then(
      (result) => ({ id, result, error: null }),
      (error: unknown) => ({
        id,
        result: null,
        error: error instanceof Error ? error.message : String(error),
      }),
    );
    port.postMessage(answer);
  };
  port.on('message', (request: ProjectorRequest) => void serve(request));
  // The projector does not keep the process alive.
  port.unref();
  return { kind: 'embedded', port: port2 };
}
