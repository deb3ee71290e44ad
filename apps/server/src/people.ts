/**
 * Composes the features about people: identity, its guard, identity verification, and what the
 * wallet needs of them.
 */
import type { Mail } from './adapters/mail.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { runSteps } from './each-alone.ts';
import { EmailCodes } from './features/identity/codes.ts';
import { destinationChanges } from './features/identity/destination-changes.ts';
import { ownerFacts } from './features/identity/owner-facts.ts';
import { FreezeLinks } from './features/identity/freeze-links.ts';
import { FundPasswords } from './features/identity/fund-passwords.ts';
import { GoogleCodes } from './features/identity/google-codes.ts';
import { PersonGuard, type GuardOptions } from './features/identity/guard.ts';
import { removeOldLogins } from './features/identity/login-history.ts';
import type { KycPerson } from './features/identity/options.ts';
import type { PasskeyOptions } from './features/identity/passkey-routes.ts';
import { Passkeys } from './features/identity/passkeys.ts';
import { Passwords } from './features/identity/passwords.ts';
import { securityTeller } from './features/identity/security-events.ts';
import { SecurityHolds, type SecurityHold } from './features/identity/security-holds.ts';
import { UsageMinutes } from './features/identity/self-limits.ts';
import { SessionStore } from './features/identity/sessions.ts';
import { Standings } from './features/identity/standing.ts';
import { maskedNumber } from './features/kyc/cases.ts';
import { addNotice } from './features/notices/queries.ts';
import type { Guard } from './http/guard.ts';
import { errorFields, type Log } from './log.ts';
import { ownerTeller } from './owner-messages.ts';
import type { OwnerProof, Owners } from './product.ts';
import type { RateLimits } from './http/limits.ts';
import { composeKyc, type ComposedKyc } from './kyc-composition.ts';
import type { Secrets } from './secrets.ts';

export interface PeopleParts extends Pick<GuardOptions, 'exposureOf' | 'stakeOf' | 'isRepeated'> {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mail: Mail;
  readonly limits: RateLimits;
  readonly log: Log;
  readonly siteUrl: string;
  /** Holds all withdrawals of a user, by a command. */
  readonly placeHold: (hold: SecurityHold) => Promise<void>;
  readonly ensureAccounts: (userId: number) => Promise<void>;
  readonly onRegistered: (userId: number) => Promise<unknown>;
}

export interface People {
  readonly identity: PasskeyOptions;
  readonly sessions: SessionStore;
  readonly standings: Standings;
  readonly guard: Guard;
  readonly kyc: ComposedKyc;
  readonly ownerProof: OwnerProof;
  readonly owners: Owners;
  keepUp(): Promise<void>;
}

export function composePeople(parts: PeopleParts): People {
  const { config, database, secrets, mail, limits, exposureOf, stakeOf, isRepeated } = parts;
  const sessions = new SessionStore(database);
  const usage = new UsageMinutes(database);
  const kyc = composeKyc({ ...parts, onDecided: (userId) => standings.changed(userId) });
  const standings: Standings = new Standings({
    database,
    kycStateOf: (userId) => kyc.cases.stateOf(userId),
  });
  const { kycRequiredFor } = config;
  const guard = new PersonGuard({ standings, usage, kycRequiredFor, exposureOf, stakeOf, isRepeated });
  const freezeLinks = new FreezeLinks(secrets, parts.siteUrl);
  const passwords = new Passwords(secrets);
  const codes = new EmailCodes(database, secrets);
  const passkeys = new Passkeys(database);
  const holds = new SecurityHolds({
    database,
    place: parts.placeHold,
    onError: (error) => parts.log.error(errorFields(error), 'a hold could not be placed yet'),
  });
  const identity: PasskeyOptions = {
    database,
    mail,
    limits,
    codes,
    passwords,
    passkeys,
    fundPasswords: new FundPasswords(database, passwords),
    google: new GoogleCodes(database, secrets),
    freezeLinks,
    sessions,
    standings,
    holds,
    usage,
    tell: securityTeller({
      mail,
      addMessage: (userId, message, within) => addNotice(within ?? database, userId, message),
      freezeUrl: (userId) => freezeLinks.urlFor(userId),
    }),
    publicUrl: config.publicUrl,
    passwordLengthMax: config.passwordLengthMax,
    personOf: (userId) => personOf(kyc, userId),
    kycStatesOf: (userIds) => kyc.cases.statesOf(userIds),
    exposureOf,
    permissionOf: (userId, operation) => guard.refusalOf(userId, operation),
    ensureAccounts: parts.ensureAccounts,
    onRegistered: parts.onRegistered,
  };
  return {
    identity,
    sessions,
    standings,
    guard,
    kyc,
    ownerProof: destinationChanges(identity),
    owners: ownerFacts({
      database,
      standings,
      tell: ownerTeller({ ...parts, freezeUrl: (userId) => freezeLinks.urlFor(userId) }),
    }),
    keepUp: () => keepUp({ database, codes, identity, kyc }),
  };
}

async function keepUp({
  database,
  codes,
  identity,
  kyc,
}: Pick<PeopleParts, 'database'> & Pick<People, 'identity' | 'kyc'> & { readonly codes: EmailCodes }) {
  await runSteps([
    () => identity.sessions.keepUp(),
    () => identity.holds.keepUp(),
    () => codes.removeExpired(),
    () => identity.passkeys.removeExpired(),
    () => identity.usage.save(),
    () => removeOldLogins(database),
    () => identity.fundPasswords.removeOld(),
    () => kyc.vault.removeOld(),
  ]);
}

async function personOf({ cases, vault }: ComposedKyc, userId: number): Promise<KycPerson> {
  const latest = await cases.latest(userId);
  const auth = latest?.state ?? (await cases.stateOf(userId));
  return {
    auth,
    name: latest?.name ?? '',
    idCard: latest === null ? '' : maskedNumber(latest.number),
    photos: latest === null ? [] : await vault.sidesOnFile(latest.caseId),
    remark: latest?.note ?? '',
  };
}
