/**
 * The session of a page: its token comes as a cookie, and beside it the page names the user it
 * shows. Two tabs share one cookie, so a page that still shows the person before must not act as
 * the next one; and a foreign page cannot send the name, even where its requests carried the
 * cookie.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Cookies } from './cookies.ts';
import type { SessionIdentity, SessionReader } from './session-reader.ts';

type Found = SessionIdentity | null;

export function cookieSession(
  sessions: SessionReader,
  cookies: Cookies,
  shownUserId: unknown,
): Found | Promise<Found> {
  const token = cookies.read('session');
  if (token === null || typeof shownUserId !== 'string') return null;
  const found = sessions.find(token);
  const ifShown = (session: Found): Found =>
    session !== null && String(session.userId) === shownUserId ? session : null;
  return found instanceof Promise ? found.then(ifShown) : ifShown(found);
}

/** Whose request it is: by the header that programs send, else as `cookieSession` says. */
export function requestSession(
  sessions: SessionReader,
  headers: IncomingHttpHeaders,
  cookies: Cookies,
): Found | Promise<Found> {
  const token = headers['x-access-token'];
  if (typeof token === 'string' && token !== '') return sessions.find(token);
  return cookieSession(sessions, cookies, headers['x-user-id']);
}
