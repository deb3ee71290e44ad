/** The calls of operators: sign-in, and the log. */
import type { Refusal } from '@glasshouse/protocol';
import type { AuditRow } from '@glasshouse/protocol/operators';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../../db/database.ts';
import { readList, type ListTable } from '../../db/lists.ts';
import { callingOperator, type FeatureHandlers, type Handler } from '../../http/handler.ts';
import type { RateLimits } from '../../http/limits.ts';
import { networkOf } from '../../network.ts';
import type { OperatorAccounts } from './accounts.ts';
import type { AuditLog } from './audit-log.ts';
import type { OperatorSessions } from './sessions.ts';
import type { OperatorAuditTable } from './tables.ts';

export interface OperatorParts {
  readonly database: Database;
  readonly accounts: OperatorAccounts;
  readonly sessions: OperatorSessions;
  readonly audit: AuditLog;
  readonly limits: RateLimits;
}

const FAILED: Refusal = { error: 'operators/sign-in-failed' };

const AUDIT = {
  table: 'operator_audit',
  order: ['time_ms', 'entry'],
  key: ['entry'],
} as const satisfies ListTable<'operator_audit'>;

export function operatorHandlers(parts: OperatorParts): FeatureHandlers<'operators'> {
  const { database, sessions, audit } = parts;
  return {
    'operators/sign-in': signIn(parts),
    'operators/sign-out': async (_input, caller) => {
      const operator = callingOperator(caller);
      await audit.add({ operator: operator.name, act: 'operators/sign-out', subject: '', detail: '' });
      await sessions.end(operator);
      caller.cookies.clear('operator');
    },
    'operators/get-self': (_input, caller) => {
      const { name, role, endsMs } = callingOperator(caller);
      return { name, role, endsTime: endsMs };
    },
    'operators/get-audit': ({ operator, ...request }) => {
      const filter = operator === '' ? sql`true` : sql`operator = ${operator}`;
      const total = () =>
        database.reads
          .selectFrom('operator_audit')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where(sql<boolean>`${filter}`)
          .executeTakeFirstOrThrow()
          .then(({ count }) => count);
      return readList(database, { source: AUDIT, request, branches: [filter], total, rowOf });
    },
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
 * Wrong passwords count by name and network, so that strangers cannot lock an operator out. Wrong
 * codes count by name: only somebody with the password can use those tries up.
 */
function signIn({ accounts, sessions, audit, limits }: OperatorParts): Handler<'operators/sign-in'> {
  return async ({ name, password, code }, caller) => {
    const network = networkOf(caller.ip);
    const door = `${name}|${network}`;
    if (!(await limits.take('sign-in', network))) return limits.tooMany('sign-in', network);
    if (!(await limits.take('wrong-operator-password', door)))
      return limits.tooMany('wrong-operator-password', door);
    const checked = await accounts.checkPassword(name, password, network);
    if (checked === null) return FAILED;
    await limits.giveBack('wrong-operator-password', door);
    if (!(await limits.take('wrong-operator-code', name))) return limits.tooMany('wrong-operator-code', name);
    if (!(await accounts.useCode(name, code))) {
      await audit.add({ operator: name, act: 'operators/wrong-code', subject: '', detail: caller.ip });
      return FAILED;
    }
    await limits.forget('wrong-operator-code', name);
    await audit.add({ operator: name, act: 'operators/sign-in', subject: '', detail: caller.ip });
    const opened = await sessions.open(checked, caller);
    if (opened === null) return FAILED;
    caller.cookies.write('operator', opened.token);
    return { name, role: checked.role, endsTime: opened.identity.endsMs };
  };
}
