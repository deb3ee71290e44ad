/** The calls for acts: those that wait for a second person, and those that were done. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { ActRow } from '@glasshouse/protocol/operators';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { readList, type ListTable } from '../../db/lists.ts';
import { refusalMessage } from '../../http/envelope.ts';
import {
  callingOperator,
  markNoted,
  type Caller,
  type Handler,
  type Language,
  type Note,
} from '../../http/handler.ts';
import { actsSeenBy, INTERRUPTED, type ActRecord, type Actor, type OperatorActs } from './acts.ts';

const ACTS = {
  table: 'operator_acts',
  order: ['asked_ms', 'act'],
  key: ['act'],
} as const satisfies ListTable<'operator_acts'>;

const NAMES = [
  'operators/get-acts',
  'operators/get-act',
  'people/get-acts',
  'operators/agree-to-act',
  'operators/refuse-act',
  'operators/withdraw-act',
] as const;
type Handlers = { readonly [N in (typeof NAMES)[number]]: Handler<N> };

export function actHandlers({
  database,
  acts,
  look,
}: {
  readonly database: Database;
  readonly acts: OperatorActs;
  readonly look: Note;
}): Handlers {
  return {
    'operators/get-acts': async ({ list, ...request }, caller) => {
      const { role, language } = actorOf(caller);
      const seen = actsSeenBy(role);
      const inList = list === 'asked' ? sql`state = 'asked'` : sql`true`;
      const condition = sql`call = any(${[...seen]}) and ${inList}`;
      return readList(database, {
        source: ACTS,
        request,
        branches: [condition],
        total: () => countedActs(database, condition),
        rowOf: (row) => rowOf(row, language),
      });
    },
    'operators/get-act': async ({ act }, caller) => {
      const by = actorOf(caller);
      const row = await acts.find(act, by);
      if (row === null) return { error: 'request/not-found' };
      return { ...rowOf(row, by.language), ...(await acts.shownTo(row, by)) };
    },
    'people/get-acts': async ({ user, ...request }, caller) => {
      const { role, language } = actorOf(caller);
      await look(caller, { act: 'people/get-acts', subject: `user ${user}`, detail: '' });
      const condition = sql`user_id = ${user} and user_id <> 0 and call = any(${[...actsSeenBy(role)]})`;
      return readList(database, {
        source: ACTS,
        request,
        branches: [condition],
        total: () => countedActs(database, condition),
        rowOf: (row) => rowOf(row, language),
      });
    },
    'operators/agree-to-act': async ({ act, ...decision }, caller) => {
      const answer = await acts.agree(act, decision, actorOf(caller));
      if (!isRefusal(answer)) markNoted(caller);
      return answer;
    },
    'operators/refuse-act': async ({ act, reason }, caller) =>
      noted(caller, await acts.refuse(act, reason, actorOf(caller))),
    'operators/withdraw-act': async ({ act, reason }, caller) =>
      noted(caller, await acts.withdraw(act, reason, actorOf(caller))),
  };
}

async function countedActs(database: Database, condition: RawBuilder<unknown>): Promise<number> {
  const { count } = await database.reads
    .selectFrom('operator_acts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`${condition}`)
    .executeTakeFirstOrThrow();
  return count;
}

function noted<T>(caller: Caller, refusal: T | null): T | undefined {
  if (refusal !== null) return refusal;
  markNoted(caller);
  return undefined;
}

function actorOf(caller: Caller): Actor {
  const { name: operator, role } = callingOperator(caller);
  return { operator, role, language: caller.language };
}

/** A refusal as JSON, or `INTERRUPTED`. */
function failureText(failure: string, language: Language): string {
  if (failure === INTERRUPTED) return INTERRUPTED_TEXT[language];
  return refusalMessage(JSON.parse(failure) as Refusal, language);
}
const INTERRUPTED_TEXT: Readonly<Record<Language, string>> = {
  en: 'The server ended meanwhile: look how far it came',
  zh: '服务器中途停止：请检查执行到哪一步',
};

const rowOf = (row: ActRecord, language: Language): ActRow => ({
  act: row.act,
  call: row.call,
  subject: row.subject,
  state: row.state,
  operator: row.operator,
  reason: row.reason,
  time: row.asked_ms,
  second: row.second,
  secondReason: row.second_reason,
  decidedTime: row.decided_ms,
  failure: row.failure === null ? null : failureText(row.failure, language),
});
