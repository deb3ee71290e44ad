/**
 * Sends HTTP requests over many connections, one in flight on each. Plain sockets keep the cost of
 * the generator low.
 */
import net from 'node:net';

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly refused: number;
  /** The first reply that refused; null if none did. */
  readonly refusal: string | null;
}

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** A connection sends at most one request in this time. Absent: one after the other. */
  readonly everyMs?: number;
  /** How an accepted reply begins. Absent: as our own calls do. */
  readonly accepted?: string;
  /** The n-th request of a connection. */
  readonly request: (connection: number, n: number) => Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const ACCEPTED = '{"code":1,';

export async function load(options: LoadOptions): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  let refused = 0;
  let refusal: string | null = null;
  const startMs = performance.now();
  const endMs = startMs + options.seconds * 1000;
  await Promise.all(
    Array.from({ length: options.connections }, (_, connection) =>
      converse(options, {
        connection,
        endMs,
        onReply: (latencyMs, refusedBy) => {
          latenciesMs.push(latencyMs);
          if (refusedBy === null) return;
          refused++;
          refusal ??= refusedBy;
        },
      }),
    ),
  );
  const seconds = (performance.now() - startMs) / 1000;
  const sorted = Float64Array.from(latenciesMs).sort();
  return {
    requests: sorted.length,
    requestsPerSecond: sorted.length / seconds,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    refused,
    refusal,
  };
}

function converse(
  options: LoadOptions,
  talk: { connection: number; endMs: number; onReply: (latencyMs: number, refusedBy: string | null) => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(options.port, '127.0.0.1');
    socket.setNoDelay(true);
    let n = 0;
    let sentMs = 0;
    let received: Buffer = Buffer.alloc(0);
    const accepted = options.accepted ?? ACCEPTED;
    const send = (): void => {
      sentMs = performance.now();
      socket.write(options.request(talk.connection, n++));
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const headEnd = received.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1', 0, headEnd))?.[1] ?? 0);
      if (received.length < headEnd + 4 + length) return;
      const nowMs = performance.now();
      const isAccepted = received.indexOf(accepted, headEnd) === headEnd + 4;
      talk.onReply(nowMs - sentMs, isAccepted ? null : received.toString('utf8'));
      received = Buffer.alloc(0);
      const waitMs = (options.everyMs ?? 0) - (nowMs - sentMs);
      if (nowMs < talk.endMs && waitMs > 0) setTimeout(send, waitMs);
      else if (nowMs < talk.endMs) send();
      else {
        socket.destroy();
        resolve();
      }
    });
  });
}
