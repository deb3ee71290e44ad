/** Where a request comes from: its network address, and the network that limits apply to. */
import proxyAddress from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';
import { networkOf } from '../values/network.ts';

type Asked = Pick<IncomingMessage, 'headers' | 'socket'>;

export class ClientAddresses {
  readonly #trusts: (address: string, distance: number) => boolean;
  readonly #hasProxy: boolean;

  /** The addresses of the proxies whose X-Forwarded-For is trusted, see TRUST_PROXY. */
  constructor(trustProxy: readonly string[]) {
    this.#hasProxy = trustProxy.length > 0;
    this.#trusts = proxyAddress.compile([...trustProxy]);
  }

  /** An IPv4 address, or the first 64 bits of an IPv6 one: a household or an office. */
  networkOf(request: Asked): string {
    return networkOf(this.addressOf(request));
  }

  /** The address of the client, by what trusted proxies say; '' if its connection has ended. */
  addressOf(request: Asked): string {
    if (!this.#hasProxy) return request.socket.remoteAddress ?? '';
    return proxyAddress(request as IncomingMessage, this.#trusts);
  }

  /** True for a trusted proxy: its connections carry the requests of many clients. */
  isProxy(address: string): boolean {
    return this.#hasProxy && address !== '' && this.#trusts(address, 0);
  }
}
