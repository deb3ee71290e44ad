/**
 * The session of a page. Its token is in a cookie, and the page also sends the name of the user it
 * shows. Two tabs share one cookie, so a page that still shows the previous user must not act as
 * the next one. A foreign page cannot send the name, even if its requests carried the cookie.
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

/** The session of a request: by the header that programs send, otherwise by `cookieSession`. */
export function requestSession(
  sessions: SessionReader,
  headers: IncomingHttpHeaders,
  cookies: Cookies,
): Found | Promise<Found> {
  const token = headers['x-access-token'];
  if (typeof token === 'string' && token !== '') return sessions.find(token);
  return cookieSession(sessions, cookies, headers['x-user-id']);
}
