/** Passwords: argon2id, the list of leaked ones, and the same work for accounts that do not exist. */
import { hash, verify } from '@node-rs/argon2';
import type { Refusal } from '@glasshouse/protocol';
import type { Secrets } from '../../secrets.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export class Passwords {
  private readonly fundPepper: Buffer;
  /** What an unknown account's password is verified against, so that it takes as long as a known one's. */
  private readonly decoy: Promise<string>;

  constructor(secrets: Secrets) {
    this.fundPepper = secrets.key('fund-password');
    this.decoy = hash(secrets.mac('decoy-password', ''), ARGON2);
  }

  hashLogin(password: string): Promise<string> {
    return hash(password, ARGON2);
  }

  /** `kept` undefined is an unknown account: false, after the same work. */
  async verifyLogin(kept: string | undefined, password: string): Promise<boolean> {
    const isRight = await verify(kept ?? (await this.decoy), password);
    return kept !== undefined && isRight;
  }

  /** Six digits are few: without the server's pepper a stolen table would be guessed in seconds. */
  hashFund(password: string): Promise<string> {
    return hash(password, { ...ARGON2, secret: this.fundPepper });
  }

  verifyFund(kept: string, password: string): Promise<boolean> {
    return verify(kept, password, { secret: this.fundPepper });
  }
}

/** The refusal for a new password, or null when it may be used. */
export function refuseNewPassword(password: string, confirmPassword: string): Refusal | null {
  if (password !== confirmPassword) return { error: 'identity/passwords-differ', field: 'confirmPassword' };
  if (COMMON_PASSWORDS.has(password.toLowerCase()))
    return { error: 'identity/password-breached', field: 'password' };
  return null;
}
