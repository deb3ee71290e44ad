/**
 * The transitions of orders and positions by command: the tables of docs/features/spot.md and
 * seconds-contract.md. A new state does not compile until it has an entry here.
 */
import type { CommandType, OrderChanged, PositionChanged } from '../src/index.ts';

export type OrderState = 'none' | 'waiting' | 'resting' | 'finished' | 'cancelled';
export type PositionState = 'none' | 'accepted' | 'holding' | 'completed' | 'liquidated';

/** From a state to the states possible after the command. */
type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

/** By command. What is not listed changes none of them. */
type Table<S extends string> = Readonly<Partial<Record<CommandType, Transitions<S>>>>;

const NO_ORDER: Transitions<OrderState> = {
  none: [],
  waiting: [],
  resting: [],
  finished: [],
  cancelled: [],
};

const ENDED = { finished: [], cancelled: [] } as const;

/**
 * Others' orders that a command trades with or that leave the book by self-trade prevention, the
 * other legs of pairs, and the exits of what ends.
 */
const MET: Transitions<OrderState> = {
  ...NO_ORDER,
  none: ['waiting'],
  waiting: ['cancelled'],
  resting: ['resting', 'finished', 'cancelled'],
};

export const ORDER_TRANSITIONS: Table<OrderState> = {
  'place-order': { ...MET, none: ['waiting', 'resting', 'finished', 'cancelled'] },
  'place-extended': { ...MET, none: ['waiting', 'resting', 'finished', 'cancelled'] },
  'place-conditional': { ...NO_ORDER, none: ['waiting'] },
  'place-oco': { ...NO_ORDER, none: ['waiting', 'resting'] },
  'amend-order': MET,
  'amend-conditional': { ...NO_ORDER, waiting: ['waiting'] },
  'amend-oco': { ...NO_ORDER, waiting: ['waiting'], resting: ['resting'] },
  'cancel-order': { none: ['waiting'], waiting: ['cancelled'], resting: ['cancelled'], ...ENDED },
  'cancel-all': { none: ['waiting'], waiting: ['cancelled'], resting: ['cancelled'], ...ENDED },
  'process-due': { ...MET, waiting: ['waiting', 'resting', 'finished', 'cancelled'] },
};

const NO_POSITION: Transitions<PositionState> = {
  none: [],
  accepted: [],
  holding: [],
  completed: [],
  liquidated: [],
};

export const POSITION_TRANSITIONS: Table<PositionState> = {
  'open-position': { ...NO_POSITION, none: ['accepted'] },
  'process-due': {
    ...NO_POSITION,
    accepted: ['holding', 'completed', 'liquidated'],
    holding: ['completed', 'liquidated'],
  },
};

export function orderState({ status, trigger, firedTick }: OrderChanged): OrderState {
  if (status !== 0) return status === 1 ? 'finished' : 'cancelled';
  return trigger > 0 && firedTick === 0 ? 'waiting' : 'resting';
}

export function positionState({ status, openTick }: PositionChanged): PositionState {
  if (status !== 0) return status === 1 ? 'completed' : 'liquidated';
  return openTick === 0 ? 'accepted' : 'holding';
}
