/** A program on a socket of the trading API, and the book that it keeps by the documented steps. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { crc32 } from 'node:zlib';
import { BOOK_CHECKSUM_LEVELS, type StreamEvent } from '@glasshouse/protocol/programs';
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

type Change = StreamEvent<'bookChanges'>;
type Levels = readonly (readonly [string, string])[];
export interface BookSnapshot {
  readonly lastUpdateId: number;
  readonly bids: Levels;
  readonly asks: Levels;
}

export class LocalBook {
  lastUpdateId = -1;
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();

  /** Takes the snapshot, and of the events that came before it those that it lacks. */
  start(snapshot: BookSnapshot, buffered: readonly Change[]): void {
    for (const [price, quantity] of snapshot.bids) this.bids.set(price, quantity);
    for (const [price, quantity] of snapshot.asks) this.asks.set(price, quantity);
    this.lastUpdateId = snapshot.lastUpdateId;
    for (const event of buffered) this.take(event);
  }

  take(event: Change): void {
    if (event.u <= this.lastUpdateId) return;
    assert.ok(event.U <= this.lastUpdateId + 1, `a gap: ${event.U} after ${this.lastUpdateId}`);
    for (const [side, changes] of [
      [this.bids, event.b],
      [this.asks, event.a],
    ] as const)
      for (const [price, quantity] of changes)
        if (Number(quantity) === 0) side.delete(price);
        else side.set(price, quantity);
    this.lastUpdateId = event.u;
    assert.equal(this.checksum(), event.cs, `the checksum at ${event.u}`);
  }

  shown(): BookSnapshot {
    const sorted = (side: ReadonlyMap<string, string>, sign: number) =>
      [...side].toSorted(([a], [b]) => sign * (Number(a) - Number(b)));
    return { lastUpdateId: this.lastUpdateId, bids: sorted(this.bids, -1), asks: sorted(this.asks, 1) };
  }

  checksum(): number {
    const { bids, asks } = this.shown();
    const parts = Array.from({ length: BOOK_CHECKSUM_LEVELS }, (_, i) => [
      ...(bids[i] ?? []),
      ...(asks[i] ?? []),
    ]);
    return crc32(parts.flat().join(':'));
  }
}
