/**
 * Mails codes. Limits, queries, writes and reply are the same whether or not the address has an
 * account; only the content of the outbox differs.
 */
import type { Refusal } from '@glasshouse/protocol';
import type { CodePurpose } from '@glasshouse/protocol/identity';
import type { Caller } from '../../http/handler.ts';
import type { RateLimits } from '../../http/limits.ts';
import { knownPlaces } from './login-history.ts';
import { codeMail, codesEndedMail } from './mails.ts';
import { type IdentityOptions } from './options.ts';
import { neighbourhoodOf, networkOf } from './places.ts';
import { findUserByEmail, type UserRow } from './queries.ts';
import { nameDevice, requesterOf } from './requesters.ts';

/** Purposes whose mail also goes to addresses without an account. */
const FOR_NEW_ADDRESSES: ReadonlySet<CodePurpose> = new Set(['register', 'email']);

export interface CodeRequest {
  readonly email: string;
  /** Null: login for a known address, otherwise register. */
  readonly purpose: CodePurpose | null;
  readonly caller: Caller;
}

export async function mailCode(
  options: IdentityOptions,
  { email, purpose: wanted, caller }: CodeRequest,
): Promise<Refusal | undefined> {
  const { database, limits } = options;
  const network = networkOf(caller.ip);
  if (!(await limits.take('send-code', network))) return limits.tooMany('send-code', network);
  nameDevice(caller);
  const user = await findUserByEmail(database, email);
  const known = await knownPlaces(database, email, caller);
  // The owner's own browser has its own share, which nobody else on its network can use up.
  const share = `${email}|${known.device ?? network}`;
  if (!(await limits.take('codes-hourly', share))) return limits.tooMany('codes-hourly', share);
  const purposes = wanted === null ? (['login', 'register'] as const) : [wanted];
  const isOwner = known.device !== null || known.isNetwork || isSignedInAs(caller, user);
  const isMailed = isOwner || (await takeStrangersShare(limits, email, network));
  const slots = { email, purposes, scope: requesterOf(caller) };
  const code = await options.codes.make({ ...slots, isMailed });
  if (code === null) {
    // A refused request uses up neither its own share nor that of all strangers.
    await limits.giveBack('codes-hourly', share);
    if (isMailed && !isOwner) await giveStrangersShareBack(limits, email, network);
    return { error: 'request/too-many', retryAfterS: await options.codes.waitS(slots) };
  }
  await send(options, { email, wanted, caller, user, code: isMailed ? code : null });
  return undefined;
}

function isSignedInAs(caller: Caller, user: UserRow | undefined): boolean {
  return caller.userId !== 0 && caller.userId === user?.user_id;
}

interface Outgoing {
  readonly email: string;
  readonly wanted: CodePurpose | null;
  readonly caller: Caller;
  readonly user: UserRow | undefined;
  /** Null: strangers get no more codes. */
  readonly code: string | null;
}

/** Writes one row into the outbox, whether or not it is sent. */
async function send(
  { mail, limits }: IdentityOptions,
  { email, wanted, caller, user, code }: Outgoing,
): Promise<void> {
  const isKnown = user !== undefined;
  const purpose = wanted ?? (isKnown ? 'login' : 'register');
  // Somebody else may have requested the code, so only the account's own text is used, never the
  // requester's.
  const antiPhishingCode = user?.anti_phishing_code ?? '';
  const reader = { to: email, language: caller.language, antiPhishingCode };
  const isTold = code !== null || (await limits.take('codes-ended-mail', email));
  await mail.send(code === null ? codesEndedMail(reader) : codeMail({ reader, code, purpose, isKnown }), {
    isSuppressed: !isTold || (!isKnown && !FOR_NEW_ADDRESSES.has(purpose)),
  });
}

/**
 * Whether a stranger, unknown at this address, may cause a code to be mailed. Beyond these limits
 * the reply stays the same, because a refusal here, but not for the owner's own network, would
 * reveal who is a user. Once an hour a mail tells the address how its owner gets in.
 */
async function takeStrangersShare(limits: RateLimits, email: string, network: string): Promise<boolean> {
  const neighbours = neighboursOf(email, network);
  if (!(await limits.take('codes-for-neighbourhood', neighbours))) return false;
  if (await limits.take('codes-for-strangers', email)) return true;
  await limits.giveBack('codes-for-neighbourhood', neighbours);
  return false;
}

async function giveStrangersShareBack(limits: RateLimits, email: string, network: string): Promise<void> {
  await limits.giveBack('codes-for-neighbourhood', neighboursOf(email, network));
  await limits.giveBack('codes-for-strangers', email);
}

const neighboursOf = (email: string, network: string): string => `${email}|${neighbourhoodOf(network)}`;
