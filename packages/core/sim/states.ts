/**
 * The transitions of everything that has states, by command: the tables of docs/features. A new
 * state does not compile until it has an entry here.
 */
import type {
  CommandType,
  CoreEvent,
  DepositChanged,
  FinanceOrderChanged,
  HoldChanged,
  HoldingChanged,
  MinerChanged,
  OrderChanged,
  PositionChanged,
  ProjectChanged,
  SubscriptionChanged,
  WithdrawalChanged,
} from '../src/index.ts';

export type OrderState = 'none' | 'waiting' | 'resting' | 'finished' | 'cancelled';
type DepositState = 'none' | 'credited' | 'final';
type WithdrawalState = 'none' | 'requested' | 'approved' | 'settled' | 'rejected' | 'cancelled';
type FinanceState = 'none' | 'hosting' | 'completed';
type MinerState = 'none' | 'proceeding' | 'to-be-redeemed' | 'redeemed' | 'redeemed-early';
type ProjectState = 'none' | 'warming-up' | 'open' | 'closing' | 'closed' | 'distributed' | 'listed';
type SubscriptionState = 'none' | 'open' | 'closed' | 'distributed' | 'cancelled';
type HoldingState =
  | 'none'
  | 'waiting'
  | 'holding'
  | 'limit-set'
  | 'end-ordered'
  | 'sold'
  | 'liquidated'
  | 'exited'
  | 'not-filled';
type HoldState = 'none' | 'active' | 'ended';
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

