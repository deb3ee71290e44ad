/**
 * The addresses that are the platform's own. Host: a page of another site whose name was pointed at this machine (DNS rebinding) sends its own
 * name. Origin: a page of another site sends its own, and browsers let no page forge it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

export interface OwnAddresses {
  /** `localAddress` is where the connection arrived: its bare number is ours, since no foreign page has a number for a name. */
  ownsHost(host: string | undefined, localAddress: string | undefined): boolean;
  /** True for requests of our own pages, and of no page at all (a program, an app). */
  ownsOrigin(headers: IncomingHttpHeaders, localAddress: string | undefined): boolean;
}

/** Names that always mean the machine itself, whoever asks. */
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * PUBLIC_URL, and for Host the machine itself, under whatever port a proxy or a container gives it. Pages that may call are those of
 * PUBLIC_URL; a demo also takes those of the machine itself at the listening port.
 */
export function ownAddresses(
  config: Pick<Config, 'mode' | 'publicUrl' | 'host'>,
  port: number,
): OwnAddresses {
  const publicUrl = config.publicUrl === null ? null : new URL(config.publicUrl);
  const names = new Set([...LOOPBACK_NAMES, bracketed(config.host)]);
  const publicHosts = new Set(publicUrl === null ? [] : hostForms(publicUrl));
  const isLocal = (name: string, localAddress: string | undefined): boolean =>
    names.has(name) || (localAddress !== undefined && name === bracketed(localAddress));
  return {
    ownsHost: (host, localAddress) => {
      if (host === undefined) return false;
      const lower = host.toLowerCase();
      return publicHosts.has(lower) || isLocal(lower.replace(/:\d+$/, ''), localAddress);
    },
    ownsOrigin: (headers, localAddress) => {
      const site = headers['sec-fetch-site'];
      if (site === 'cross-site' || site === 'same-site') return false;
      const { origin } = headers;
      if (origin === undefined) return true;
      if (origin === publicUrl?.origin) return true;
      if (config.mode !== 'demo' || !URL.canParse(origin)) return false;
      const { protocol, hostname, port: originPort } = new URL(origin);
      const isPort = Number(originPort || 80) === port;
      return protocol === 'http:' && isPort && isLocal(hostname, localAddress);
    },
  };
}

/** With and without the port that the protocol implies. */
function hostForms({ protocol, hostname, host, port }: URL): readonly string[] {
  const implied = protocol === 'https:' ? '443' : '80';
  return port === '' ? [host, `${hostname}:${implied}`] : [host];
}

/** An IPv6 address as a URL writes it; one that holds an IPv4 address is that address. */
function bracketed(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain}]` : plain.toLowerCase();
}
