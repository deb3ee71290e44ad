/**
 * Operators as admins of the back office see them, and the acts on another operator. Each ends the
 * sessions in its own transaction; of admins there is always one left.
 */
import type { OperatorRole, Refusal } from '@glasshouse/protocol';
import type { ActHandlers, ActPlan, EffectWords, Words } from '../../contract/operator-acts.ts';
import type { Within } from '../../contract/messages.ts';
import type { Database } from '../../db/database.ts';
import type { Handler } from '../../http/handler.ts';
import type { OperatorAccount, OperatorAccounts } from './accounts.ts';
import type { KnownPlaces } from './known-places.ts';
import { lapseActs } from './lapsed-acts.ts';
import type { OperatorSessions } from './sessions.ts';

const NOT_FOUND: Refusal = { error: 'request/not-found', field: 'operator' };
const LAST_ADMIN: Refusal = { error: 'operators/last-admin' };
const NOTHING_CHANGES: Refusal = { error: 'operators/nothing-changes' };

const WORDS = {
  login: { en: 'Login', zh: '登录' },
  role: { en: 'Role', zh: '角色' },
  sessions: { en: 'Sessions', zh: '登录中的设备' },
  acts: { en: 'Acts that wait', zh: '等待复核的操作' },
  open: { en: 'open', zh: '正常' },
  ended: { en: 'ended', zh: '已停用' },
  lapse: { en: 'lapse', zh: '失效' },
} as const satisfies Record<string, Words>;
const ROLE_WORDS: Readonly<Record<OperatorRole, Words>> = {
  admin: { en: 'Admin', zh: '管理员' },
  support: { en: 'Support', zh: '客服' },
  reviewer: { en: 'Identity review', zh: '身份审核' },
  risk: { en: 'Risk', zh: '风控' },
  markets: { en: 'Markets', zh: '市场' },
  treasurer: { en: 'Treasury', zh: '资金' },
  auditor: { en: 'Auditor', zh: '审计员' },
};

export interface StaffParts {
  readonly database: Database;
  readonly accounts: OperatorAccounts;
  readonly sessions: OperatorSessions;
  readonly places: KnownPlaces;
  readonly act: ActHandlers;
}

const NAMES = [
  'operators/get-operators',
  'operators/set-role',
  'operators/end-operator',
  'operators/end-sessions',
] as const;
type Handlers = { readonly [N in (typeof NAMES)[number]]: Handler<N> };

export function staffHandlers(parts: StaffParts): Handlers {
  const { accounts, act } = parts;
  const planned = async (
    name: string,
    plan: (account: OperatorAccount) => Promise<Pick<ActPlan, 'effect' | 'run'> | Refusal>,
  ): Promise<ActPlan | Refusal> => {
    const account = (await accounts.list()).find((each) => each.name === name);
    if (account === undefined) return NOT_FOUND;
    const made = await plan(account);
    return 'error' in made ? made : { subject: `operator ${name}`, ofOperator: name, ...made };
  };
  return {
    'operators/get-operators': () => listed(parts),
    'operators/set-role': act('operators/set-role', ({ operator, role }) =>
      planned(operator, (account) => settingRole(parts, account, role)),
    ),
    'operators/end-operator': act('operators/end-operator', ({ operator }) =>
      planned(operator, (account) => ending(parts, account)),
    ),
    'operators/end-sessions': act('operators/end-sessions', ({ operator }) =>
      planned(operator, async ({ name }) => ({
        effect: sessionLines(parts, name),
        run: async () => {
          await parts.sessions.endAllOf(name, async () => undefined);
          return null;
        },
      })),
    ),
  };
}

async function listed({ accounts, sessions, places }: StaffParts) {
  const [all, lastSignIns] = await Promise.all([accounts.list(), places.lastSignIns()]);
  const open = sessions.counts();
  return {
    list: all.map(({ name, role, shownName, createdMs, disabledMs }) => ({
      name,
      role,
      shownName,
      createdTime: createdMs,
      endedTime: disabledMs,
      lastSignInTime: lastSignIns.get(name) ?? null,
      sessions: open.get(name) ?? 0,
    })),
  };
}

async function settingRole(
  parts: StaffParts,
  { name, role: before, disabledMs }: OperatorAccount,
  role: OperatorRole,
): Promise<Pick<ActPlan, 'effect' | 'run'> | Refusal> {
  if (before === role) return { effect: [], run: async () => NOTHING_CHANGES };
  if (disabledMs === null && (await isLastAdmin(parts.database, name))) return LAST_ADMIN;
  return {
    effect: [
      { what: WORDS.role, before: ROLE_WORDS[before], after: ROLE_WORDS[role] },
      ...(await endedLines(parts, name)),
    ],
    run: () =>
      change(parts, name, ({ kysely }) =>
        kysely
          .updateTable('operators')
          .set({ role })
          .where('name', '=', name)
          .where('role', '<>', role)
          .returning('name')
          .execute(),
      ),
  };
}

async function ending(
  parts: StaffParts,
  { name, disabledMs }: OperatorAccount,
): Promise<Pick<ActPlan, 'effect' | 'run'> | Refusal> {
  if (disabledMs !== null) return { effect: [], run: async () => NOTHING_CHANGES };
  if (await isLastAdmin(parts.database, name)) return LAST_ADMIN;
  return {
    effect: [
      { what: WORDS.login, before: WORDS.open, after: WORDS.ended },
      ...(await endedLines(parts, name)),
    ],
    run: () =>
      change(parts, name, ({ kysely }) =>
        kysely
          .updateTable('operators')
          .set({ disabled_ms: Date.now() })
          .where('name', '=', name)
          .where('disabled_ms', 'is', null)
          .returning('name')
          .execute(),
      ),
  };
}

class NotChanged extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

/** The change, the end of the sessions and of what the operator has asked for, or nothing. */
async function change(
  { sessions }: StaffParts,
  name: string,
  write: (within: Within) => Promise<readonly unknown[]>,
): Promise<Refusal | null> {
  try {
    await sessions.endAllOf(name, async (within) => {
      if (await isLastAdmin(within, name)) throw new NotChanged(LAST_ADMIN);
      if ((await write(within)).length === 0) throw new NotChanged(NOTHING_CHANGES);
      await lapseActs(within, Date.now(), name);
    });
    return null;
  } catch (error) {
    if (error instanceof NotChanged) return error.refusal;
    throw error;
  }
}

/** Locks the admins who can log in, so that of two changes at once one sees the other. */
async function isLastAdmin({ kysely }: Pick<Database, 'kysely'>, name: string): Promise<boolean> {
  const admins = await kysely
    .selectFrom('operators')
    .select('name')
    .where('role', '=', 'admin')
    .where('disabled_ms', 'is', null)
    .orderBy('name')
    .forUpdate()
    .execute();
  return admins.length === 1 && admins[0]?.name === name;
}

function sessionLines({ sessions }: StaffParts, name: string): EffectWords[] {
  const open = sessions.counts().get(name) ?? 0;
  return open === 0 ? [] : [{ what: WORDS.sessions, before: String(open), after: '0', isLive: true }];
}

async function endedLines(parts: StaffParts, name: string): Promise<EffectWords[]> {
  const waiting = await parts.database.reads
    .selectFrom('operator_acts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('operator', '=', name)
    .where('state', '=', 'asked')
    .executeTakeFirstOrThrow();
  const lapsing =
    waiting.count === 0
      ? []
      : [{ what: WORDS.acts, before: String(waiting.count), after: WORDS.lapse, isLive: true as const }];
  return [...sessionLines(parts, name), ...lapsing];
}
