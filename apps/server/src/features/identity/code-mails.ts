/**
 * Mails codes. Limits, queries, writes and reply are the same whether or not the address has an
 * account; only the content of the outbox differs.
 */
import type { Refusal } from '@glasshouse/protocol';
import type { CodePurpose } from '@glasshouse/protocol/identity';
import type { Caller } from '../../http/handler.ts';
import type { LimitName, RateLimits } from '../../http/limits.ts';
import { knownSignIns } from './login-history.ts';
import { codeMail, codesEndedMail } from './mails.ts';
import { type IdentityOptions } from './options.ts';
import { neighbourhoodOf, networkOf } from './sign-in-networks.ts';
import { findUserByEmail, type UserRow } from './queries.ts';
import { nameDevice, requesterOf } from './requesters.ts';

/** Purposes whose mail also goes to addresses without an account. */
const FOR_NEW_ADDRESSES: ReadonlySet<CodePurpose> = new Set(['register', 'email']);

export interface CodeRequest {
  readonly email: string;
  /** Null: a code to log in if the address has an account, otherwise to register. */
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
  const changer = String(caller.userId);
  if (wanted === 'email' && !(await limits.take('email-change', changer)))
    return limits.tooMany('email-change', changer);
  nameDevice(caller);
  const user = await findUserByEmail(database, email);
  const known = await knownSignIns(database, email, caller);
  // The owner's own browser has its own share, which nobody else on its network can use up.
  const share = `${email}|${known.device ?? network}`;
  if (!(await limits.take('codes-hourly', share))) return limits.tooMany('codes-hourly', share);
  const purposes = wanted === null ? (['login', 'register'] as const) : [wanted];
  const isOwner = known.device !== null || known.isNetwork || isSignedInAs(caller, user);
  const isNewcomer = user === undefined && purposes.some((purpose) => purpose === 'register');
  const shares = isOwner ? [] : await takeStrangersShares(limits, { email, network, isNewcomer });
  const isMailed = shares !== null;
  const slots = { email, purposes, scope: requesterOf(caller) };
  const code = await options.codes.make({ ...slots, isMailed });
  if (code === null) {
    // A refused request uses up neither its own share nor that of all strangers.
    await giveBack(limits, [['codes-hourly', share], ...(shares ?? [])]);
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
  /** Null if no code is mailed, because the budget for strangers is spent. */
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
  const isTold = code !== null || (isKnown && (await limits.take('codes-ended-mail', email)));
  await mail.send(code === null ? codesEndedMail(reader) : codeMail({ reader, code, purpose, isKnown }), {
    isSuppressed: !isTold || (!isKnown && !FOR_NEW_ADDRESSES.has(purpose)),
  });
}

type Share = readonly [name: LimitName, key: string];

interface Stranger {
  readonly email: string;
  readonly network: string;
  /** The mail goes to an address without an account. */
  readonly isNewcomer: boolean;
}

/**
 * The shares that a stranger, unknown at this address, takes to have a code mailed; null if none is
 * left. Beyond these limits the reply stays the same, because a refusal here, but not for the
 * owner's own network, would reveal who is a user. Once an hour a mail tells a user how to get in.
 *
 * Mails to people who are no users have a limit over all networks. It cannot lock users out,
 * because it does not count their mails; nor newcomers of a place from which nobody floods, because
 * each group of neighbouring networks has its own budget of mails.
 */
async function takeStrangersShares(
  limits: RateLimits,
  { email, network, isNewcomer }: Stranger,
): Promise<readonly Share[] | null> {
  const neighbourhood = neighbourhoodOf(network);
  const ofAddress = await takeAll(limits, [
    ['codes-for-neighbourhood', `${email}|${neighbourhood}`],
    ['codes-for-strangers', email],
  ]);
  if (ofAddress === null || !isNewcomer) return ofAddress;
  const ofNewcomers =
    (await takeAll(limits, [['newcomers-of-neighbourhood', neighbourhood]])) ??
    (await takeAll(limits, [['newcomers', '']]));
  if (ofNewcomers === null) await giveBack(limits, ofAddress);
  return ofNewcomers === null ? null : [...ofAddress, ...ofNewcomers];
}

/** All of these shares, or none of them. */
async function takeAll(limits: RateLimits, shares: readonly Share[]): Promise<readonly Share[] | null> {
  const taken: Share[] = [];
  for (const share of shares) {
    if (!(await limits.take(...share))) {
      await giveBack(limits, taken);
      return null;
    }
    taken.push(share);
  }
  return taken;
}

async function giveBack(limits: RateLimits, shares: readonly Share[]): Promise<void> {
  for (const share of shares) await limits.giveBack(...share);
}
