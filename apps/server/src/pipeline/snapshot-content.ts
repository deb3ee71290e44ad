/**
 * The content of a snapshot: the compressed bytes of the state, their hashes, and their position in
 * the journal.
 */
import { hash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { hashBytes } from '@glasshouse/core';
import type { JournalPosition } from './record.ts';
import type { StateMachine } from './state-machine.ts';

export interface Snapshot {
  readonly position: JournalPosition;
  readonly stateHash: string;
  /** zstd-compressed. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** SHA-256 over `body`. */
  readonly checksum: string;
}

/** Slow: for threads and processes that serve no requests. */
export function makeSnapshot(exchange: StateMachine, position: JournalPosition): Snapshot {
  const state = exchange.snapshot();
  const body = new Uint8Array(zstdCompressSync(state));
  return { position, stateHash: hashBytes(state), body, checksum: hash('sha256', body, 'hex') };
}
