/**
 * The session of a page: its token comes as a cookie, and beside it the page names the user it
 * shows. Two tabs share one cookie, so a page that still shows the person before must not act as
 * the next one; and a foreign page cannot send the name, even where its requests carried the
 * cookie.
 */
import type { Cookies } from './cookies.ts';
import type { SessionIdentity, SessionReader } from './mount.ts';

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
