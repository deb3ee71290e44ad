/**
 * The set of all external references that were ever used: outputs of transactions, and vouchers.
 * Exact and for ever, so it stores each in full.
 *
 * An entry is 37 bytes in the order of arrival, in chunks that are never copied. Shards of open
 * addressing find it, each of which grows by itself, so that no command waits for more than a 256th
 * of the entries. Together some 45 bytes for each reference.
 */
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';

/** What a reference was used for. One output may both settle a withdrawal and be a deposit. */
export const USE = { deposit: 0, settlement: 1, cost: 2 } as const;

export interface Reference {
  readonly use: number;
  readonly chain: number;
  /** 64 hexadecimal digits in lower case, or none for a voucher. */
  readonly txid: string;
  /** The output's index, or the voucher's number. */
  readonly output: number;
}

export const OUTPUT_MAX = 2 ** 32 - 1;
const TXID = /^[0-9a-f]{64}$/;
const TXID_BYTES = 32;
/** Transaction, output, and one byte of chain and use. */
const ENTRY_BYTES = TXID_BYTES + 4 + 1;
const CHUNK_ENTRIES = 1 << 12;
const SHARDS = 256;
const SHARD_SLOTS_MIN = 16;
const USES = 4;
/** Codes of '0', '9' and 'a'. */
const [ZERO, NINE, LETTER_A] = [48, 57, 97];

export function isReference({ txid, output }: Pick<Reference, 'txid' | 'output'>): boolean {
  const isInRange = Number.isSafeInteger(output) && output >= 0 && output <= OUTPUT_MAX;
  return isInRange && (txid === '' ? output > 0 : TXID.test(txid));
}

export class References {
  #count = 0;
  readonly #chunks: Uint8Array[] = [];
  /** Per shard a power of two of slots, each 0 or the number of an entry, from 1. */
  readonly #shards: (Uint32Array | undefined)[] = [];
  readonly #used = new Uint32Array(SHARDS);

  get count(): number {
    return this.#count;
  }

  has(reference: Reference): boolean {
    const bytes = bytesOf(reference);
    const hash = hashAt(bytes, 0);
    const shard = this.#shards[hash % SHARDS];
    if (shard === undefined) return false;
    let slot = firstSlot(hash, shard);
    for (; shard[slot] !== 0; slot = (slot + 1) % shard.length)
      if (this.#isAt(shard[slot]!, bytes)) return true;
    return false;
  }

  /** The reference must not be in the set. */
  add(reference: Reference): void {
    const entry = this.#count % CHUNK_ENTRIES;
    if (entry === 0) this.#chunks.push(new Uint8Array(CHUNK_ENTRIES * ENTRY_BYTES));
    this.#chunks.at(-1)!.set(bytesOf(reference), entry * ENTRY_BYTES);
    this.#index(++this.#count);
  }

  save(out: ByteWriter): void {
    out.number(this.#count);
    this.#chunks.forEach((chunk, i) => {
      const entries = Math.min(CHUNK_ENTRIES, this.#count - i * CHUNK_ENTRIES);
      out.bytes(chunk.subarray(0, entries * ENTRY_BYTES));
    });
  }

  load(input: ByteReader): void {
    const count = input.number();
    while (this.#count < count) {
      const bytes = input.sized();
      const chunk = new Uint8Array(CHUNK_ENTRIES * ENTRY_BYTES);
      chunk.set(bytes);
      this.#chunks.push(chunk);
      for (let left = bytes.length / ENTRY_BYTES; left > 0; left--) this.#index(++this.#count);
    }
  }

  /** Files an entry that no shard has yet. */
  #index(number: number): void {
    const hash = this.#hashOf(number);
    const at = hash % SHARDS;
    let shard = this.#shards[at] ?? new Uint32Array(SHARD_SLOTS_MIN);
    if ((this.#used[at]! + 1) * 4 > shard.length * 3) shard = this.#doubled(shard);
    this.#shards[at] = shard;
    place(shard, hash, number);
    this.#used[at]!++;
  }

  #doubled(shard: Uint32Array): Uint32Array {
    const larger = new Uint32Array(shard.length * 2);
    for (const number of shard) if (number !== 0) place(larger, this.#hashOf(number), number);
    return larger;
  }

  #hashOf(number: number): number {
    return hashAt(this.#chunkOf(number), startOf(number));
  }

  #isAt(number: number, bytes: Uint8Array): boolean {
    const chunk = this.#chunkOf(number);
    const start = startOf(number);
    for (let i = 0; i < ENTRY_BYTES; i++) if (chunk[start + i] !== bytes[i]) return false;
    return true;
  }

  #chunkOf(number: number): Uint8Array {
    return this.#chunks[Math.floor((number - 1) / CHUNK_ENTRIES)]!;
  }
}

/** Where an entry begins in its chunk. */
const startOf = (number: number): number => ((number - 1) % CHUNK_ENTRIES) * ENTRY_BYTES;
const firstSlot = (hash: number, { length }: Uint32Array): number => Math.floor(hash / SHARDS) % length;

function place(shard: Uint32Array, hash: number, number: number): void {
  let slot = firstSlot(hash, shard);
  while (shard[slot] !== 0) slot = (slot + 1) % shard.length;
  shard[slot] = number;
}

function bytesOf({ use, chain, txid, output }: Reference): Uint8Array {
  const bytes = new Uint8Array(ENTRY_BYTES);
  for (let i = 0; i < txid.length / 2; i++) bytes[i] = digitAt(txid, 2 * i) * 16 + digitAt(txid, 2 * i + 1);
  new DataView(bytes.buffer).setUint32(TXID_BYTES, output);
  bytes[ENTRY_BYTES - 1] = chain * USES + use;
  return bytes;
}

/** A hexadecimal digit in lower case. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code <= NINE ? code - ZERO : code - LETTER_A + 10;
}

/** 32 bits of all bytes of an entry (FNV-1a, with a last step that mixes the high bits down). */
function hashAt(bytes: Uint8Array, start: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < start + ENTRY_BYTES; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
