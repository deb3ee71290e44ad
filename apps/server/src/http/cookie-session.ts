/**
 * The session of a page. Its token is in a cookie, and the page also sends the name of the user it
 * shows. Two tabs share one cookie, so a page that still shows the previous user must not act as
 * the next one. A foreign page cannot send the name, even if its requests carried the cookie.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '@glasshouse/protocol';
import type { Cookies } from './cookies.ts';
import type { SessionIdentity, SessionReader } from './session-reader.ts';

type Found = SessionIdentity | null;

/** The session token of a request. */
interface Said {
  readonly token: string;
  /** The user that the page shows; null if the request names none, so that the token decides. */
  readonly shownUserId: string | null;
}

function saidByCookie(cookies: Cookies, shownUserId: unknown): Said | null {
  const token = cookies.read('session');
  return token === null || typeof shownUserId !== 'string' ? null : { token, shownUserId };
}

/** The token of the header that programs send, otherwise of the cookie. */
function saidBy(headers: IncomingHttpHeaders, cookies: Cookies): Said | null {
  const token = headers['x-access-token'];
  if (typeof token === 'string' && token !== '') return { token, shownUserId: null };
  return saidByCookie(cookies, headers['x-user-id']);
}

const ifShown =
  ({ shownUserId }: Said) =>
  (session: Found): Found =>
    shownUserId === null || String(session?.userId) === shownUserId ? session : null;

function find(sessions: SessionReader, said: Said | null): Found | Promise<Found> {
  if (said === null) return null;
  const found = sessions.find(said.token);
  return found instanceof Promise ? found.then(ifShown(said)) : ifShown(said)(found);
}

export const cookieSession = (
  sessions: SessionReader,
  cookies: Cookies,
  shownUserId: unknown,
): Found | Promise<Found> => find(sessions, saidByCookie(cookies, shownUserId));

/** The session of a request. */
export const requestSession = (
  sessions: SessionReader,
  headers: IncomingHttpHeaders,
  cookies: Cookies,
): Found | Promise<Found> => find(sessions, saidBy(headers, cookies));

/** The refusal of a request without a session, with the reason if its session has ended. */
export function sessionRefusal(
  sessions: SessionReader,
  headers: IncomingHttpHeaders,
  cookies: Cookies,
): Refusal {
  const said = saidBy(headers, cookies);
  const sessionEnd = said === null ? null : sessions.whyEnded(said.token);
  return { error: 'session/invalid', ...(sessionEnd === null ? {} : { sessionEnd }) };
}

/** The same if it is in memory. */
export function knownSession(
  sessions: Pick<SessionReader, 'known'>,
  headers: IncomingHttpHeaders,
  cookies: Cookies,
): Found {
  const said = saidBy(headers, cookies);
  return said === null ? null : ifShown(said)(sessions.known(said.token));
}
