/** A program on a socket of market streams, which keeps all that comes. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Long enough for any machine. */
const MESSAGE_MS_MAX = 60_000;

export class ProgramStream {
  readonly socket: WebSocket;
  readonly messages: unknown[] = [];
  #wake = (): void => undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()));
      this.#wake();
    });
  }

  /** `url`: that of the server. */
  static async open(url: string, target: string): Promise<ProgramStream> {
    const stream = new ProgramStream(new WebSocket(url.replace('http', 'ws') + target));
    await once(stream.socket, 'open');
    return stream;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Sends a request and returns its answer. */
  async ask(message: unknown): Promise<Record<string, unknown>> {
    const isAnswer = (one: unknown) => typeof one === 'object' && one !== null && 'id' in one;
    const before = this.messages.filter(isAnswer).length;
    this.send(message);
    await this.until(() => this.messages.filter(isAnswer).length > before);
    return this.messages.filter(isAnswer)[before] as Record<string, unknown>;
  }

  /** Waits until the messages fulfil a condition. */
  async until(isDone: () => boolean): Promise<void> {
    const deadline = Date.now() + MESSAGE_MS_MAX;
    while (!isDone()) {
      if (Date.now() > deadline) throw new Error(`waited in vain after ${this.messages.length} messages`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, 100);
      });
    }
  }

  close(): void {
    this.socket.terminate();
  }
}
