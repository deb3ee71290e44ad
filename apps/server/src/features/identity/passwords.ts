/** Passwords: argon2id, the list of leaked ones, and equal work for accounts that do not exist. */
import { hash, verify } from '@node-rs/argon2';
import type { Refusal } from '@glasshouse/protocol';
import { passwordSigns } from '@glasshouse/protocol/pasted';
import { FairPool } from '../../process/fair-pool.ts';
import { invalidField } from '../../http/invalid-input.ts';
import type { Secrets } from '../../process/secrets.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashes computed at once; each takes a processor and 19 MiB for tens of milliseconds. The others
 * wait, bounded by the requests that each caller may have in progress (http/edge-limits.ts).
 */
const HASHES_AT_ONCE = 2;

/**
 * Before the hash of a password in its one form (NFKC): the same password is right from every
 * keyboard. A hash without it was made of the password as it was typed.
 */
const ONE_FORM = 'nfkc:';

/** `user` is whose turn a hash uses: a user's id, or the network of a visitor. */
export class Passwords {
  readonly #pool = new FairPool(HASHES_AT_ONCE);
  readonly #fundPepper: Buffer;
  /**
   * The hash against which an unknown account's password is verified, so that it takes as long as a
   * known one's.
   */
  readonly #decoy: Promise<string>;

  constructor(secrets: Secrets) {
    this.#fundPepper = secrets.key('fund-password');
    this.#decoy = hash(secrets.mac('decoy-password', ''), ARGON2);
  }

  async hashLogin(password: string, user: string): Promise<string> {
    const made = await this.#pool.run(user, () => hash(passwordSigns(password), ARGON2));
    return ONE_FORM + made;
  }

  /**
   * What is kept from now on of a password that was just found right, if what is kept was hashed
   * as it was typed; otherwise null.
   */
  async renewed(kept: string, password: string, user: string): Promise<string | null> {
    if (kept.startsWith(ONE_FORM)) return null;
    return passwordSigns(password) === password ? ONE_FORM + kept : this.hashLogin(password, user);
  }

  /** `kept` is undefined for an unknown account: returns false after the same work. */
  async verifyLogin(kept: string | undefined, password: string, user: string): Promise<boolean> {
    const decoy = await this.#decoy;
    const isOneForm = kept?.startsWith(ONE_FORM) === true;
    const hashed = isOneForm ? kept.slice(ONE_FORM.length) : (kept ?? decoy);
    const text = isOneForm ? passwordSigns(password) : password;
    const isRight = await this.#pool.run(user, () => verify(hashed, text));
    return kept !== undefined && isRight;
  }

  /**
   * Six digits are few: without the server's pepper a stolen table could be searched in seconds.
   */
  hashFund(password: string, user: string): Promise<string> {
    return this.#pool.run(user, () => hash(password, { ...ARGON2, secret: this.#fundPepper }));
  }

  verifyFund(kept: string, password: string, user: string): Promise<boolean> {
    return this.#pool.run(user, () => verify(kept, password, { secret: this.#fundPepper }));
  }
}

/**
 * Words that make a password easy to guess here: the platform's name, and the start of the user's
 * address.
 */
const PLATFORM_WORD = 'glasshouse';
const WORD_LENGTH_MIN = 5;

export interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
  /** The account's e-mail address. */
  readonly email: string;
  readonly lengthMax: number;
}

/** The refusal for a new password, or null if it is acceptable. */
export function refuseNewPassword(wish: NewPassword): Refusal | null {
  const { password, confirmPassword, email, lengthMax } = wish;
  if (password.length > lengthMax)
    return invalidField('password', `8 to ${lengthMax} characters, the first a letter`);
  if (password !== passwordSigns(confirmPassword))
    return { error: 'identity/passwords-differ', field: 'confirmPassword' };
  if (COMMON_PASSWORDS.has(password.toLowerCase()))
    return { error: 'identity/password-breached', field: 'password' };
  if (isContextWord(password, email)) return { error: 'identity/password-guessable', field: 'password' };
  return null;
}

/** True if only digits and punctuation remain beside one of the words, as in 'Glasshouse-2026'. */
function isContextWord(password: string, email: string): boolean {
  const letters = password.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  const name = (email.split('@')[0] ?? '').toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  return letters === PLATFORM_WORD || (name.length >= WORD_LENGTH_MIN && letters === name);
}