const ORDER_TRANSITIONS: Table<OrderState> = {
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

const POSITION_TRANSITIONS: Table<PositionState> = {
  'open-position': { ...NO_POSITION, none: ['accepted'] },
  'process-due': {
    ...NO_POSITION,
    accepted: ['holding', 'completed', 'liquidated'],
    holding: ['completed', 'liquidated'],
  },
};

const NO_DEPOSIT: Transitions<DepositState> = { none: [], credited: [], final: [] };

const DEPOSIT_TRANSITIONS: Table<DepositState> = {
  'credit-deposit': { ...NO_DEPOSIT, none: ['credited', 'final'] },
  'finalise-deposit': { ...NO_DEPOSIT, credited: ['final'] },
};

const NO_WITHDRAWAL: Transitions<WithdrawalState> = {
  none: [],
  requested: [],
  approved: [],
  settled: [],
  rejected: [],
  cancelled: [],
};

const WITHDRAWAL_TRANSITIONS: Table<WithdrawalState> = {
  'request-withdrawal': { ...NO_WITHDRAWAL, none: ['requested'] },
  'approve-withdrawal': { ...NO_WITHDRAWAL, requested: ['approved'] },
  'settle-withdrawal': { ...NO_WITHDRAWAL, approved: ['settled'] },
  'reject-withdrawal': { ...NO_WITHDRAWAL, requested: ['rejected'], approved: ['rejected'] },
  'cancel-withdrawal': { ...NO_WITHDRAWAL, requested: ['cancelled'] },
};

const NO_HOLD: Transitions<HoldState> = { none: [], active: [], ended: [] };
const PLACED: Transitions<HoldState> = { ...NO_HOLD, none: ['active'], active: ['active'] };
const LOOSENED: Transitions<HoldState> = { ...NO_HOLD, active: ['active', 'ended'] };

const HOLD_TRANSITIONS: Table<HoldState> = {
  'place-hold': PLACED,
  'credit-deposit': PLACED,
  'reject-withdrawal': PLACED,
  'cancel-withdrawal': PLACED,
  'finalise-deposit': LOOSENED,
  'request-withdrawal': LOOSENED,
  'process-due': { ...NO_HOLD, active: ['ended'] },
};

const NO_FINANCE: Transitions<FinanceState> = { none: [], hosting: [], completed: [] };

const FINANCE_TRANSITIONS: Table<FinanceState> = {
  'buy-finance': { ...NO_FINANCE, none: ['hosting'] },
  'process-due': { ...NO_FINANCE, hosting: ['completed'] },
};

const NO_MINER: Transitions<MinerState> = {
  none: [],
  proceeding: [],
  'to-be-redeemed': [],
  redeemed: [],
  'redeemed-early': [],
};

const MINER_TRANSITIONS: Table<MinerState> = {
  'buy-miner': { ...NO_MINER, none: ['proceeding'] },
  'process-due': { ...NO_MINER, proceeding: ['to-be-redeemed'] },
  'redeem-miner': { ...NO_MINER, 'to-be-redeemed': ['redeemed'] },
  'redeem-miner-early': { ...NO_MINER, proceeding: ['redeemed-early'] },
};

const NO_PROJECT: Transitions<ProjectState> = {
  none: [],
  'warming-up': [],
  open: [],
  closing: [],
  closed: [],
  distributed: [],
  listed: [],
};

const PROJECT_TRANSITIONS: Table<ProjectState> = {
  'define-subscription': {
    ...NO_PROJECT,
    none: ['warming-up', 'open'],
    'warming-up': ['warming-up', 'open'],
  },
  // What is subscribed is counted by project.
  subscribe: { ...NO_PROJECT, open: ['open'] },
  'cancel-subscription': { ...NO_PROJECT, open: ['open'] },
  tick: { ...NO_PROJECT, 'warming-up': ['open', 'closing'], open: ['closing'] },
  'process-due': {
    ...NO_PROJECT,
    closing: ['closing', 'closed', 'distributed', 'listed'],
    closed: ['distributed', 'listed'],
    distributed: ['listed'],
  },
};

const NO_SUBSCRIPTION: Transitions<SubscriptionState> = {
  none: [],
  open: [],
  closed: [],
  distributed: [],
  cancelled: [],
};

const SUBSCRIPTION_TRANSITIONS: Table<SubscriptionState> = {
  subscribe: { ...NO_SUBSCRIPTION, none: ['open'], open: ['open'] },
  'cancel-subscription': { ...NO_SUBSCRIPTION, open: ['cancelled'] },
  'process-due': { ...NO_SUBSCRIPTION, open: ['closed', 'distributed'], closed: ['closed', 'distributed'] },
};

const NO_HOLDING: Transitions<HoldingState> = {
  none: [],
  waiting: [],
  holding: [],
  'limit-set': [],
  'end-ordered': [],
  sold: [],
  liquidated: [],
  exited: [],
  'not-filled': [],
};

const HOLDING_TRANSITIONS: Table<HoldingState> = {
  'buy-fund': { ...NO_HOLDING, none: ['waiting'] },
  'sell-fund': { ...NO_HOLDING, holding: ['end-ordered'], 'limit-set': ['end-ordered'] },
  'set-fund-limit': { ...NO_HOLDING, holding: ['limit-set'], 'limit-set': ['limit-set'] },
  'cancel-fund-limit': { ...NO_HOLDING, 'limit-set': ['holding'] },
  'exit-fund': { ...NO_HOLDING, holding: ['end-ordered'], 'limit-set': ['end-ordered'] },
  // An end that the reserve cannot pay is tried again.
  tick: { ...NO_HOLDING, holding: ['holding'], 'limit-set': ['limit-set'] },
  'process-due': {
    ...NO_HOLDING,
    waiting: ['holding', 'liquidated', 'not-filled'],
    holding: ['holding', 'liquidated'],
    'limit-set': ['limit-set', 'sold', 'liquidated'],
    'end-ordered': ['holding', 'limit-set', 'end-ordered', 'sold', 'liquidated', 'exited'],
  },
};

const WITHDRAWAL_STATES = ['requested', 'approved', 'settled', 'rejected', 'cancelled'] as const;

const depositState = ({ status }: DepositChanged): DepositState => (status === 0 ? 'credited' : 'final');
const withdrawalState = ({ status }: WithdrawalChanged): WithdrawalState => WITHDRAWAL_STATES[status]!;
const MINER_STATES = ['proceeding', 'to-be-redeemed', 'redeemed', 'redeemed-early'] as const;
const financeState = ({ status }: FinanceOrderChanged): FinanceState =>
  status === 0 ? 'hosting' : 'completed';
const minerState = ({ status }: MinerChanged): MinerState => MINER_STATES[status]!;
const PROJECT_STATES = ['warming-up', 'open', 'closing', 'closed', 'distributed', 'listed'] as const;
const SUBSCRIPTION_STATES = ['open', 'closed', 'distributed', 'cancelled'] as const;
const projectState = ({ phase }: ProjectChanged): ProjectState => PROJECT_STATES[phase]!;
const subscriptionState = ({ status }: SubscriptionChanged): SubscriptionState =>
  SUBSCRIPTION_STATES[status]!;
const HOLDING_STATES = ['waiting', 'holding', 'sold', 'liquidated', 'exited', 'not-filled'] as const;
function holdingState({ status, limitNav, orderedEnd }: HoldingChanged): HoldingState {
  if (status !== 1) return HOLDING_STATES[status]!;
  if (orderedEnd > 0) return 'end-ordered';
  return limitNav > 0 ? 'limit-set' : 'holding';
}
const holdState = ({ units, untilMs }: HoldChanged): HoldState =>
  units === 0 && untilMs === 0 ? 'ended' : 'active';

/** The object that an event reports, with its state; null for other events. */
export function stateOf(
  event: CoreEvent,
): { readonly of: keyof typeof TRANSITIONS; readonly id: number; readonly state: string } | null {
  switch (event.type) {
    case 'order-changed':
      return { of: 'order', id: event.order, state: orderState(event) };
    case 'position-changed':
      return { of: 'position', id: event.position, state: positionState(event) };
    case 'deposit-changed':
      return { of: 'deposit', id: event.deposit, state: depositState(event) };
    case 'withdrawal-changed':
      return { of: 'withdrawal', id: event.withdrawal, state: withdrawalState(event) };
    case 'hold-changed':
      return { of: 'hold', id: event.hold, state: holdState(event) };
    case 'finance-order-changed':
      return { of: 'finance', id: event.order, state: financeState(event) };
    case 'miner-changed':
      return { of: 'miner', id: event.order, state: minerState(event) };
    case 'project-changed':
      return { of: 'project', id: event.project, state: projectState(event) };
    case 'subscription-changed':
      return { of: 'subscription', id: event.subscription, state: subscriptionState(event) };
    case 'holding-changed':
      return { of: 'holding', id: event.holding, state: holdingState(event) };
    default:
      return null;
  }
}

/** All tables, by what they are of. */
export const TRANSITIONS = {
  order: ORDER_TRANSITIONS,
  position: POSITION_TRANSITIONS,
  deposit: DEPOSIT_TRANSITIONS,
  withdrawal: WITHDRAWAL_TRANSITIONS,
  hold: HOLD_TRANSITIONS,
  finance: FINANCE_TRANSITIONS,
  miner: MINER_TRANSITIONS,
  project: PROJECT_TRANSITIONS,
  subscription: SUBSCRIPTION_TRANSITIONS,
  holding: HOLDING_TRANSITIONS,
} as const;

function orderState({ status, trigger, firedTick }: OrderChanged): OrderState {
  if (status !== 0) return status === 1 ? 'finished' : 'cancelled';
  return trigger > 0 && firedTick === 0 ? 'waiting' : 'resting';
}

function positionState({ status, openTick }: PositionChanged): PositionState {
  if (status !== 0) return status === 1 ? 'completed' : 'liquidated';
  return openTick === 0 ? 'accepted' : 'holding';
}
