/** The states of operators, and their words. */
import type { OperatorRow } from '@glasshouse/protocol/operators/office';
import type { StateTexts } from '../parts/StateTag.tsx';

type StaffState = 'active' | 'ended';

export const STAFF_STATES: StateTexts<StaffState> = {
  active: { tone: 'mut', text: 'staff_active' },
  ended: { tone: 'bad', text: 'staff_ended' },
};

export const staffStateOf = ({ endedTime }: OperatorRow): StaffState =>
  endedTime === null ? 'active' : 'ended';
