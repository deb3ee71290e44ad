/**
 * The acts on a lost second factor: two operators begin its reset, one stops it. What they begin is
 * done at its time by `due-resets.ts`.
 */
import type { Refusal } from '@glasshouse/protocol';
import type { SecondFactor } from '@glasshouse/protocol/identity/second-factors';
import type { ActPlan, Doer, EffectWords, Words } from '../../../contract/operator-acts.ts';
import { subjectOfUser } from '../../../contract/person-look.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { FeatureHandlers } from '../../../http/handler.ts';
import { timeText } from '../../../values/times.ts';
import type { IdentityOptions } from '../options.ts';
import { findUserById, readerOf, type UserRow } from '../queries.ts';
import { HOLD_HOURS, isFrozen } from '../restrictions.ts';
import type { Within } from '../../../contract/messages.ts';

const NOT_FOUND: Refusal = { error: 'request/not-found', field: 'user' };
const FROZEN: Refusal = { error: 'people/account-frozen' };
const NONE: Refusal = { error: 'people/no-second-factor', field: 'factor' };
const WAITS: Refusal = { error: 'people/reset-waits' };
const NOTHING_CHANGES: Refusal = { error: 'operators/nothing-changes' };

const FACTOR_NAMES: Readonly<Record<SecondFactor, Words>> = {
  google: { en: 'Google code', zh: '谷歌验证器' },
  passkeys: { en: 'Passkeys', zh: '通行密钥' },
};
const RECOVERY: Words = { en: 'Recovery codes', zh: '恢复码' };
const RESET: Words = { en: 'Reset', zh: '重置' };
const SESSIONS: Words = { en: 'Sessions', zh: '登录中的设备' };
const WITHDRAWALS: Words = { en: 'Withdrawals', zh: '提现' };
const BOUND: Words = { en: 'bound', zh: '已绑定' };
const STOPPED: Words = { en: 'stopped', zh: '已取消' };

const TOLD = {
  google: {
    begun: { en: 'The platform began to reset your Google code', zh: '平台开始重置你的谷歌验证器' },
    done: { en: 'The platform removed your Google code', zh: '平台移除了你的谷歌验证器' },
  },
  passkeys: {
    begun: { en: 'The platform began to reset your passkeys', zh: '平台开始重置你的通行密钥' },
    done: { en: 'The platform removed your passkeys', zh: '平台移除了你的通行密钥' },
  },
} as const;
const TOLD_STOPPED = {
  en: 'The platform stopped the reset of your second factor',
  zh: '平台取消了对你的二次验证的重置',
} as const;

/** What the owner reads of a reset that was done. */
export const toldOfReset = (factor: SecondFactor) => TOLD[factor].done;

type Acts = 'people/reset-second-factor' | 'people/stop-reset';

export function resetActHandlers(
  options: IdentityOptions,
  { act }: Pick<Ports['operators'], 'act'>,
): Pick<FeatureHandlers<'people'>, Acts> {
  return {
    'people/reset-second-factor': act('people/reset-second-factor', ({ user, factor }) =>
      resetting(options, user, factor),
    ),
    'people/stop-reset': act('people/stop-reset', ({ user }) => stopping(options, user)),
  };
}

async function resetting(
  options: IdentityOptions,
  userId: number,
  factor: SecondFactor,
): Promise<ActPlan | Refusal> {
  const user = await findUserById(options.database, userId);
  if (user === undefined) return NOT_FOUND;
  const { kysely } = options.database;
  const refusal =
    (await refuseReset(user, factor, { kysely })) ??
    ((await options.resets.waiting(userId)) === undefined ? null : WAITS);
  if (refusal !== null) return refusal;
  return {
    subject: subjectOfUser(userId),
    userId,
    told: TOLD[factor].begun,
    effect: await effectOf(options, userId, factor),
    run: (by) => begin(options, { userId, factor, by }),
  };
}

