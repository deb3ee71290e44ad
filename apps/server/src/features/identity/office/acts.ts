/** What acts of operators on a user's account would do, and how they are done. */
import type { Refusal } from '@glasshouse/protocol';
import type { FreezeKind } from '@glasshouse/protocol/identity/freeze-kinds';
import type { Within } from '../../../contract/messages.ts';
import type { ActPlan, EffectWords, Words } from '../../../contract/operator-acts.ts';
import { subjectOfUser } from '../../../contract/person-look.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { FeatureHandlers } from '../../../http/handler.ts';
import { changeCredentials } from '../credential-changes.ts';
import type { IdentityOptions } from '../options.ts';
import { findUserById, readerOf, type UserRow } from '../queries.ts';
import type { SecurityEvent } from '../security-events.ts';

const NOT_FOUND: Refusal = { error: 'request/not-found', field: 'user' };
const NOTHING_CHANGES: Refusal = { error: 'operators/nothing-changes' };

const WORDS = {
  login: { en: 'Login', zh: '登录' },
  trading: { en: 'Trading', zh: '交易' },
  withdrawals: { en: 'Withdrawals', zh: '提现' },
  sessions: { en: 'Sessions', zh: '登录中的设备' },
  purchases: { en: 'Purchases and subscriptions', zh: '购买与认购' },
  open: { en: 'open', zh: '正常' },
  frozen: { en: 'frozen', zh: '已冻结' },
  allowed: { en: 'allowed', zh: '允许' },
  stopped: { en: 'stopped', zh: '已停止' },
} as const satisfies Record<string, Words>;

/** What the user is told when a part is frozen, and when it is opened again. */
const FREEZE_EVENTS = {
  login: ['login-frozen', 'login-unfrozen'],
  trading: ['trading-frozen', 'trading-unfrozen'],
  withdrawals: ['withdrawals-frozen', 'withdrawals-unfrozen'],
} as const satisfies Readonly<Record<FreezeKind, readonly [SecurityEvent, SecurityEvent]>>;

const TOLD = {
  'login-frozen': { en: 'The platform froze the login to your account', zh: '平台冻结了你的账户登录' },
  'login-unfrozen': {
    en: 'The platform opened the login to your account again',
    zh: '平台恢复了你的账户登录',
  },
  'trading-frozen': { en: 'The platform froze trading for your account', zh: '平台冻结了你的账户交易' },
  'trading-unfrozen': {
    en: 'The platform opened trading for your account again',
    zh: '平台恢复了你的账户交易',
  },
  'withdrawals-frozen': {
    en: 'The platform froze withdrawals from your account',
    zh: '平台冻结了你的账户提现',
  },
  'withdrawals-unfrozen': {
    en: 'The platform opened withdrawals from your account again',
    zh: '平台恢复了你的账户提现',
  },
  'purchase-stopped': {
    en: 'The platform stopped purchases and subscriptions for your account',
    zh: '平台停止了你的账户购买与认购',
  },
  'purchase-allowed': {
    en: 'The platform allowed purchases and subscriptions for your account again',
    zh: '平台恢复了你的账户购买与认购',
  },
  'sessions-ended': { en: 'The platform ended all your sessions', zh: '平台退出了你的全部登录' },
} as const;

type Acts = 'people/freeze' | 'people/unfreeze' | 'people/end-sessions' | 'people/set-purchase';
type Planned = Required<Pick<ActPlan, 'effect' | 'told' | 'run'>>;

export function personActHandlers(
  options: IdentityOptions,
  { act }: Pick<Ports['operators'], 'act'>,
): Pick<FeatureHandlers<'people'>, Acts> {
  const planned = async (userId: number, plan: (user: UserRow) => Promise<Planned>) => {
    const user = await findUserById(options.database, userId);
    if (user === undefined) return NOT_FOUND;
    return { subject: subjectOfUser(userId), userId, ...(await plan(user)) };
  };
  return {
    'people/freeze': act('people/freeze', ({ user, kind }) =>
      planned(user, (found) => freezing(options, found, kind)),
    ),
    'people/unfreeze': act('people/unfreeze', ({ user, kind }) =>
      planned(user, (found) => unfreezing(options, found, kind)),
    ),
    'people/end-sessions': act('people/end-sessions', ({ user }) =>
      planned(user, () => endingSessions(options, user)),
    ),
    'people/set-purchase': act('people/set-purchase', ({ user, mayPurchase }) =>
      planned(user, async (found) => settingPurchase(options, found, mayPurchase)),
    ),
  };
}

