/**
 * The files of the commit log: what the writer has committed and PGlite may not have on disk yet.
 * A frame is one commit; a segment is a file of frames, filled with zeros when it is made, because
 * writing over them reaches the disk in half the time of making a file longer.
 *
 * A frame: 4 bytes 'GHCL', the length of its content, the CRC-32 of the content (both 4 bytes,
 * little endian), the content: a `LoggedCommit` as v8.serialize writes it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { CountedWrite } from '../database.ts';

export interface LoggedCommit extends CountedWrite {
  /** Consecutive. */
  readonly n: number;
}

const MAGIC = Buffer.from('GHCL');
const HEAD_BYTES = 12;
export const SEGMENT_BYTES = 4 * 1024 * 1024;
/** The end of a segment's name until it is made. */
export const UNFINISHED = '.new';
/** The number of its first commit is a segment's name. */
const NAME = /^(\d{16})\.log$/;

export function frameOf(commit: LoggedCommit): Uint8Array<ArrayBuffer> {
  const content = serialize(commit);
  const frame = Buffer.alloc(HEAD_BYTES + content.length);
  MAGIC.copy(frame);
  frame.writeUInt32LE(content.length, 4);
  frame.writeUInt32LE(crc32(content), 8);
  content.copy(frame, HEAD_BYTES);
  return new Uint8Array(frame.buffer, frame.byteOffset, frame.length);
}

/** The commit of the frame that begins at `at`, with where it ends; null if none is whole there. */
function readFrame(
  bytes: Buffer,
  at: number,
): { readonly commit: LoggedCommit; readonly end: number } | null {
  if (at + HEAD_BYTES > bytes.length || bytes.compare(MAGIC, 0, 4, at, at + 4) !== 0) return null;
  const begin = at + HEAD_BYTES;
  const end = begin + bytes.readUInt32LE(at + 4);
  // Zeros where the head was not written yet would be the right sum of nothing.
  if (end === begin || end > bytes.length) return null;
  const content = bytes.subarray(begin, end);
  if (crc32(content) !== bytes.readUInt32LE(at + 8)) return null;
  return { commit: deserialize(content) as LoggedCommit, end };
}

/** The segments of a folder, oldest first. */
export function segmentsOf(folder: string): readonly { readonly file: string; readonly first: number }[] {
  return fs
    .readdirSync(folder)
    .flatMap((name) => {
      const first = NAME.exec(name)?.[1];
      return first === undefined ? [] : [{ file: path.join(folder, name), first: Number(first) }];
    })
    .sort((a, b) => a.first - b.first);
}

export const segmentName = (first: number): string => `${String(first).padStart(16, '0')}.log`;

/**
 * The commits after number `after`, in order. A frame that was being written when the power failed
 * ends its segment: nobody was told of it. Throws if a commit is missing, if a segment is shorter
 * than it was made, or if something follows a damaged frame: no power cut leaves that, because one
 * frame at a time is written. `segmentBytes` is for tests.
 */
export function* commitsAfter(
  folder: string,
  after: number,
  segmentBytes = SEGMENT_BYTES,
): Generator<LoggedCommit> {
  let last: number | null = null;
  for (const { file, first } of segmentsOf(folder)) {
    if (last !== null && first !== last + 1)
      throw damaged(file, `it begins with ${first} instead of ${last + 1}`);
    if (last === null && first > after + 1)
      throw damaged(file, `commits ${after + 1} to ${first - 1} are missing`);
    const bytes = fs.readFileSync(file);
    if (bytes.length < segmentBytes) throw damaged(file, `${bytes.length} bytes of ${segmentBytes} are left`);
    let expected: number = first;
    let at: number = 0;
    for (let frame = readFrame(bytes, 0); frame !== null; frame = readFrame(bytes, at)) {
      if (frame.commit.n !== expected)
        throw damaged(file, `it holds ${frame.commit.n} instead of ${expected}`);
      if (expected > after) yield frame.commit;
      expected++;
      at = frame.end;
    }
    if (isFollowed(bytes, at)) throw damaged(file, `commit ${expected} is damaged`);
    last = expected - 1;
  }
}

/** Whether there is something behind the frame at `at`, which is not whole. */
function isFollowed(bytes: Buffer, at: number): boolean {
  for (let later = bytes.indexOf(MAGIC, at + 1); later >= 0; later = bytes.indexOf(MAGIC, later + 1))
    if (readFrame(bytes, later) !== null) return true;
  const hasHead = at + HEAD_BYTES <= bytes.length && bytes.compare(MAGIC, 0, 4, at, at + 4) === 0;
  return hasHead && bytes.subarray(at + HEAD_BYTES + bytes.readUInt32LE(at + 4)).some((byte) => byte !== 0);
}

function damaged(file: string, what: string): Error {
  return new Error(`the commit log ${file} is damaged: ${what}. Put back a backup`);
}
