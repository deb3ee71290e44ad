/** The calls for a user's own limits, and for what the user may do now. */
import { OPERATIONS, type Refusal } from '@glasshouse/protocol';
import { sql } from 'kysely';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import { refusalMessage } from '../../http/envelope.ts';
import { DAY_MS, dayOf } from '../../values/days.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import { SESSION_INVALID, type IdentityOptions } from './options.ts';
import { readerOf } from './queries.ts';
import { changedLimit, limitAt, limitText, limitUnits, saveLimits, type Limit } from './self-limits.ts';

export function limitsHandlers(options: IdentityOptions) {
  return {
    'identity/get-limits': getLimits(options),
    'identity/set-limits': setLimits(options),
    'identity/exclude': exclude(options),
    'identity/get-permissions': (_input, { userId, language }) =>
      Promise.all(
        OPERATIONS.map(async (operation) => {
          const refusal = await options.permissionOf(userId, operation);
          return {
            operation,
            allowed: refusal === null,
            error: refusal?.error ?? null,
            msg: refusal === null ? '' : refusalMessage(refusal, language),
          };
        }),
      ),
  } satisfies Partial<FeatureHandlers<'identity'>>;
}

function getLimits(options: IdentityOptions): Handler<'identity/get-limits'> {
  return async (_input, { userId }) => {
    const nowMs = Date.now();
    const [{ limits, excludedUntilMs }, exposure, minutesToday] = await Promise.all([
      options.restrictionCache.of(userId),
      options.exposureOf(userId, dayOf(nowMs)),
      options.usage.minutes(userId),
    ]);
    const minutes = limitAt(limits, 'minutes', nowMs);
    return {
      dailyLoss: moneyLimit(limitAt(limits, 'loss', nowMs)),
      stake: moneyLimit(limitAt(limits, 'stake', nowMs)),
      minutes: {
        value: minutes.value,
        next: minutes.next === null ? null : { value: minutes.next.value, fromTime: minutes.next.fromMs },
      },
      lostToday: limitText(exposure.lost) ?? '0',
      atRisk: limitText(exposure.atRisk) ?? '0',
      minutesToday,
      excludedUntil: excludedUntilMs !== null && excludedUntilMs > nowMs ? excludedUntilMs : null,
    };
  };
}

function moneyLimit({ value, next }: Limit) {
  return {
    value: limitText(value),
    next: next === null ? null : { value: limitText(next.value), fromTime: next.fromMs },
  };
}

async function refuseChange({ limits }: IdentityOptions, userId: number): Promise<Refusal | null> {
  const key = String(userId);
  return (await limits.take('self-limits', key)) ? null : limits.tooMany('self-limits', key);
}

/** Changes run one at a time, so that each is compared with the last acknowledged one. */
function setLimits(options: IdentityOptions): Handler<'identity/set-limits'> {
  const mutex = new KeyedMutex();
  const setNow = setLimitsAlone(options);
  return async (input, caller) =>
    (await refuseChange(options, caller.userId)) ??
    mutex.run(String(caller.userId), () => setNow(input, caller));
}

function setLimitsAlone(options: IdentityOptions): Handler<'identity/set-limits'> {
  return async ({ dailyLoss, stake, minutes }, { userId }) => {
    const nowMs = Date.now();
    const { limits } = await options.restrictionCache.of(userId);
    const wishes = { loss: limitUnits(dailyLoss), stake: limitUnits(stake), minutes } as const;
    const rows = (['loss', 'stake', 'minutes'] as const).map((kind) => ({
      kind,
      ...changedLimit(limitAt(limits, kind, nowMs), wishes[kind], nowMs),
    }));
    await saveLimits(options.database, userId, rows);
    options.restrictionCache.changed(userId);
    return undefined;
  };
}

/**
 * Excludes the owner for some days. Of two ends the later one counts. No password is asked for, so
 * the owner is notified.
 */
function exclude(options: IdentityOptions): Handler<'identity/exclude'> {
  return async ({ days }, caller) => {
    const { userId } = caller;
    const refusal = await refuseChange(options, userId);
    if (refusal !== null) return refusal;
    const wishedMs = Date.now() + days * DAY_MS;
    const user = await options.database.kysely.transaction().execute(async (kysely) => {
      const written = await kysely
        .updateTable('users')
        .set({ excluded_until_ms: sql`greatest(coalesce(excluded_until_ms, 0), ${wishedMs}::bigint)` })
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst();
      if (written !== undefined)
        await options.reportEvent(
          { userId, event: 'excluded', reader: readerOf(written), by: caller },
          { kysely },
        );
      return written;
    });
    options.restrictionCache.changed(userId);
    return user === undefined ? SESSION_INVALID : { excludedUntil: user.excluded_until_ms ?? wishedMs };
  };
}
