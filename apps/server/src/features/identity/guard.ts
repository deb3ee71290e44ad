/**
 * Decides who may do what; nothing else does. A call names its operation, and each operation has
 * its rules, checked in one order: frozen, frozen in part by operators, self-excluded, identity,
 * purchase permission, holds on withdrawals, then the user's own limits.
 */
import type { CallName, Operation, Refusal } from '@glasshouse/protocol';
import type { Guard, Guarded } from '../../http/guard.ts';
import type { Caller } from '../../http/handler.ts';
import type { Exposure, Stake } from '../../contract/product.ts';
import { dayOf } from '../../values/days.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import { timeText } from '../../values/times.ts';
import { limitAt, type UsageMinutes } from './self-limits.ts';
import { isFrozen, liveHolds, type Restrictions, type RestrictionCache } from './restrictions.ts';

const VERIFIED = 2;
const MINUTE_MS = 60_000;

interface Rules {
  /** The freeze of operators that stops it. */
  readonly frozenBy?: 'trading' | 'withdrawals';
  readonly excludable?: true;
  readonly purchase?: true;
  readonly held?: true;
  readonly timed?: true;
}
/**
 * Rules besides the freeze, which denies every operation, and identity, which the operator sets per
 * operation.
 */
const RULES: Readonly<Record<Operation, Rules>> = {
  trade: { frozenBy: 'trading', excludable: true, timed: true },
  speculate: { frozenBy: 'trading', excludable: true, timed: true },
  exchange: { frozenBy: 'trading', excludable: true, timed: true },
  invest: { frozenBy: 'trading', excludable: true, purchase: true },
  subscribe: { frozenBy: 'trading', excludable: true, purchase: true },
  transfer: {},
  withdraw: { frozenBy: 'withdrawals', held: true },
  settings: {},
};

const FROZEN_IN_PART = {
  trading: { error: 'identity/trading-frozen' },
  withdrawals: { error: 'identity/withdrawals-frozen' },
} as const satisfies Record<string, Refusal>;

export interface GuardOptions {
  readonly restrictionCache: RestrictionCache;
  readonly usage: UsageMinutes;
  /** Whether an operation needs a verified identity now. */
  readonly needsIdentity: (operation: Operation) => boolean;
  readonly exposureOf: (userId: number, sinceMs: number) => Promise<Exposure>;
  /** The stake of a request; null if it has none that can be read. */
  readonly stakeOf: (call: CallName, input: unknown) => Stake | null;
  /** Whether the caller repeats a request that will only be answered again, not executed. */
  readonly isRepeated: (caller: Pick<Caller, 'userId' | 'idempotency'>) => Promise<boolean>;
  /** The time of commands, by which holds on withdrawals end. */
  readonly commandMs: () => number;
  readonly now?: () => number;
}

export class PersonGuard implements Guard {
  readonly #options: GuardOptions;
  readonly #now: () => number;
  /**
   * Users with limits run one operation at a time, so that two concurrent orders cannot both fit
   * under one limit.
   */
  readonly #mutex = new KeyedMutex();

  /** Users seen in this minute. */
  readonly #presentUsers = new Set<number>();
  #presentMinute = 0;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  run(guarded: Guarded, work: () => unknown): unknown {
    const restrictions = this.#options.restrictionCache.of(guarded.caller.userId);
    return restrictions instanceof Promise
      ? restrictions.then((known) => this.#decide(guarded, known, work))
      : this.#decide(guarded, restrictions, work);
  }

