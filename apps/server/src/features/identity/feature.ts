/**
 * The feature identity: people's accounts, sessions and protection, the guard that decides who may
 * do what, and what other features ask about people.
 */
import { errorFields } from '../../process/log.ts';
import type { Feature } from '../../contract/feature.ts';
import type { People, Ports } from '../../contract/ports.ts';
import { runSteps } from '../../process/each-alone.ts';
import { accountHours } from './account-hours.ts';
import { EmailCodes } from './codes.ts';
import { seedDemoTrader } from './demo-trader.ts';
import { FreezeLinks } from './freeze-links.ts';
import { FundPasswords } from './fund-passwords.ts';
import { GoogleCodes } from './google-codes.ts';
import { PersonGuard } from './guard.ts';
import { loginsBefore, removeOldLogins } from './login-history.ts';
import { identityCommands } from './operating-commands.ts';
import { ownerChanges } from './owner-changes.ts';
import { ownerFacts } from './owner-facts.ts';
import type { PasskeyOptions } from './passkey-routes.ts';
import { Passkeys } from './passkeys.ts';
import { Passwords } from './passwords.ts';
import { personActHandlers } from './office/acts.ts';
import { doDueResets } from './due-resets.ts';
import { resetActHandlers } from './office/reset-acts.ts';
import { personReadHandlers } from './office/person.ts';
import { profileOf } from './profile.ts';
import { freezeByOperator } from './protection-routes.ts';
import { findUserById, readerOf, readersOf } from './queries.ts';
import { identityHandlers } from './routes.ts';
import { securityEventReporter } from './security-events.ts';
import { placeSecurityHold } from './security-hold-command.ts';
import { RESET_HOURS } from '../../contract/second-factor-reset.ts';
import { SecondFactorResets } from './second-factor-resets.ts';
import { SecurityHolds } from './security-holds.ts';
import { UsageMinutes } from './self-limits.ts';
import { SessionStore } from './sessions.ts';
import { isFrozen, RestrictionCache } from './restrictions.ts';
import { signInFacts } from './watch-facts.ts';

export const feature = {
  gives: ['people', 'sessions', 'guard', 'ownerProof', 'owners', 'signInFacts'],
  open: (ports) => {
    const { config, database, log } = ports;
    const identity = optionsOf(ports);
    const { sessions, restrictionCache } = identity;
    const guard = guardOf(ports, identity);
    const options: PasskeyOptions = {
      ...identity,
      permissionOf: (userId, operation) => guard.refusalOf(userId, operation),
    };
    sessions.onEnd((sessionKey) => ports.hub.endSession(sessionKey));
    const gives = {
      people: peopleOf(options),
      sessions,
      guard,
      ownerProof: ownerChanges(options),
      signInFacts: signInFacts(database),
      owners: ownerFacts({ database, restrictionCache, notify: ports.notices.notifyOwner }),
    };
    return {
      calls: {
        ...identityHandlers(options),
        ...personReadHandlers(options, ports),
        ...personActHandlers(options, ports.operators),
        ...resetActHandlers(options, ports.operators),
      },
      gives,
      restingCommands: identityCommands({ sessions, log }),
      start: async () => {
        await sessions.loadAll();
        if (config.mode !== 'demo') return;
        const demoTrader = await seedDemoTrader(options);
        if (demoTrader !== null && !isFrozen(await restrictionCache.of(demoTrader), Date.now()))
          await ports.userKeys.makeDemoKeys(demoTrader);
      },
      keepUp: () => keepUp(options),
      own: { sessions },
    };
  },
} satisfies Feature<'identity'>;

function guardOf(
  ports: Ports,
  { restrictionCache, usage, commandMs }: Pick<PasskeyOptions, 'restrictionCache' | 'usage' | 'commandMs'>,
): PersonGuard {
  return new PersonGuard({
    restrictionCache,
    usage,
    commandMs,
    needsIdentity: (operation) => ports.parameters.needsIdentity(operation),
    exposureOf: (userId, sinceMs) => ports.exposureOf(userId, sinceMs),
    stakeOf: (call, input) => ports.stakeOf(call, input),
    isRepeated: (caller) => ports.isRepeated(caller),
  });
}

