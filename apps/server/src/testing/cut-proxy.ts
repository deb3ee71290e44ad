/** A network between client and server that a test cuts: forwards TCP until it is told not to. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

export class CutProxy {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  readonly #port: number;
  #isHeld = { requests: false, answers: false };

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#port = port;
    server.on('connection', (client) => this.#join(client));
  }

  /** `port`: that of the server, which may come and go. */
  static async start(port: number): Promise<CutProxy> {
    const server = createServer();
    const proxy = new CutProxy(server, port);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The open connections. */
  get connections(): number {
    return this.#pairs.size;
  }

  /** From now on nothing passes in a direction, on any connection, until the next cut. */
  hold(direction: 'requests' | 'answers'): void {
    this.#isHeld = { ...this.#isHeld, [direction]: true };
    for (const { client, server } of this.#pairs) (direction === 'requests' ? client : server).pause();
  }

  /** Ends all connections at once, and with them what was held. */
  cut(): void {
    this.#isHeld = { requests: false, answers: false };
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  }

  async close(): Promise<void> {
    this.cut();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    const server = connect(this.#port, '127.0.0.1');
    const pair = { client, server };
    this.#pairs.add(pair);
    const end = (): void => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.setNoDelay(true).on('close', end).on('error', end);
    client.on('data', (bytes: Buffer) => server.write(bytes));
    server.on('data', (bytes: Buffer) => client.write(bytes));
    if (this.#isHeld.requests) client.pause();
    if (this.#isHeld.answers) server.pause();
  }
}
