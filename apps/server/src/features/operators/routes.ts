/** The calls of operators: sign-in, and the log. */
import type { Refusal } from '@glasshouse/protocol';
import type { AuditRow } from '@glasshouse/protocol/operators';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../../db/database.ts';
import { readList, type ListTable } from '../../db/lists.ts';
import {
  callingOperator,
  DelayedRefusal,
  type FeatureHandlers,
  type Handler,
  type Note,
} from '../../http/handler.ts';
import type { RateLimits } from '../../http/limits.ts';
import { networkOf } from '../../values/network.ts';
import type { OperatorAccounts } from './accounts.ts';
import { actHandlers } from './act-routes.ts';
import type { OperatorActs } from './acts.ts';
import type { AuditLog } from './audit-log.ts';
import type { KnownPlaces } from './known-places.ts';
import { notesIn } from './notes.ts';
import { SESSION_IDLE_MS, type OperatorSessions } from './sessions.ts';
import { staffHandlers } from './staff.ts';
import type { OperatorAuditTable } from './tables.ts';

export interface OperatorParts {
  readonly database: Database;
  readonly accounts: OperatorAccounts;
  readonly sessions: OperatorSessions;
  readonly places: KnownPlaces;
  readonly audit: AuditLog;
  readonly acts: OperatorActs;
  /** Notes what a session looks at, once. */
  readonly look: Note;
  readonly limits: RateLimits;
}

const FAILED: Refusal = { error: 'operators/sign-in-failed' };
/**
 * Longer than the work of a wrong password, and of a wrong code, which is noted in the log. What
 * takes longer on a busy server is answered at a multiple of it.
 */
export const FAILED_AFTER_MS = 300;

const AUDIT = {
  table: 'operator_audit',
  order: ['time_ms', 'entry'],
  key: ['entry'],
} as const satisfies ListTable<'operator_audit'>;

export function operatorHandlers(
  parts: OperatorParts,
): FeatureHandlers<'operators'> & Pick<FeatureHandlers<'people'>, 'people/get-acts'> {
  const { database, sessions, audit } = parts;
  return {
    'operators/sign-in': signIn(parts),
    'operators/sign-out': async (_input, caller) => {
      const operator = callingOperator(caller);
      await notesIn(audit)(caller, { act: 'operators/sign-out', subject: '', detail: '' });
      await sessions.end(operator);
      caller.cookies.clear('operator');
    },
    'operators/get-self': (_input, caller) => {
      const { name, role, endsMs } = callingOperator(caller);
      return { name, role, endsTime: endsMs, idleMs: SESSION_IDLE_MS };
    },
    'operators/get-audit': (request) =>
      readList(database, {
        source: AUDIT,
        request,
        branches: [sql`true`],
        total: () => audit.count(),
        rowOf,
      }),
    ...actHandlers(parts),
    ...staffHandlers({ ...parts, act: parts.acts.handlerOf }),
  };
}

const rowOf = ({ entry, time_ms: time, ...row }: Selectable<OperatorAuditTable>): AuditRow => ({
  entry,
  time,
  operator: row.operator,
  act: row.act,
  subject: row.subject,
  detail: row.detail,
  hash: row.hash,
});

/**
 * What fails counts by name and network, so that strangers cannot lock an operator out. Wrong
 * codes count by name too: only somebody with the password can use those tries up. All of it looks
 * the same from outside, and takes as long, so that nobody learns that a password was right.
 */
function signIn({ accounts, sessions, places, audit, limits }: OperatorParts): Handler<'operators/sign-in'> {
  return async ({ name, password, code }, caller) => {
    const begunMs = performance.now();
    const fail = () => {
      const steps = Math.ceil((performance.now() - begunMs) / FAILED_AFTER_MS);
      return new DelayedRefusal(FAILED, begunMs + steps * FAILED_AFTER_MS);
    };
    const network = networkOf(caller.ip);
    const signInNetwork = `${name}|${network}`;
    if (!(await limits.take('office-sign-in', network))) return limits.tooMany('office-sign-in', network);
    if (!(await limits.take('operator-sign-in', signInNetwork)))
      return limits.tooMany('operator-sign-in', signInNetwork);
    const checked = await accounts.checkPassword(name, password, network);
    if (checked === null) return fail();
    const isLeft = await limits.take('wrong-operator-code', name);
    const found = isLeft ? await accounts.useCode(name, code) : 'wrong';
    if (found !== 'right') {
      // Who sends a right code twice, as a double click does, guesses nothing.
      if (found === 'used') await limits.giveBack('wrong-operator-code', name);
      await audit.add({ operator: name, act: 'operators/wrong-code', subject: '', detail: caller.ip });
      return fail();
    }
    await limits.giveBack('operator-sign-in', signInNetwork);
    await limits.forget('wrong-operator-code', name);
    await audit.add({ operator: name, act: 'operators/sign-in', subject: '', detail: caller.ip });
    const opened = await sessions.open(checked, caller);
    if (opened === null) return fail();
    await places.add(name, network);
    caller.cookies.write('operator', opened.token);
    const { endsMs } = opened.identity;
    return { name, role: checked.role, endsTime: endsMs, idleMs: SESSION_IDLE_MS };
  };
}
