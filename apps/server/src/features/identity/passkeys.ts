/**
 * Passkeys (WebAuthn): single-use challenges, credentials, and the verification of a browser's
 * answer.
 */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { PasskeysTable } from './tables.ts';
import type { Within } from '../../contract/messages.ts';

const CHALLENGE_LIFE_MS = 300_000;
export const PASSKEYS_MAX = 10;

/** The site that a passkey belongs to. */
export interface Site {
  readonly origin: string;
  /** Its host name, because browsers make no passkeys for IP addresses. */
  readonly host: string;
}

export function siteOf(publicUrl: string | null, requestOrigin: string | null): Site | null {
  const url = publicUrl ?? requestOrigin;
  if (url === null || !URL.canParse(url)) return null;
  const { origin, hostname } = new URL(url);
  return { origin, host: hostname };
}

interface Owner {
  readonly userId: number;
  readonly email: string;
}

interface PasskeysParts {
  readonly database: Database;
  /** The time of commands, by which a change holds withdrawals. */
  readonly commandMs: () => number;
  /** What browsers show beside a new passkey. */
  readonly siteName: () => string;
}

type Options = Readonly<Record<string, unknown>>;

export class Passkeys {
  readonly #database: Database;
  readonly #commandMs: () => number;
  readonly #siteName: () => string;
  readonly #now = Date.now;

  constructor({ database, commandMs, siteName }: PasskeysParts) {
    this.#database = database;
    this.#commandMs = commandMs;
    this.#siteName = siteName;
  }

  async startAdding({ userId, email }: Owner, site: Site) {
    const present = await this.#list(userId);
    const options = await generateRegistrationOptions({
      rpName: this.#siteName(),
      rpID: site.host,
      userName: email,
      userID: new TextEncoder().encode(String(userId)),
      attestationType: 'none',
      excludeCredentials: present.map((row) => ({ id: row.credential_id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const challengeId = await this.#keepChallenge(options.challenge, userId);
    return { challengeId, options: options as unknown as Options };
  }

  /** The proven credential; null if the answer does not fit the challenge, the site or the user. */
  async prove(
    { userId, challengeId, name, response }: Adding,
    site: Site,
  ): Promise<Insertable<PasskeysTable> | null> {
    const challenge = await this.#takeChallenge(challengeId, userId);
    if (challenge === null) return null;
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
    }).catch(() => null);
    if (verified === null || !verified.verified) return null;
    const { credential } = verified.registrationInfo;
    return {
      credential_id: credential.id,
      user_id: userId,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: (credential.transports ?? []).join(','),
      name,
      created_ms: this.#now(),
      last_used_ms: null,
    };
  }

  /**
   * Runs in a transaction that has locked the user, so that two concurrent calls cannot exceed the
   * limit.
   */
  async keep(
    passkey: Insertable<PasskeysTable>,
    { kysely }: Within,
  ): Promise<'added' | 'refused' | 'too-many'> {
    const present = await kysely
      .selectFrom('passkeys')
      .select('credential_id')
      .where('user_id', '=', passkey.user_id)
      .execute();
    if (present.length >= PASSKEYS_MAX) return 'too-many';
    const made = await kysely
      .insertInto('passkeys')
      .values(passkey)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('credential_id')
      .execute();
    if (made.length === 0) return 'refused';
    await this.#noteChange(passkey.user_id, { kysely });
    return 'added';
  }

  async startSignIn(site: Site) {
    const options = await generateAuthenticationOptions({ rpID: site.host, userVerification: 'required' });
    const challengeId = await this.#keepChallenge(options.challenge, null);
    return { challengeId, options: options as unknown as Options };
  }

  /**
   * The user of the passkey and the version of their credentials; null if nothing is proven. The
   * counter must never decrease, which reveals a copied key.
   */
  async signIn(
    {
      challengeId,
      response,
    }: { readonly challengeId: string; readonly response: AuthenticationResponseJSON },
    site: Site,
  ): Promise<{ readonly userId: number; readonly credentialVersion: number } | null> {
    const challenge = await this.#takeChallenge(challengeId, null);
    if (challenge === null) return null;
    const row = await this.#database.reads
      .selectFrom('passkeys')
      .innerJoin('users', 'users.user_id', 'passkeys.user_id')
      .selectAll('passkeys')
      .select('users.credential_version')
      .where('credential_id', '=', response.id)
      .executeTakeFirst();
    if (row === undefined) return null;
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
    }).catch(() => null);
    if (verified === null || !verified.verified) return null;
    await this.#database.kysely
      .updateTable('passkeys')
      .set({ counter: verified.authenticationInfo.newCounter, last_used_ms: this.#now() })
      .where('credential_id', '=', row.credential_id)
      .execute();
    return { userId: row.user_id, credentialVersion: row.credential_version };
  }

  async remove(userId: number, credentialId: string, { kysely }: Within): Promise<boolean> {
    const removed = await kysely
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('credential_id', '=', credentialId)
      .returning('credential_id')
      .execute();
    if (removed.length === 0) return false;
    await this.#noteChange(userId, { kysely });
    return true;
  }

  async removeAll(userId: number, { kysely }: Within): Promise<void> {
    await kysely.deleteFrom('passkeys').where('user_id', '=', userId).execute();
    await this.#noteChange(userId, { kysely });
  }

  async removeExpired(): Promise<void> {
    await this.#database.kysely
      .deleteFrom('passkey_challenges')
      .where('expires_ms', '<', this.#now())
      .execute();
  }

  /** Withdrawals are held from then on. */
  async #noteChange(userId: number, { kysely }: Within): Promise<void> {
    await kysely
      .updateTable('users')
      .set({ passkeys_changed_ms: this.#commandMs() })
      .where('user_id', '=', userId)
      .execute();
  }

  #list(userId: number) {
    return this.#database.reads
      .selectFrom('passkeys')
      .select('credential_id')
      .where('user_id', '=', userId)
      .execute();
  }

  async #keepChallenge(challenge: string, userId: number | null): Promise<string> {
    const challengeId = randomBytes(16).toString('base64url');
    await this.#database.kysely
      .insertInto('passkey_challenges')
      .values({
        challenge_id: challengeId,
        challenge,
        user_id: userId,
        expires_ms: this.#now() + CHALLENGE_LIFE_MS,
      })
      .execute();
    return challengeId;
  }

  /** Removes the challenge as it reads it: an answer works once. */
  async #takeChallenge(challengeId: string, userId: number | null): Promise<string | null> {
    const row = await this.#database.kysely
      .deleteFrom('passkey_challenges')
      .where('challenge_id', '=', challengeId)
      .where('user_id', userId === null ? 'is' : '=', userId)
      .where('expires_ms', '>', this.#now())
      .returning('challenge')
      .executeTakeFirst();
    return row?.challenge ?? null;
  }
}

interface Adding {
  readonly userId: number;
  readonly challengeId: string;
  readonly name: string;
  readonly response: RegistrationResponseJSON;
}
