/** What operators see of a user: who it is, logins, and who came by the user's invite code. */
import type { OperatorCallName } from '@glasshouse/protocol';
import type { FreezeKind } from '@glasshouse/protocol/identity/freeze-kinds';
import type { OfficePerson } from '@glasshouse/protocol/identity/office';
import { lookAt } from '../../../contract/person-look.ts';
import { seenOf } from '../../../contract/queue-look.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { Caller, FeatureHandlers } from '../../../http/handler.ts';
import { readLogins } from '../login-history.ts';
import type { IdentityOptions } from '../options.ts';
import { readFriends } from '../queries.ts';
import { maskedEmail } from '../profile.ts';
import { isFrozen, liveHolds } from '../restrictions.ts';
import { findPeople } from './find.ts';

type Reads =
  | 'people/find'
  | 'people/get-person'
  | 'people/get-sessions'
  | 'people/get-logins'
  | 'people/get-invited';

export function personReadHandlers(
  options: IdentityOptions,
  ports: Ports,
): Pick<FeatureHandlers<'people'>, Reads> {
  const { database, sessions } = options;
  const look = (caller: Caller, act: OperatorCallName, user: number) => lookAt(ports, caller, { act, user });
  return {
    'people/find': async ({ find }, caller) => {
      const found = await findPeople(ports, find);
      // What was typed may be an address of a customer, which the log never holds.
      const ways = new Set(found.list.flatMap(({ foundBy }) => foundBy));
      const { subject, detail } = seenOf(found.list.map(({ userId }) => userId));
      const by = [...ways].join(', ');
      await ports.operators.note(caller, {
        act: 'people/find',
        subject,
        detail: detail === '' ? by : `${by}: ${detail}`,
      });
      return found;
    },
    'people/get-person': async ({ user }, caller) =>
      (await look(caller, 'people/get-person', user)) ?? personOf(options, ports, user),
    'people/get-sessions': async ({ user }, caller) => {
      const refusal = await look(caller, 'people/get-sessions', user);
      if (refusal !== null) return refusal;
      const list = await sessions.list(user, '');
      return {
        list: list.map(({ id, time, lastSeenTime, ip, device }) => ({ id, time, lastSeenTime, ip, device })),
      };
    },
    'people/get-logins': async ({ user, ...page }, caller) =>
      (await look(caller, 'people/get-logins', user)) ?? readLogins(database, user, page),
    'people/get-invited': async ({ user, ...page }, caller) => {
      const refusal = await look(caller, 'people/get-invited', user);
      if (refusal !== null) return refusal;
      const friends = await readFriends(database, user, page);
      const states = await options.kycStatesOf(friends.list.map(({ user_id: id }) => id));
      return {
        ...friends,
        list: friends.list.map((row, index) => ({
          userId: row.user_id,
          maskedEmail: maskedEmail(row.email),
          sinceTime: row.created_ms,
          kycState: states[index] ?? 0,
          invited: row.friends,
        })),
      };
    },
  };
}

async function personOf(
  { database, restrictionCache, commandMs }: IdentityOptions,
  { sequencer, catalogue }: Pick<Ports, 'sequencer' | 'catalogue'>,
  userId: number,
): Promise<OfficePerson> {
  const [user, freezes, passkeys, restrictions, { tier }] = await Promise.all([
    database.reads.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow(),
    database.reads
      .selectFrom('user_freezes')
      .select(['kind', 'frozen_ms'])
      .where('user_id', '=', userId)
      .orderBy('frozen_ms')
      .execute(),
    database.reads
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
    restrictionCache.of(userId),
    sequencer.read(() => catalogue.exchange.features.spot.fees.feeStateOf(userId)),
  ]);
  const nowMs = Date.now();
  const { frozenMs, unfreezeMs, excludedUntilMs } = restrictions;
  return {
    userId,
    email: user.email,
    name: user.account_name ?? '',
    language: user.language === 'zh' ? 'zh' : 'en',
    sinceTime: user.created_ms,
    kycState: restrictions.kycState,
    passwordTime: user.password_changed_ms,
    googleTime: user.google_bound_ms,
    passkeys: passkeys.count,
    hasFundPassword: user.fund_password_hash !== null,
    frozen:
      frozenMs !== null && isFrozen(restrictions, nowMs)
        ? { time: frozenMs, unfreezeTime: unfreezeMs }
        : null,
    freezes: freezes.map(({ kind, frozen_ms: time }) => ({ kind: kind as FreezeKind, time })),
    heldUntil: liveHolds(restrictions.holds, commandMs())[0]?.untilMs ?? null,
    excludedUntil: excludedUntilMs !== null && excludedUntilMs > nowMs ? excludedUntilMs : null,
    mayPurchase: user.purchase === 1,
    feeTier: tier,
    invitedBy: user.invited_by,
    invited: user.friends,
  };
}
