/**
 * The transitions of orders and positions by command: the tables of docs/features/spot.md and
 * seconds-contract.md, complete by type. A new state or command does not compile until it has an
 * entry here.
 */
import type { CommandType, OrderChanged, PositionChanged } from '../src/index.ts';

export type OrderState = 'none' | 'waiting' | 'resting' | 'finished' | 'cancelled';
export type PositionState = 'none' | 'accepted' | 'holding' | 'completed' | 'liquidated';

/** From a state to the states possible after the command. */
type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

const NO_ORDER: Transitions<OrderState> = {
  none: [],
  waiting: [],
  resting: [],
  finished: [],
  cancelled: [],
};

/**
 * Others' orders that a command trades with or that leave the book by self-trade prevention, and
 * the other legs of pairs.
 */
const MET: Transitions<OrderState> = {
  ...NO_ORDER,
  waiting: ['cancelled'],
  resting: ['resting', 'finished', 'cancelled'],
};

export const ORDER_TRANSITIONS: Readonly<Record<CommandType, Transitions<OrderState>>> = {
  'place-order': { ...MET, none: ['resting', 'finished', 'cancelled'] },
  'place-conditional': { ...NO_ORDER, none: ['waiting'] },
  'place-oco': { ...NO_ORDER, none: ['waiting', 'resting'] },
  'amend-order': MET,
  'cancel-order': { ...NO_ORDER, waiting: ['cancelled'], resting: ['cancelled'] },
  'cancel-all': { ...NO_ORDER, waiting: ['cancelled'], resting: ['cancelled'] },
  tick: NO_ORDER,
  'process-due': { ...MET, waiting: ['waiting', 'resting', 'finished', 'cancelled'] },
  'replace-quotes': NO_ORDER,
  'set-market-status': NO_ORDER,
  'set-rules': NO_ORDER,
  'define-asset': NO_ORDER,
  'define-market': NO_ORDER,
  'define-seconds-contract': NO_ORDER,
  'define-fee-tiers': NO_ORDER,
  'set-referrer': NO_ORDER,
  'open-account': NO_ORDER,
  'open-position': NO_ORDER,
  issue: NO_ORDER,
  transfer: NO_ORDER,
};

const NO_POSITION: Transitions<PositionState> = {
  none: [],
  accepted: [],
  holding: [],
  completed: [],
  liquidated: [],
};

export const POSITION_TRANSITIONS: Readonly<Record<CommandType, Transitions<PositionState>>> = {
  'open-position': { ...NO_POSITION, none: ['accepted'] },
  'process-due': {
    ...NO_POSITION,
    accepted: ['holding', 'completed', 'liquidated'],
    holding: ['completed', 'liquidated'],
  },
  tick: NO_POSITION,
  'place-order': NO_POSITION,
  'place-conditional': NO_POSITION,
  'place-oco': NO_POSITION,
  'amend-order': NO_POSITION,
  'cancel-order': NO_POSITION,
  'cancel-all': NO_POSITION,
  'replace-quotes': NO_POSITION,
  'set-market-status': NO_POSITION,
  'set-rules': NO_POSITION,
  'define-asset': NO_POSITION,
  'define-market': NO_POSITION,
  'define-seconds-contract': NO_POSITION,
  'define-fee-tiers': NO_POSITION,
  'set-referrer': NO_POSITION,
  'open-account': NO_POSITION,
  issue: NO_POSITION,
  transfer: NO_POSITION,
};

export function orderState({ status, trigger, firedTick }: OrderChanged): OrderState {
  if (status !== 0) return status === 1 ? 'finished' : 'cancelled';
  return trigger > 0 && firedTick === 0 ? 'waiting' : 'resting';
}

export function positionState({ status, openTick }: PositionChanged): PositionState {
  if (status !== 0) return status === 1 ? 'completed' : 'liquidated';
  return openTick === 0 ? 'accepted' : 'holding';
}
