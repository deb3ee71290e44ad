/**
 * The transitions of everything that has states, by command: the tables of docs/features. Those of
 * spot and seconds contracts are here, all others with their features. An event of the core without
 * a table does not compile, and a state without an entry does not either.
 */
import type { CoreEvent, OrderChanged, PositionChanged } from '../src/index.ts';
import type { StatesOf, Transitions } from './feature.ts';
import * as features from './features.ts';

type OrderState = 'waiting' | 'resting' | 'finished' | 'cancelled';
type PositionState = 'accepted' | 'holding' | 'completed' | 'liquidated';

const NO_ORDER: Transitions<OrderState | 'none'> = {
  none: [],
  waiting: [],
  resting: [],
  finished: [],
  cancelled: [],
};

const ENDED = { finished: [], cancelled: [] } as const;

/**
 * Others' orders that a command trades with or that leave the book by self-trade prevention, the
 * other legs of OCOs, and the exits of orders that end.
 */
const MET: Transitions<OrderState | 'none'> = {
  ...NO_ORDER,
  none: ['waiting'],
  waiting: ['cancelled'],
  resting: ['resting', 'finished', 'cancelled'],
};

const ORDERS: StatesOf<OrderChanged, OrderState> = {
  of: 'order',
  idOf: ({ order }) => order,
  stateOf: ({ status, trigger, firedTick }) => {
    if (status !== 0) return status === 1 ? 'finished' : 'cancelled';
    return trigger > 0 && firedTick === 0 ? 'waiting' : 'resting';
  },
  transitions: {
    'place-order': { ...MET, none: ['waiting', 'resting', 'finished', 'cancelled'] },
    'place-extended': { ...MET, none: ['waiting', 'resting', 'finished', 'cancelled'] },
    'place-conditional': { ...NO_ORDER, none: ['waiting'] },
    'place-oco': { ...NO_ORDER, none: ['waiting', 'resting'] },
    'place-order-list': { ...NO_ORDER, none: ['waiting', 'resting'] },
    'amend-order': MET,
    'amend-conditional': { ...NO_ORDER, waiting: ['waiting'] },
    'amend-oco': { ...NO_ORDER, waiting: ['waiting'], resting: ['resting'] },
    'cancel-order': { none: ['waiting'], waiting: ['cancelled'], resting: ['cancelled'], ...ENDED },
    'cancel-named': { none: ['waiting'], waiting: ['cancelled'], resting: ['cancelled'], ...ENDED },
    'replace-order': {
      ...ENDED,
      none: ['waiting', 'resting', 'finished', 'cancelled'],
      waiting: ['cancelled'],
      resting: ['resting', 'finished', 'cancelled'],
    },
    'cancel-all': { none: ['waiting'], waiting: ['cancelled'], resting: ['cancelled'], ...ENDED },
    'cancel-prefixed': { none: ['waiting'], waiting: ['cancelled'], resting: ['cancelled'], ...ENDED },
    'process-due': { ...MET, waiting: ['waiting', 'resting', 'finished', 'cancelled'] },
  },
};

const NO_POSITION = {
  none: [],
  accepted: [],
  holding: [],
  completed: [],
  liquidated: [],
} as const;

const POSITIONS: StatesOf<PositionChanged, PositionState> = {
  of: 'position',
  idOf: ({ position }) => position,
  stateOf: ({ status, openTick }) => {
    if (status !== 0) return status === 1 ? 'completed' : 'liquidated';
    return openTick === 0 ? 'accepted' : 'holding';
  },
  transitions: {
    'open-position': { ...NO_POSITION, none: ['accepted'] },
    'process-due': {
      ...NO_POSITION,
      accepted: ['holding', 'completed', 'liquidated'],
      holding: ['completed', 'liquidated'],
    },
  },
};

/** The states of the objects that each event reports; null if they have none. */
const OWN = {
  posting: null,
  ticked: null,
  traded: null,
  'replacement-refused': null,
  'countdown-ended': null,
  'order-changed': ORDERS,
  'position-changed': POSITIONS,
};

type AnyStates = StatesOf<CoreEvent, string> | null;
type KeysOf<T> = T extends unknown ? keyof T : never;
type Declared = keyof typeof OWN | KeysOf<(typeof features)[keyof typeof features]['states']>;

const DECLARED: Readonly<Record<Declared, AnyStates>> = Object.assign(
  {},
  OWN,
  ...Object.values(features).map(({ states }) => states),
);
const STATES: Readonly<Record<CoreEvent['type'], AnyStates>> = DECLARED;

/** The object that an event reports, with its state; null for one without states. */
export function stateOf(
  event: CoreEvent,
): { readonly of: string; readonly id: number; readonly state: string } | null {
  const states = STATES[event.type];
  return states === null ? null : { of: states.of, id: states.idOf(event), state: states.stateOf(event) };
}

/** All tables of transitions, by the name of their objects. */
export const TRANSITIONS = Object.fromEntries(
  Object.values(STATES).flatMap((states) =>
    states === null ? [] : [[states.of, states.transitions] as const],
  ),
);
