/** The events of subscriptions. */
import type { DefineSubscription } from './commands.ts';

/**
 * Phases of a project. While it is closing, the list is fixed and its shares are worked out; once
 * it is closed they are known.
 */
export const PHASE = { warmingUp: 0, open: 1, closing: 2, closed: 3, distributed: 4, listed: 5 } as const;

/** States of a subscription. */
export const SUBSCRIPTION_STATUS = { open: 0, closed: 1, distributed: 2, cancelled: 3 } as const;

type Terms = Omit<DefineSubscription, 'type'>;

/** A project after a change of its terms or its phase. */
export interface ProjectChanged extends Terms {
  readonly type: 'project-changed';
  readonly phase: number;
  /** Subscriptions, and what they have paid in, in quote units. */
  readonly subscribers: number;
  readonly total: number;
  /** From the close on: coins that are allocated, and what they cost. */
  readonly sold: number;
  readonly cost: number;
  /** From the distribution on: what the house keeps of the cost. */
  readonly fee: number;
}

/** A subscription after a change. `coins` and `cost` are 0 until its project closes. */
export interface SubscriptionChanged {
  readonly type: 'subscription-changed';
  /** Its number, from 1 on. */
  readonly subscription: number;
  readonly owner: number;
  /** 1 when it is placed; each change has the next number. */
  readonly revision: number;
  readonly project: number;
  /** Quote units. */
  readonly amount: number;
  /** Units of the new coin. */
  readonly coins: number;
  /** Quote units. */
  readonly cost: number;
  /** Whether one of the coins is a unit that was left. */
  readonly isRounded: number;
  readonly status: number;
  /** When it was placed first. */
  readonly placedMs: number;
  /** When it was distributed or cancelled; 0 before. */
  readonly endedMs: number;
}
