/** Refuses requests that a foreign web page made with a user's browser. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * True when the request comes from our own pages, or from no page at all (a program, an app). Browsers send Sec-Fetch-Site and, with
 * every POST and WebSocket, Origin; neither can be forged by a page.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === headers.host || (publicUrl !== null && host === new URL(publicUrl).host);
}
