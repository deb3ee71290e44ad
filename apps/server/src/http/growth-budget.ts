/**
 * Bounds what requests add to the disk: each kind of growth has its number of successes a day, for
 * one user or operator, for one area of networks, and for all areas; and while the disk is nearly
 * full nothing grows but what people need to reach their money. In memory: a restart forgets the
 * day, and the rates of the edge still hold.
 */
import { GROWTH, isRefusal, type Call, type Growth, type Refusal } from '@glasshouse/protocol';
import { areaOf, networkOf } from '../values/network.ts';
import { DelayedRefusal, type Caller } from './handler.ts';

/** `short`: what is kept goes on. */
export type RoomState = 'enough' | 'short' | 'none';

export interface GrowthBudgetOptions {
  /** What is left of the disk: when it is short, only kinds that are kept go on. */
  readonly room: () => RoomState;
  /** Multiplies the limits, as those of requests. */
  readonly rateFactor: number;
  readonly nowMs?: () => number;
}

type Grower = Pick<Caller, 'userId' | 'operator' | 'ip'>;
type Keyed = Pick<Caller, 'idempotency'>;

interface Bucket {
  readonly name: string;
  readonly limit: number;
}

const DAY_MS = 86_400_000;
const NO_ROOM_AGAIN_S = 30;
const ALL_AREAS = 'all areas';
const KEYS = { grows: 'keys' } as const;

export class GrowthBudget {
  readonly #options: GrowthBudgetOptions;
  readonly #nowMs: () => number;
  readonly #used = new Map<string, number>();
  #day = -1;

  constructor(options: GrowthBudgetOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
  }

  /** Runs a call that adds to the disk, or says why it may not. */
  run(
    { call: { grows }, caller }: { readonly call: Pick<Call, 'grows'>; readonly caller: Grower & Keyed },
    work: () => unknown,
  ): unknown {
    const buckets = grows === null ? [] : bucketsOf(grows, caller);
    const refusal = this.#refuse(grows, buckets);
    if (refusal !== null) return refusal;
    const counted = (answer: unknown): unknown => {
      const isRefused = isRefusal(answer) || answer instanceof DelayedRefusal;
      // A refusal under a key is remembered, which grows too.
      if (!isRefused || caller.idempotency !== null) this.#count(buckets);
      return answer;
    };
    const answer = work();
    return answer instanceof Promise ? answer.then(counted) : counted(answer);
  }

  /**
   * The caller of a call that gives back, which nobody is kept from. Its Idempotency-Key is
   * remembered, which grows: not beyond the budget, and not on a full disk.
   */
  withKey(caller: Caller): Caller {
    if (caller.idempotency === null) return caller;
    if (this.refuse(KEYS, caller) !== null) return { ...caller, idempotency: null };
    this.count(KEYS, caller);
    return caller;
  }

  /** Why a call may add nothing now; null if it may. */
  refuse({ grows }: Pick<Call, 'grows'>, caller: Grower): Refusal | null {
    return this.#refuse(grows, grows === null ? [] : bucketsOf(grows, caller));
  }

  #refuse(grows: Growth | null, buckets: readonly Bucket[]): Refusal | null {
    const full = this.refuseNow({ grows });
    if (full !== null || buckets.length === 0) return full;
    this.#beginDay();
    const { rateFactor } = this.#options;
    const isOver = buckets.some(({ name, limit }) => (this.#used.get(name) ?? 0) >= limit * rateFactor);
    if (!isOver) return null;
    const leftMs = (this.#day + 1) * DAY_MS - this.#nowMs();
    return { error: 'request/daily-limit', retryAfterS: Math.ceil(leftMs / 1000) };
  }

  /** Whether the disk has no room for a call, whoever makes it. */
  refuseNow({ grows }: Pick<Call, 'grows'>): Refusal | null {
    const room = this.#options.room();
    if (grows === null || room === 'enough' || (room === 'short' && GROWTH[grows].isKept)) return null;
    return { error: 'request/no-room', retryAfterS: NO_ROOM_AGAIN_S };
  }

  /** A call has added what it may. */
  count({ grows }: Pick<Call, 'grows'>, caller: Grower): void {
    if (grows !== null) this.#count(bucketsOf(grows, caller));
  }

  #count(buckets: readonly Bucket[]): void {
    if (buckets.length > 0) this.#beginDay();
    for (const { name } of buckets) this.#used.set(name, (this.#used.get(name) ?? 0) + 1);
  }

  #beginDay(): void {
    const day = Math.floor(this.#nowMs() / DAY_MS);
    if (day === this.#day) return;
    this.#day = day;
    this.#used.clear();
  }
}

/** The counters of a caller, with their limits. */
function bucketsOf(grows: Growth, { userId, operator, ip }: Grower): Bucket[] {
  const { ofUser, ofArea, ofAllAreas } = GROWTH[grows];
  if (userId !== 0 || operator !== null) {
    const who = operator === null ? `user ${userId}` : `operator ${operator.name}`;
    return ofUser === null ? [] : [{ name: `${grows} ${who}`, limit: ofUser }];
  }
  return [
    ...(ofArea === null ? [] : [{ name: `${grows} ${areaOf(networkOf(ip))}`, limit: ofArea }]),
    ...(ofAllAreas === null ? [] : [{ name: `${grows} ${ALL_AREAS}`, limit: ofAllAreas }]),
  ];
}
