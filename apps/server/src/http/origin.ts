/**
 * The platform's own addresses. Host: a page of another site whose name points at this machine (DNS
 * rebinding) sends its own name. Origin: a page of another site sends its own, and browsers do not
 * let it forge one.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

export interface OwnAddresses {
  /**
   * `localAddress` is the address that the connection arrived at. As a Host it is ours, since no
   * foreign page has a number as its name.
   */
  ownsHost(host: string | undefined, localAddress: string | undefined): boolean;
  /** True for requests of our own pages, and for those without a page (a program, an app). */
  ownsOrigin(headers: IncomingHttpHeaders, localAddress: string | undefined): boolean;
}

/** Names that always mean the machine itself. */
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Host may be that of PUBLIC_URL or OPERATOR_URL, or the machine itself under any port, because
 * proxies and containers map ports. Origin must be that of one of them; a demo also accepts the
 * machine itself at the listening ports.
 */
export function ownAddresses(
  config: Pick<Config, 'mode' | 'publicUrl' | 'operatorUrl' | 'host'>,
  ports: readonly number[],
): OwnAddresses {
  const urls = [config.publicUrl, config.operatorUrl].flatMap((url) => (url === null ? [] : new URL(url)));
  const names = new Set([...LOOPBACK_NAMES, bracketed(config.host)]);
  const publicHosts = new Set(urls.flatMap(hostForms));
  const publicOrigins = new Set(urls.map(({ origin }) => origin));
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
      if (publicOrigins.has(origin)) return true;
      if (config.mode !== 'demo' || !URL.canParse(origin)) return false;
      const { protocol, hostname, port: originPort } = new URL(origin);
      const isPort = ports.includes(Number(originPort || 80));
      return protocol === 'http:' && isPort && isLocal(hostname, localAddress);
    },
  };
}

/** With and without the protocol's default port. */
function hostForms({ protocol, hostname, host, port }: URL): readonly string[] {
  const implied = protocol === 'https:' ? '443' : '80';
  return port === '' ? [host, `${hostname}:${implied}`] : [host];
}

/** An IPv6 address as a URL writes it; an IPv4-mapped one becomes its IPv4 address. */
function bracketed(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain}]` : plain.toLowerCase();
}
