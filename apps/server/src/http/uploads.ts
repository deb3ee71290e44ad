/**
 * Decides about a file before its first byte is read: by its sender, its declared length, and the
 * number of others in progress.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '@glasshouse/protocol';
import { FairPool } from '../process/fair-pool.ts';
import { areaOf } from '../values/network.ts';
import type { AnyCallName } from './handler.ts';

export interface Sender {
  /** A user's id, the network of a visitor, or the name of an operator. */
  readonly sender: string;
  readonly isVisitor: boolean;
}

/** Refusals of a file before its first byte is read. */
interface UploadGate {
  /** A check without cost, before the sender takes a slot. */
  readonly check?: (query: unknown) => Refusal | null;
  /** Takes from the sender's quota. */
  readonly take: (sender: string) => Promise<Refusal | null>;
  /** Gives back what was taken, because there was no slot. */
  readonly giveBack: (sender: string) => Promise<void>;
}
export type UploadGates = Readonly<Partial<Record<AnyCallName, UploadGate>>>;

/**
 * Files being received or processed. They bound the memory of uploads, so RATE_LIMIT_FACTOR does
 * not apply. The others wait, unread.
 */
export const UPLOADS_AT_ONCE = { ofUsers: 6, ofVisitors: 2 } as const;

/** Files of one sender that run or wait. One more is refused with 429. */
export const UPLOADS_OF_ONE = { user: 2, area: 6 } as const;
/**
 * Files of users, and files of visitors, that wait. One more is refused with 429, or takes the
 * slot of one whose sender has more of them, or had one later.
 */
export const UPLOADS_WAITING_MAX = 32;
/**
 * How long a file waits before it is refused. The rest of the time that a request may take is for
 * the file.
 */
export const UPLOAD_WAITS_MS = 8_000;

/** After this time a file that is still arriving gives up its slot if another sender waits. */
export const UPLOAD_GIVES_WAY_MS = 4_000;

/** Users, or areas, whose last file is remembered. */
const REMEMBERED_MAX = 10_000;

type GiveBack = () => void;

export class UploadSlots {
  readonly #users = new UploadLine(UPLOADS_AT_ONCE.ofUsers, UPLOADS_OF_ONE.user);
  readonly #visitors = new UploadLine(UPLOADS_AT_ONCE.ofVisitors, UPLOADS_OF_ONE.area);

  /**
   * Returns the function that gives the slot back; null if no slot came free. A sender who leaves
   * stops waiting.
   */
  take({ sender, isVisitor }: Sender, response: ServerResponse): Promise<GiveBack | null> {
    return isVisitor ? this.#visitors.take(areaOf(sender), response) : this.#users.take(sender, response);
  }
}

/**
 * Slots for which senders take turns. The sender who has waited longest since the last slot goes
 * first.
 */
class UploadLine {
  readonly #pool: FairPool;
  readonly #ofOneMax: number;
  /** Uploads that may have to give up their slot, with their senders; the longest-running first. */
  readonly #slow = new Map<IncomingMessage, string>();
  /** Uploads that were ended, but whose slots are not free yet. */
  readonly #ending = new Set<IncomingMessage>();

  constructor(atOnceMax: number, ofOneMax: number) {
    this.#pool = new FairPool(atOnceMax, { rememberedMax: REMEMBERED_MAX });
    this.#ofOneMax = ofOneMax;
  }

  async take(sender: string, response: ServerResponse): Promise<GiveBack | null> {
    const own = this.#pool.heldBy(sender);
    if (own >= this.#ofOneMax || response.destroyed) return null;
    const isFull = this.#pool.waiting >= UPLOADS_WAITING_MAX;
    if (isFull && (own > 0 || !this.#pool.makeRoomFor(sender))) return null;
    const leave = await this.#turnOf(sender, response);
    return leave === null ? null : this.#begin(response.req, sender, leave);
  }

  async #turnOf(sender: string, response: ServerResponse): Promise<GiveBack | null> {
    const patience = new AbortController();
    const waits = setTimeout(() => patience.abort(), UPLOAD_WAITS_MS);
    response.once('close', () => patience.abort());
    const turn = this.#pool.enter(sender, patience.signal);
    this.#endSlow();
    const leave = await turn;
    clearTimeout(waits);
    return leave;
  }

  #begin(file: IncomingMessage, sender: string, leave: GiveBack): GiveBack {
    const givesWay = setTimeout(() => {
      this.#slow.set(file, sender);
      this.#endSlow();
    }, UPLOAD_GIVES_WAY_MS);
    this.#endSlow();
    return () => {
      clearTimeout(givesWay);
      this.#slow.delete(file);
      this.#ending.delete(file);
      leave();
    };
  }

  /** Ends the file that has been coming for the longest, if the next slot is another sender's. */
  #endSlow(): void {
    const { next, waiting } = this.#pool;
    if (next === undefined || waiting <= this.#ending.size) return;
    for (const [file, sender] of this.#slow) {
      if (sender === next || file.complete || file.destroyed) continue;
      this.#slow.delete(file);
      this.#ending.add(file);
      file.destroy();
      return;
    }
  }
}
