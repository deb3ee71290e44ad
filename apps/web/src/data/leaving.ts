/**
 * Logging out. The page removes the user at once. The server, whose cookie no script can delete, is
 * informed then, or if it does not answer, when the stream is open again.
 */
import { REQUEST_TIMEOUT_MS } from './api.ts';
import { routeOf } from './call-route.ts';
import { credentialHeaders, session, signOut } from './session.ts';

/** The storage key of the user whose log-out the server has not received yet. */
const LEAVING = 'User-Leaving';

/** False if the server did not answer. */
export function logOut(): Promise<boolean> {
  const headers = credentialHeaders();
  const { userId } = session.get() ?? {};
  if (userId !== undefined) localStorage.setItem(LEAVING, userId);
  signOut();
  return tellServer(headers);
}

export function finishLogOut(): void {
  const userId = localStorage.getItem(LEAVING);
  if (userId === null) return;
  // Signing in has ended the browser's previous session.
  if (session.get() !== null) localStorage.removeItem(LEAVING);
  else void tellServer({ 'X-User-Id': userId });
}

async function tellServer(headers: Readonly<Record<string, string>>): Promise<boolean> {
  try {
    const response = await fetch(routeOf('identity/logout').path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (!response.ok) return false;
  } catch {
    return false;
  }
  localStorage.removeItem(LEAVING);
  return true;
}
