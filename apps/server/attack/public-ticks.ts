/** The public view of ticks: a listener on the stream, and the rules of every sequence of ticks. */
import type { PublicTick } from '@glasshouse/protocol/market';
import { type RawData, WebSocket } from 'ws';
import type { Client } from './client.ts';

const PAGE = 200;

/** One message of the stream, which arrives as one buffer. */
export const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '');

export interface TickFaults {
  /** Between neighbours, by the ticks' own time. */
  readonly largestGapMs: number;
  /** Number of ticks shown twice, out of order, or not chained to the previous one. */
  readonly disorder: number;
}

export function faultsOf(ticks: readonly PublicTick[]): TickFaults {
  let [largestGapMs, disorder] = [0, 0];
  for (const [index, tick] of ticks.entries()) {
    const before = ticks[index - 1];
    if (before === undefined) continue;
    largestGapMs = Math.max(largestGapMs, tick.timeMs - before.timeMs);
    if (tick.tick !== before.tick + 1 || tick.previousHash !== before.hash || tick.timeMs <= before.timeMs)
      disorder++;
  }
  return { largestGapMs, disorder };
}

interface Frame {
  readonly type: string;
  readonly channel?: string;
  readonly tick?: PublicTick;
}

/** Records every tick that the stream shows. */
export class TickListener {
  readonly ticks: PublicTick[] = [];
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('message', (data) => {
      const frames = [JSON.parse(textOf(data)) as Frame | Frame[]].flat();
      for (const { type, tick } of frames) if (type === 'tick' && tick !== undefined) this.ticks.push(tick);
    });
  }

  static async open(port: number): Promise<TickListener> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { perMessageDeflate: false });
    const listener = new TickListener(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.send(JSON.stringify({ op: 'subscribe', channels: ['ticks'] }));
    return listener;
  }

  close(): void {
    this.#socket.terminate();
  }
}

export async function newestTick(client: Client): Promise<number> {
  const { data } = await client.call<PublicTick[]>('/bb/app/market/getTicks', { size: 1 });
  return data?.at(-1)?.tick ?? 0;
}

/** Reads from a tick to the newest. */
export async function readTicks(client: Client, from: number): Promise<readonly PublicTick[]> {
  const ticks: PublicTick[] = [];
  for (;;) {
    const next = ticks.at(-1) === undefined ? from : (ticks.at(-1)?.tick ?? 0) + 1;
    const { data, error } = await client.call<PublicTick[]>('/bb/app/market/getTicks', {
      from: next,
      size: PAGE,
    });
    if (error !== undefined) throw new Error(`ticks were refused: ${error}`);
    ticks.push(...data);
    if (data.length < PAGE) return ticks;
  }
}