/** Reads the state that decides; within a transaction its caller has locked the user's row. */
async function refuseReset(user: UserRow, factor: SecondFactor, { kysely }: Within): Promise<Refusal | null> {
  const userId = user.user_id;
  const restrictions = { frozenMs: user.frozen_ms, unfreezeMs: user.unfreeze_ms };
  const freeze = await kysely
    .selectFrom('user_freezes')
    .select('kind')
    .where('user_id', '=', userId)
    .where('kind', '=', 'login')
    .executeTakeFirst();
  if (freeze !== undefined || isFrozen(restrictions, Date.now())) return FROZEN;
  if (factor === 'google') return user.google_bound_ms === null ? NONE : null;
  const passkey = await kysely
    .selectFrom('passkeys')
    .select('credential_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return passkey === undefined ? NONE : null;
}

async function effectOf(
  { database, sessions, resetHours }: IdentityOptions,
  userId: number,
  factor: SecondFactor,
): Promise<EffectWords[]> {
  const hours = resetHours();
  const held = HOLD_HOURS[factor === 'google' ? 'google' : 'passkey'];
  const working = factor === 'google' ? 'recovery_codes where used_ms is null and' : 'passkeys where';
  const { rows } = await database.query<{ count: number }>(
    `select count(*) as count from ${working} user_id = $1`,
    [userId],
  );
  const removed: Words = { en: `removed ${hours} hours later`, zh: `${hours} 小时后移除` };
  const count = String(rows[0]?.count ?? 0);
  const { length } = await sessions.list(userId, '');
  return [
    { what: FACTOR_NAMES[factor], before: factor === 'google' ? BOUND : count, after: removed },
    ...(factor === 'google'
      ? [{ what: RECOVERY, before: count, after: removed, isLive: true as const }]
      : []),
    { what: SESSIONS, before: String(length), after: { en: 'ended then', zh: '届时全部退出' }, isLive: true },
    {
      what: WITHDRAWALS,
      before: null,
      after: { en: `held for ${held} hours from then`, zh: `届时起暂停 ${held} 小时` },
    },
  ];
}

interface Begun {
  readonly userId: number;
  readonly factor: SecondFactor;
  readonly by: Doer;
}

/** The wait and what its owner is told are one transaction, in which no freeze can come between. */
async function begin(options: IdentityOptions, { userId, factor, by }: Begun): Promise<Refusal | null> {
  const { database, resets, resetHours, reportEvent, mail } = options;
  const refusal = await database.kysely.transaction().execute(async (kysely) => {
    const user = await kysely
      .selectFrom('users')
      .selectAll()
      .where('user_id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (user === undefined) return NOT_FOUND;
    const refused = await refuseReset(user, factor, { kysely });
    if (refused !== null) return refused;
    const dueMs = await resets.begin({ userId, factor, hours: resetHours() }, by, { kysely });
    if (dueMs === null) return WAITS;
    const facts = [{ name: 'takesEffect', type: 'time', value: String(dueMs) }] as const;
    const reader = readerOf(user);
    await reportEvent({ userId, event: `${factor}-reset-begun`, reader, by: null, facts }, { kysely });
    return null;
  });
  mail.deliverSoon();
  return refusal;
}

async function stopping(options: IdentityOptions, userId: number): Promise<ActPlan | Refusal> {
  const user = await findUserById(options.database, userId);
  if (user === undefined) return NOT_FOUND;
  const reset = await options.resets.waiting(userId);
  const due = reset === undefined ? '' : timeText(reset.due_ms);
  const before: Words = { en: `takes effect ${due}`, zh: `${due} 生效` };
  return {
    subject: subjectOfUser(userId),
    userId,
    told: TOLD_STOPPED,
    effect: reset === undefined ? [] : [{ what: RESET, before, after: STOPPED }],
    run: async () =>
      (await options.resets.stop(userId, { how: 'operator', by: null })) ? null : NOTHING_CHANGES,
  };
}
