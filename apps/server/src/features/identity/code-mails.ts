/** Mails codes. Known or not, the same limits, the same rows, the same reply; only the mail differs. */
import type { Refusal } from '@glasshouse/protocol';
import type { CodePurpose } from '@glasshouse/protocol/identity';
import type { Caller } from '../../http/handler.ts';
import { placeOf } from './login-history.ts';
import { codeMail } from './mails.ts';
import { TOO_MANY, type IdentityOptions } from './options.ts';
import { networkOf } from './places.ts';
import { findUserByEmail } from './queries.ts';

/** Purposes whose mail goes to addresses that have no account. */
const FOR_NEW_ADDRESSES: ReadonlySet<CodePurpose> = new Set(['register', 'email']);

export interface CodeRequest {
  readonly email: string;
  /** Null: login for a known address, else register (API). */
  readonly purpose: CodePurpose | null;
  readonly caller: Caller;
}

export async function mailCode(
  options: IdentityOptions,
  { email, purpose: wanted, caller }: CodeRequest,
): Promise<Refusal | undefined> {
  const { database, limits } = options;
  const scope = networkOf(caller.ip);
  if (!(await limits.take('send-code', scope))) return TOO_MANY;
  if (!(await limits.take('codes-hourly', `${email}|${scope}`))) return TOO_MANY;
  const user = await findUserByEmail(database, email);
  const isOwnPlace = user !== undefined && (await placeOf(database, user.user_id, caller.ip)) === 'known';
  if (!isOwnPlace && !(await limits.take('codes-for-strangers', email))) return TOO_MANY;
  const isKnown = user !== undefined;
  const purpose = wanted ?? (isKnown ? 'login' : 'register');
  const code = await options.codes.make({ email, purpose, scope });
  if (code === null) return TOO_MANY;
  const isSuppressed = !isKnown && !FOR_NEW_ADDRESSES.has(purpose);
  // Somebody else may have asked for a code to this address: their words never reach it.
  const antiPhishingCode = user?.anti_phishing_code ?? '';
  const reader = { to: email, language: caller.language, antiPhishingCode };
  await options.mail.send(codeMail({ reader, code, purpose, isKnown }), { isSuppressed });
  return undefined;
}
