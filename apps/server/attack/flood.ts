/** A flood from a separate thread, so that generating it does not slow the measurements. */
import { Worker } from 'node:worker_threads';

/**
 * Raw requests on many connections. Each connection sends `depth` of them at a time, and again when
 * all are answered.
 */
export interface RequestFlood {
  readonly kind: 'requests';
  readonly connections: number;
  readonly addresses: readonly string[];
  /** Sent in rotation. */
  readonly requests: readonly string[];
  /** 0: idle connections. */
  readonly depth: number;
  readonly isReading: boolean;
}

/** Streams that send these frames in a loop. */
export interface StreamFlood {
  readonly kind: 'stream';
  readonly sockets: number;
  readonly addresses: readonly string[];
  readonly frames: readonly string[];
}

/** `count` photos in all, sent at once by the users in rotation. */
export interface UploadFlood {
  readonly kind: 'uploads';
  readonly file: string;
  readonly type: string;
  readonly tokens: readonly string[];
  readonly count: number;
  /** How long the last byte of each is withheld. */
  readonly heldMs: number;
}

export type FloodPlan = RequestFlood | StreamFlood | UploadFlood;

export interface FloodCounts {
  opened: number;
  /** Connections that were closed before they were open. */
  refused: number;
  open: number;
  /** By status, such as '200'; frames of a stream by 'frames'. */
  answers: Record<string, number>;
}

export interface Flood {
  counts(): Promise<FloodCounts>;
  stop(): Promise<FloodCounts>;
}

export function startFlood(port: number, plan: FloodPlan): Flood {
  const worker = new Worker(new URL('flood-worker.ts', import.meta.url), { workerData: { port, plan } });
  worker.on('error', (error) => {
    throw error;
  });
  const counts = (): Promise<FloodCounts> =>
    new Promise((resolve) => {
      worker.once('message', resolve);
      worker.postMessage('counts');
    });
  return {
    counts,
    stop: async () => {
      const last = await counts();
      await worker.terminate();
      return last;
    },
  };
}

export function rawRequest(path: string, { body = '{}', headers = '' } = {}): string {
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

export const countOf = ({ answers }: FloodCounts, status: string): number => answers[status] ?? 0;
