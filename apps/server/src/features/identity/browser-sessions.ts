/**
 * Gives a session to the browser that signed in, as a cookie that scripts cannot read. Programs
 * send no Origin and keep the token of the reply.
 */
import type { Caller } from '../../http/handler.ts';
import type { SessionStore } from './sessions.ts';

type Asking = Pick<Caller, 'origin' | 'cookies'>;

/** Ends the browser's previous session, because a browser has only one. */
export async function keepInBrowser(sessions: SessionStore, caller: Asking, token: string): Promise<void> {
  if (caller.origin === null) return;
  const former = caller.cookies.read('session');
  const session = former === null ? null : await sessions.find(former);
  if (session !== null) await sessions.end(session.sessionKey);
  caller.cookies.write('session', token);
}

export function dropFromBrowser(caller: Asking): void {
  if (caller.cookies.read('session') !== null) caller.cookies.clear('session');
}