  present(userId: number): void {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#presentMinute) this.#presentUsers.clear();
    this.#presentMinute = minute;
    if (this.#presentUsers.has(userId)) return;
    this.#presentUsers.add(userId);
    // Not awaited: the reply does not wait for the counting.
    void this.#count(userId).catch(() => this.#presentUsers.delete(userId));
  }

  async #count(userId: number): Promise<void> {
    const { limits } = await this.#options.restrictionCache.of(userId);
    if (limitAt(limits, 'minutes', this.#now()).value !== null) await this.#options.usage.mark(userId);
  }

  /** The refusal that an operation would get now, amounts aside. */
  async refusalOf(userId: number, operation: Operation): Promise<Refusal | null> {
    const restrictions = await this.#options.restrictionCache.of(userId);
    return (
      this.#refuseRestricted(restrictions, operation) ??
      (await this.#refuseTime(userId, restrictions, operation))
    );
  }

  #decide(guarded: Guarded, restrictions: Restrictions, work: () => unknown): unknown {
    const refusal = this.#refuseRestricted(restrictions, guarded.operation);
    if (refusal !== null) return this.#unlessRepeated(guarded.caller, refusal, work);
    return restrictions.limits.length > 0 ? this.#alone(guarded, work) : work();
  }

  refusalNow(userId: number, operation: Operation): Refusal | null | Promise<Refusal | null> {
    const restrictions = this.#options.restrictionCache.of(userId);
    return restrictions instanceof Promise
      ? restrictions.then((known) => this.#refuseRestricted(known, operation))
      : this.#refuseRestricted(restrictions, operation);
  }

  #refuseRestricted(restrictions: Restrictions, operation: Operation): Refusal | null {
    const nowMs = this.#now();
    const rules = RULES[operation];
    if (isFrozen(restrictions, nowMs)) return { error: 'identity/account-frozen' };
    if (rules.frozenBy !== undefined && restrictions.freezes.includes(rules.frozenBy))
      return FROZEN_IN_PART[rules.frozenBy];
    const { excludedUntilMs } = restrictions;
    if (rules.excludable === true && excludedUntilMs !== null && excludedUntilMs > nowMs)
      return { error: 'identity/self-excluded', params: { until: timeText(excludedUntilMs) } };
    if (this.#options.needsIdentity(operation) && restrictions.kycState !== VERIFIED)
      return { error: 'kyc/required' };
    if (rules.purchase === true && !restrictions.mayPurchase)
      return { error: 'identity/purchase-not-allowed' };
    const hold =
      rules.held === true ? liveHolds(restrictions.holds, this.#options.commandMs())[0] : undefined;
    return hold === undefined
      ? null
      : { error: 'identity/withdrawals-held', params: { until: timeText(hold.untilMs) } };
  }

  #alone(guarded: Guarded, work: () => unknown): Promise<unknown> {
    const { operation, caller } = guarded;
    const { userId } = caller;
    return this.#mutex.run(String(userId), async () => {
      // Read again: a freeze, an exclusion or a lower limit may have come while it waited.
      const restrictions = await this.#options.restrictionCache.of(userId);
      const refusal =
        this.#refuseRestricted(restrictions, operation) ??
        (await this.#refuseTime(userId, restrictions, operation)) ??
        (await this.#refuseStake(guarded, restrictions));
      return refusal === null ? work() : this.#unlessRepeated(guarded.caller, refusal, work);
    });
  }

  async #refuseTime(
    userId: number,
    restrictions: Restrictions,
    operation: Operation,
  ): Promise<Refusal | null> {
    if (RULES[operation].timed !== true) return null;
    const { value } = limitAt(restrictions.limits, 'minutes', this.#now());
    if (value === null) return null;
    await this.#options.usage.mark(userId);
    return (await this.#options.usage.minutes(userId)) > value ? { error: 'identity/time-limit' } : null;
  }

  async #refuseStake({ caller, call, input }: Guarded, restrictions: Restrictions): Promise<Refusal | null> {
    const stake = this.#options.stakeOf(call, input);
    if (stake === null) return null;
    const nowMs = this.#now();
    const stakeLimit = limitAt(restrictions.limits, 'stake', nowMs).value;
    const lossLimit = limitAt(restrictions.limits, 'loss', nowMs).value;
    if (stakeLimit !== null && stake.units > stakeLimit)
      return { error: 'identity/stake-limit', field: stake.field };
    if (lossLimit === null) return null;
    const { lost, atRisk } = await this.#options.exposureOf(caller.userId, dayOf(nowMs));
    return lost + atRisk + stake.loss > lossLimit ? { error: 'identity/loss-limit' } : null;
  }

  /**
   * A repeated key gets the same answer even if the user could not do it again now. The pipeline
   * knows the key.
   */
  async #unlessRepeated(caller: Guarded['caller'], refusal: Refusal, work: () => unknown): Promise<unknown> {
    return (await this.#options.isRepeated(caller)) ? work() : refusal;
  }
}
