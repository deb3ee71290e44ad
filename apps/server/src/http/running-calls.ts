/**
 * Records which responses have a handler that still runs. A client that has left does not stop its
 * handler, so limits of running requests wait for both.
 */
import type { ServerResponse } from 'node:http';

const running = new WeakMap<ServerResponse, Promise<unknown>>();

/** Called when a handler starts: `work` settles with it. */
export function noteRunning(response: ServerResponse, work: Promise<unknown>): void {
  running.set(response, work);
}

/** Calls `then` once, when the response is closed and its handler, if it has one, has settled. */
export function onceDone(response: ServerResponse, then: () => void): void {
  const afterClose = (): void => {
    const work = running.get(response);
    if (work === undefined) then();
    else void work.then(then, then);
  };
  if (response.destroyed) afterClose();
  else response.once('close', afterClose);
}
