/**
 * Converts an upload into a plain picture that we encode ourselves, or refuses it. Each photo is
 * decoded in a process of its own (D0017): a file that crashes, stalls or bloats its decoder harms
 * nobody, and the threads that hash passwords stay free.
 */
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import type { Refusal } from '@glasshouse/protocol';
import { PHOTO_BYTES_MAX } from '@glasshouse/protocol/kyc';
import { FairPool } from '../process/fair-pool.ts';

/** Concurrent decoders; further photos wait. http/uploads.ts limits how many can wait. */
const DECODERS_MAX = 2;
/**
 * From the start of the process to the last byte of its answer. A decoder ends itself after ten
 * seconds of processor time (`photo-decoder.ts`); on a busy machine a good photo may take much
 * longer in elapsed time.
 */
const DECODE_MS_MAX = 120_000;
/** The largest upload, and the largest JPEG of ours. */
export const DECODED_BYTES_MAX = PHOTO_BYTES_MAX;

export interface CleanPhoto {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

type PhotoRefusal =
  | { readonly error: 'kyc/photo-type' | 'kyc/photo-small' | 'kyc/photo-unreadable' }
  | { readonly error: 'kyc/photo-pixels'; readonly limit: number };
/** The first line of a decoder's output. */
export type DecodedHead = PhotoRefusal | { readonly width: number; readonly height: number };

export interface DecoderOptions {
  /** The program; tests replace it. */
  readonly file?: string;
  readonly msMax?: number;
  /** The longest side in pixels and the quality of the JPEG, where less will do. */
  readonly size?: { readonly side: number; readonly quality: number };
  /** Whose turn of the decoders it uses: a user's id, a network, an operator's name. */
  readonly sender?: string;
}

const DECODER = path.join(import.meta.dirname, 'photo-decoder.ts');
const UNREADABLE: Refusal = { error: 'kyc/photo-unreadable', field: 'body' };
/** A time-out says nothing about the photo. */
const BUSY: Refusal = { error: 'request/busy' };
const LINE_END = 10;

const decoders = new FairPool(DECODERS_MAX);

export function cleanPhoto(bytes: Uint8Array, options: DecoderOptions = {}): Promise<CleanPhoto | Refusal> {
  return decoders.run(options.sender ?? '', async () => photoIn(await answerOf(bytes, options)));
}

/**
 * The decoder's output; null if it failed or wrote too much; 'late' if that says nothing about the
 * photo: it took too long, or the machine could start no process.
 */
function answerOf(bytes: Uint8Array, { file = DECODER, msMax = DECODE_MS_MAX, size }: DecoderOptions) {
  return new Promise<Buffer | null | 'late'>((resolve) => {
    const sizes = size === undefined ? [] : [String(size.side), String(size.quality)];
    const child = startDecoder(file, sizes, () => resolve('late'));
    if (child === null) return;
    const chunks: Buffer[] = [];
    let length = 0;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, msMax);
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > DECODED_BYTES_MAX) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    const end = (code: number | null) => {
      clearTimeout(timer);
      if (isLate) resolve('late');
      else resolve(code === 0 ? Buffer.concat(chunks) : null);
    };
    child.once('close', end);
    // A decoder that ends before it has read everything has failed or already refused.
    for (const pipe of child.stdio) pipe?.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}

/** Calls `onError` later, also if it returns null: then there were no pipes to the process. */
function startDecoder(
  file: string,
  sizes: readonly string[],
  onError: () => void,
): ChildProcessWithoutNullStreams | null {
  const rights = ['--permission', '--allow-addons', '--allow-fs-read=*', '--no-warnings'];
  const child: ChildProcess = spawn(process.execPath, [...rights, file, ...sizes], {
    // The environment of the server holds its secrets, so nothing of it is passed on.
    env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.once('error', onError);
  if (!hasPipes(child)) return null;
  child.stderr.resume();
  try {
    // Trading has priority.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, or the system does not allow it: it then runs at the usual priority.
  }
  return child;
}

/** Where the process can open no more files, Node returns a child without them. */
function hasPipes(child: ChildProcess): child is ChildProcessWithoutNullStreams {
  return child.stdin !== null && child.stdin !== undefined && child.stderr !== undefined;
}

function photoIn(answer: Buffer | null | 'late'): CleanPhoto | Refusal {
  if (answer === 'late') return BUSY;
  const end = answer?.indexOf(LINE_END) ?? -1;
  if (answer === null || end < 0) return UNREADABLE;
  const head = JSON.parse(answer.toString('utf8', 0, end)) as DecodedHead;
  if (!('error' in head)) return { jpeg: answer.subarray(end + 1), ...head };
  const { error } = head;
  const millions = 'limit' in head ? { params: { millions: String(head.limit / 1_000_000) } } : {};
  return { error, field: 'body', ...millions };
}