async function freezing(options: IdentityOptions, user: UserRow, kind: FreezeKind): Promise<Planned> {
  const userId = user.user_id;
  const [event] = FREEZE_EVENTS[kind];
  const isFrozen = await hasFreeze(options, userId, kind);
  const write = async ({ kysely }: Within): Promise<boolean> => {
    const added = await kysely
      .insertInto('user_freezes')
      .values({ user_id: userId, kind, frozen_ms: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .execute();
    return added.length > 0;
  };
  const change: EffectWords = { what: WORDS[kind], before: WORDS.open, after: WORDS.frozen };
  const sessions = kind === 'login' ? await sessionLines(options, userId) : [];
  return {
    told: TOLD[event],
    effect: isFrozen ? [] : [change, ...sessions],
    run: () =>
      kind === 'login' ? freezeLogin(options, user, write) : changeAndTell(options, user, { event, write }),
  };
}

/** All sessions end with it, and a login that goes on meanwhile opens none. */
async function freezeLogin(
  options: IdentityOptions,
  user: UserRow,
  write: (within: Within) => Promise<boolean>,
): Promise<Refusal | null> {
  const refusal = await changeCredentials(options, {
    user,
    keepSession: '',
    event: 'login-frozen',
    by: null,
    always: true,
    write: async (within) => ((await write(within)) ? undefined : NOTHING_CHANGES),
  });
  return refusal ?? null;
}

async function unfreezing(options: IdentityOptions, user: UserRow, kind: FreezeKind): Promise<Planned> {
  const userId = user.user_id;
  const [, event] = FREEZE_EVENTS[kind];
  const isFrozen = await hasFreeze(options, userId, kind);
  return {
    told: TOLD[event],
    effect: isFrozen ? [{ what: WORDS[kind], before: WORDS.frozen, after: WORDS.open }] : [],
    run: () =>
      changeAndTell(options, user, {
        event,
        write: async ({ kysely }) => {
          const removed = await kysely
            .deleteFrom('user_freezes')
            .where('user_id', '=', userId)
            .where('kind', '=', kind)
            .returning('user_id')
            .execute();
          return removed.length > 0;
        },
      }),
  };
}

async function endingSessions(options: IdentityOptions, userId: number): Promise<Planned> {
  return {
    told: TOLD['sessions-ended'],
    effect: await sessionLines(options, userId),
    run: async () => {
      await options.sessions.endAll(userId, 'operator');
      return null;
    },
  };
}

function settingPurchase(options: IdentityOptions, user: UserRow, mayPurchase: boolean): Planned {
  const purchase = mayPurchase ? 1 : 0;
  const event = mayPurchase ? 'purchase-allowed' : 'purchase-stopped';
  const stateOf = (value: number): Words => (value === 1 ? WORDS.allowed : WORDS.stopped);
  const line = { what: WORDS.purchases, before: stateOf(user.purchase), after: stateOf(purchase) };
  return {
    told: TOLD[event],
    effect: user.purchase === purchase ? [] : [line],
    run: () =>
      changeAndTell(options, user, {
        event,
        write: async ({ kysely }) => {
          const changed = await kysely
            .updateTable('users')
            .set({ purchase })
            .where('user_id', '=', user.user_id)
            .where('purchase', '<>', purchase)
            .returning('user_id')
            .execute();
          return changed.length > 0;
        },
      }),
  };
}

interface Change {
  readonly event: SecurityEvent;
  /** Whether it changed anything, in the given transaction. */
  readonly write: (within: Within) => Promise<boolean>;
}

/** The change and what its owner is told are one transaction. */
async function changeAndTell(
  { database, restrictionCache, reportEvent, mail }: IdentityOptions,
  user: UserRow,
  { event, write }: Change,
): Promise<Refusal | null> {
  const userId = user.user_id;
  const isChanged = await database.kysely.transaction().execute(async (kysely) => {
    if (!(await write({ kysely }))) return false;
    await reportEvent({ userId, event, reader: readerOf(user), by: null }, { kysely });
    return true;
  });
  if (!isChanged) return NOTHING_CHANGES;
  restrictionCache.changed(userId);
  mail.deliverSoon();
  return null;
}

/** Empty if nobody is logged in. */
async function sessionLines({ sessions }: IdentityOptions, userId: number): Promise<EffectWords[]> {
  const { length } = await sessions.list(userId, '');
  return length === 0 ? [] : [{ what: WORDS.sessions, before: String(length), after: '0' }];
}

/** From the database: the plan must not be of a few seconds ago. */
export async function hasFreeze(
  { database }: Pick<IdentityOptions, 'database'>,
  userId: number,
  kind: FreezeKind,
): Promise<boolean> {
  const row = await database.kysely
    .selectFrom('user_freezes')
    .select('kind')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row !== undefined;
}
