/**
 * The thread of the commit log: one commit is written and synced at a time, while PGlite may be
 * busy for as long as it takes.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { SEGMENT_BYTES, segmentName, UNFINISHED } from './commit-log-file.ts';

export interface CommitLogStart {
  readonly folder: string;
  /** The number of the next commit. */
  readonly next: number;
}

export type CommitLogOrder =
  | { readonly kind: 'append'; readonly n: number; readonly frame: Uint8Array<ArrayBuffer> }
  /** The next commit begins a segment. */
  | { readonly kind: 'rotate' };

/** The answer to each append, in order. An error is final. */
export interface CommitLogAnswer {
  readonly error: string | null;
}

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');
const { folder, next } = workerData as CommitLogStart;

interface Segment {
  readonly descriptor: number;
  readonly bytes: number;
  at: number;
}
let segment = makeSegment(next, SEGMENT_BYTES);
let isRotated = false;

port.on('message', (order: CommitLogOrder) => {
  if (order.kind === 'rotate') {
    isRotated = segment.at > 0;
    return;
  }
  let error: string | null = null;
  try {
    append(order.n, order.frame);
  } catch (cause) {
    error = cause instanceof Error ? cause.message : String(cause);
  }
  port.postMessage({ error } satisfies CommitLogAnswer);
});

function append(n: number, frame: Uint8Array): void {
  if (isRotated || segment.at + frame.length > segment.bytes) {
    const left = segment.descriptor;
    segment = makeSegment(n, Math.max(SEGMENT_BYTES, frame.length));
    isRotated = false;
    fs.closeSync(left);
  }
  for (let written = 0; written < frame.length;)
    written += fs.writeSync(segment.descriptor, frame, written, frame.length - written, segment.at + written);
  segment.at += frame.length;
  fs.fdatasyncSync(segment.descriptor);
}

/** Made under another name, so that one that is half made is none. */
function makeSegment(first: number, bytes: number): Segment {
  const file = path.join(folder, segmentName(first));
  const unfinished = `${file}${UNFINISHED}`;
  fs.writeFileSync(unfinished, Buffer.alloc(bytes), { mode: 0o600, flush: true });
  fs.renameSync(unfinished, file);
  const directory = fs.openSync(folder, 'r');
  fs.fsyncSync(directory);
  fs.closeSync(directory);
  return { descriptor: fs.openSync(file, 'r+'), bytes, at: 0 };
}
