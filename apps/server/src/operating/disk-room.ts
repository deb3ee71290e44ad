/**
 * Watches the disk of the data folder. Below the floor the server goes on reading, ticking,
 * settling and cancelling in the room that is left, and takes nothing that grows; above it, with a
 * margin, it takes everything again by itself. A file of zeros keeps some room back: it is removed
 * when even that floor is passed, as it may be by others on the same disk.
 */
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { containment } from '../process/containment.ts';
import { errorFields, type Log } from '../process/log.ts';
import type { RoomState } from '../http/growth-budget.ts';
import type { Figure } from './figures.ts';

/** A sixteenth of the disk, between these: a demo's ticks and settlements write some MB an hour. */
const FLOOR_BYTES = { min: 48 * 2 ** 20, max: 2 ** 30 } as const;
const FLOOR_SHARE = 16;
/** Files and folders that can still be made. */
const FLOOR_FILES = 2_000;
/** Below this share of the floor, not even what is kept goes on. */
const NONE_SHARE = 2;
/** It must be so much above the floor again, or the state would flutter. */
const AGAIN_SHARE = 1.1;
const LOOK_EVERY_MS = 500;
const KEPT_FILE = 'room-kept';
const KEPT_BYTES = 32 * 2 ** 20;

const SAID: Readonly<Record<RoomState, string>> = {
  enough: 'the disk has room again: everything is taken',
  short: 'the disk is nearly full, make room: nothing that grows is taken',
  none: 'the disk is full, make room: only reads, cancellations and settlements go on',
};

export interface Room {
  readonly bytes: number;
  /** Null: the file system does not count them. */
  readonly files: number | null;
  readonly diskBytes: number;
}

export class DiskRoom {
  #state: RoomState = 'enough';
  #room: Room = { bytes: Infinity, files: null, diskBytes: 0 };
  readonly #read: () => Promise<Room>;
  readonly #log: Log;
  readonly #kept: string;
  #isKept = false;
  #timer: NodeJS.Timeout | null = null;
  readonly #listeners: (() => void)[] = [];

  constructor(folder: string, log: Log, read: () => Promise<Room> = () => roomOf(folder)) {
    this.#kept = path.join(folder, KEPT_FILE);
    this.#read = read;
    this.#log = log;
  }

  static async open(folder: string, log: Log): Promise<DiskRoom> {
    const room = new DiskRoom(folder, log);
    await room.start();
    return room;
  }

  get state(): RoomState {
    return this.#state;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async start(): Promise<void> {
    await this.look();
    const look = containment(this.#log)('the room on the disk', () => this.look());
    this.#timer = setInterval(look, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async look(): Promise<void> {
    try {
      this.#room = await this.#read();
    } catch (error) {
      // A folder that cannot be read says nothing about its room.
      this.#log.error(errorFields(error), 'the room on the disk is unknown');
      return;
    }
    const next = stateOf(this.#room, this.#state);
    if (next !== this.#state) this.#change(next);
    await this.#keepRoom();
  }

  #change(next: RoomState): void {
    this.#state = next;
    const fields = { freeBytes: this.#room.bytes, freeFiles: this.#room.files, state: next };
    if (next === 'enough') this.#log.warn(fields, SAID.enough);
    else this.#log.error(fields, SAID[next]);
    for (const listener of this.#listeners) listener();
  }

  /** The file is there while there is room for it, and makes room when there is none. */
  async #keepRoom(): Promise<void> {
    const { bytes, diskBytes } = this.#room;
    const isRoomy = this.#state === 'enough' && bytes > 2 * floorOf(diskBytes) + KEPT_BYTES;
    try {
      if (this.#state === 'none') {
        await rm(this.#kept, { force: true });
        this.#isKept = false;
      } else if (isRoomy && !this.#isKept) {
        this.#isKept = true;
        await writeFile(this.#kept, new Uint8Array(KEPT_BYTES), { flag: 'wx' });
      }
    } catch (error) {
      // One of a former process is as good.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
      this.#log.error(errorFields(error), 'no room could be kept on the disk');
    }
  }

  get figures(): readonly Figure[] {
    return [
      {
        name: 'disk_free_bytes',
        help: 'Free bytes on the disk of the data folder',
        kind: 'gauge',
        read: () => (Number.isFinite(this.#room.bytes) ? this.#room.bytes : 0),
      },
      {
        name: 'disk_short',
        help: '1 while the disk is nearly full and nothing that grows is taken, else 0',
        kind: 'gauge',
        read: () => (this.#state === 'enough' ? 0 : 1),
      },
    ];
  }
}

const floorOf = (diskBytes: number): number =>
  Math.min(FLOOR_BYTES.max, Math.max(FLOOR_BYTES.min, diskBytes / FLOOR_SHARE));

export function stateOf({ bytes, files, diskBytes }: Room, before: RoomState): RoomState {
  const floor = floorOf(diskBytes);
  const needed = before === 'enough' ? 1 : AGAIN_SHARE;
  const isBelow = (share: number): boolean =>
    bytes < (floor * needed) / share || (files !== null && files < (FLOOR_FILES * needed) / share);
  if (isBelow(NONE_SHARE)) return 'none';
  return isBelow(1) ? 'short' : 'enough';
}

async function roomOf(folder: string): Promise<Room> {
  const { bavail, bsize, blocks, files, ffree } = await statfs(folder);
  // Some file systems have no fixed number of files, and report 0.
  return { bytes: bavail * bsize, files: files === 0 ? null : ffree, diskBytes: blocks * bsize };
}
