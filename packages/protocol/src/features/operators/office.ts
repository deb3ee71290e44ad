/** Operators in the back office: who works here, and the acts on another operator. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { nothing, timeMs } from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';
import { OPERATOR_NAME, OPERATOR_ROLES } from '../../operator-roles.ts';

const operatorRow = z.object({
  name: z.string(),
  role: z.enum(OPERATOR_ROLES),
  /** What customers read; null: that customer service answers. */
  shownName: z.string().nullable(),
  createdTime: timeMs,
  /** Since when nobody can log in by this name; null: it works. */
  endedTime: timeMs.nullable(),
  /** Of the last 90 days; null: none. */
  lastSignInTime: timeMs.nullable(),
  /** How many are open. */
  sessions: z.number().int(),
});
export type OperatorRow = z.output<typeof operatorRow>;

const getOperators = defineOperatorCall({
  name: 'operators/get-operators',
  path: '/operators/getOperators',
  permission: 'operators/look',
  isLogged: false,
  summary: 'Everybody who works in the back office, by name',
  input: nothing,
  data: z.object({ list: z.array(operatorRow) }),
});

const operator = { operator: z.string().trim().regex(OPERATOR_NAME, 'the name of an operator') };
const ofTwo = ['request/not-found', 'operators/last-admin', 'operators/own-change'] as const;
const setRole = defineOperatorAct({
  name: 'operators/set-role',
  path: '/operators/setRole',
  section: 'operators',
  people: 2,
  refusals: ofTwo,
  summary: 'Gives an operator another role, and ends the sessions that have the old one',
  input: z.object({ ...operator, role: z.enum(OPERATOR_ROLES) }),
});
const endOperator = defineOperatorAct({
  name: 'operators/end-operator',
  path: '/operators/endOperator',
  section: 'operators',
  people: 2,
  refusals: ofTwo,
  summary: 'Ends an operator: sessions, what waits for a second person, and every further login',
  input: z.object(operator),
});
const endSessions = defineOperatorAct({
  name: 'operators/end-sessions',
  path: '/operators/endSessions',
  section: 'operators',
  people: 1,
  refusals: ['request/not-found'],
  summary: 'Ends all sessions of an operator',
  input: z.object(operator),
});

export const staffCalls = [getOperators, setRole, endOperator, endSessions] as const;
