/**
 * The one spelling of a request's target. A proxy in front may deny a path by its prefix, and would
 * let another spelling of it pass. So whatever can be written otherwise is no path here.
 */
import type { IncomingMessage } from 'node:http';
import { CALLS, OPERATOR_CALLS, type Call, type Refusal } from '@glasshouse/protocol';

/** An encoded byte of ASCII, apart from a space: %6f is an o, %2f a slash. */
const ENCODED_ASCII = /%(?!20)[0-7]/;
const EMPTY_OR_DOTS = /\/\/|\/\.{1,2}(?:\/|$)/;
// oxlint-disable-next-line no-control-regex -- Whatever is not printable ASCII has to be encoded.
const UNPRINTABLE = /[^\x21-\x7e]/;

/**
 * Starts with a slash; has no empty segment, no segment of dots, no backslash, semicolon, fragment
 * or needless encoding.
 */
export function isCanonicalPath(path: string): boolean {
  return (
    path.startsWith('/') &&
    !UNPRINTABLE.test(path) &&
    !/[\\;#]/.test(path) &&
    !ENCODED_ASCII.test(path) &&
    !EMPTY_OR_DOTS.test(path)
  );
}

/** The paths of all calls, which need not be looked at again for each request. */
const OF_CALLS: ReadonlySet<string> = new Set(
  ([...CALLS, ...OPERATOR_CALLS] as readonly Call[])
    .flatMap(({ prefixes, path }) => prefixes.map((prefix) => prefix + path))
    .filter(isCanonicalPath),
);

/** The back office: its files and calls. */
export const OFFICE = /^\/operator(\/|$)/;

export function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** A target that names a host, or two hosts: a proxy may have decided by the other one. */
export function refuseTarget({ url = '/', rawHeaders }: IncomingMessage): Refusal | null {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i]!)) hosts++;
  if (hosts > 1) return { error: 'request/wrong-host', field: 'Host' };
  const path = pathOf(url);
  return OF_CALLS.has(path) || isCanonicalPath(path) ? null : { error: 'request/unknown-route' };
}

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host';