function optionsOf(ports: Ports): Omit<PasskeyOptions, 'permissionOf'> {
  const { config, database, secrets, mail, limits, kyc, notices } = ports;
  const passwords = new Passwords(secrets);
  const freezeLinks = new FreezeLinks(secrets, () => ports.siteUrl);
  const commandMs = () => ports.sequencer.nowMs();
  const platformName = () => ports.brand.current.name;
  const reportEvent = securityEventReporter({
    mail,
    addMessage: notices.add,
    freezeUrl: (userId) => freezeLinks.urlFor(userId),
  });
  const record: Ports['operators']['record'] = (act) => ports.operators.record(act);
  return {
    commandMs,
    database,
    mail,
    limits,
    codes: new EmailCodes({ database, secrets, limits }),
    passwords,
    passkeys: new Passkeys({ database, commandMs, siteName: platformName }),
    fundPasswords: new FundPasswords({ database, passwords, commandMs }),
    google: new GoogleCodes({ database, secrets, commandMs, issuer: platformName }),
    freezeLinks,
    sessions: new SessionStore(database),
    restrictionCache: new RestrictionCache({ database, kycStateOf: kyc.stateOf }),
    holds: new SecurityHolds({
      database,
      place: async (hold) => {
        // A kill during the registration can have left a user without them.
        await ports.wallet.openAccounts(hold.userId);
        await placeSecurityHold(ports.sequencer, hold);
      },
      onError: (error) => ports.log.error(errorFields(error), 'a hold could not be placed yet'),
      nowMs: commandMs,
    }),
    usage: new UsageMinutes(database),
    reportEvent,
    resets: new SecondFactorResets({
      database,
      nowMs: commandMs,
      reportEvent,
      deliverSoon: () => mail.deliverSoon(),
      record,
      onError: (error) => ports.log.error(errorFields(error), 'the end of a reset is not in the log yet'),
    }),
    resetHours: () => Math.max(RESET_HOURS.min, Number(ports.parameters.get('second_factor_reset_hours'))),
    record,
    carriedOut: (act, within) => ports.operators.carriedOut(act, within),
    publicUrl: config.publicUrl,
    passwordLengthMax: config.passwordLengthMax,
    personOf: kyc.personOf,
    kycStatesOf: kyc.statesOf,
    exposureOf: (userId, sinceMs) => ports.exposureOf(userId, sinceMs),
    endKeys: (userId, why, within) => ports.userKeys.end(userId, why, within),
    settleKeys: (userId) => ports.userKeys.settle(userId),
    ensureAccounts: (userId) => ports.wallet.openAccounts(userId),
    actsOn: (userId, request, language) => ports.operators.actsOn(userId, request, language),
    onRegistered: notices.welcome,
  };
}

function peopleOf(options: PasskeyOptions): People {
  const { database, sessions, restrictionCache, freezeLinks } = options;
  return {
    changed: (userId) => restrictionCache.changed(userId),
    find: async (userId) => {
      const user = await findUserById(database, userId);
      return user === undefined ? null : { userId, email: user.email, reader: readerOf(user) };
    },
    readersOf: (userIds) => readersOf(database, userIds),
    isFrozen: async (userId) => isFrozen(await restrictionCache.of(userId), Date.now()),
    freezeUrl: (userId) => freezeLinks.urlFor(userId),
    freeze: (userId) => freezeByOperator(options, userId),
    profile: (userId) => profileOf(options, userId),
    sessionState: async ({ userId, sessionKey }, id) =>
      sessionKey.startsWith(id) ? 'current' : (await sessions.has(userId, id)) ? 'open' : 'ended',
    loginsBefore: (userId, before) => loginsBefore(database, userId, before),
    hours: accountHours(),
  };
}

async function keepUp(options: PasskeyOptions): Promise<void> {
  const { database, sessions, holds, resets, codes, passkeys, usage, fundPasswords } = options;
  await runSteps([
    () => sessions.keepUp(),
    () => doDueResets(options),
    () => resets.keepUp(),
    () => holds.keepUp(),
    () => codes.removeExpired(),
    () => passkeys.removeExpired(),
    () => usage.save(),
    () => removeOldLogins(database),
    () => fundPasswords.removeOld(),
  ]);
}
