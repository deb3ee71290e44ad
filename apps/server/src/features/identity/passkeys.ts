/** Passkeys (WebAuthn): challenges that work once, credentials, and what a browser's answer proves. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.ts';

const CHALLENGE_LIFE_MS = 300_000;
export const PASSKEYS_MAX = 10;
const NAME = 'Glasshouse';

/** The site that a passkey belongs to. */
export interface Site {
  readonly origin: string;
  /** Its host name: browsers make no passkeys for bare addresses. */
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

type Options = Readonly<Record<string, unknown>>;

export class Passkeys {
  private readonly database: Database;
  private readonly now: () => number;

  constructor(database: Database, now: () => number = Date.now) {
    this.database = database;
    this.now = now;
  }

  async startAdding({ userId, email }: Owner, site: Site) {
    const present = await this.list(userId);
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: site.host,
      userName: email,
      userID: new TextEncoder().encode(String(userId)),
      attestationType: 'none',
      excludeCredentials: present.map((row) => ({ id: row.credential_id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const challengeId = await this.keepChallenge(options.challenge, userId);
    return { challengeId, options: options as unknown as Options };
  }

  /** False when the answer does not fit the challenge, the site or the user. */
  async add(
    { userId, challengeId, name, response }: Adding,
    site: Site,
  ): Promise<'added' | 'refused' | 'too-many'> {
    const challenge = await this.takeChallenge(challengeId, userId);
    if (challenge === null) return 'refused';
    if ((await this.list(userId)).length >= PASSKEYS_MAX) return 'too-many';
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
    }).catch(() => null);
    if (verified === null || !verified.verified) return 'refused';
    const { credential } = verified.registrationInfo;
    const made = await this.database.kysely
      .insertInto('passkeys')
      .values({
        credential_id: credential.id,
        user_id: userId,
        public_key: credential.publicKey,
        counter: credential.counter,
        transports: (credential.transports ?? []).join(','),
        name,
        created_ms: this.now(),
        last_used_ms: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('credential_id')
      .execute();
    return made.length === 1 ? 'added' : 'refused';
  }

  async startSignIn(site: Site) {
    const options = await generateAuthenticationOptions({ rpID: site.host, userVerification: 'required' });
    const challengeId = await this.keepChallenge(options.challenge, null);
    return { challengeId, options: options as unknown as Options };
  }

  /** Whose passkey answered; null when it proves nothing. The counter may never go back: a copied key would show. */
  async signIn(
    {
      challengeId,
      response,
    }: { readonly challengeId: string; readonly response: AuthenticationResponseJSON },
    site: Site,
  ): Promise<number | null> {
    const challenge = await this.takeChallenge(challengeId, null);
    if (challenge === null) return null;
    const row = await this.database.reads
      .selectFrom('passkeys')
      .selectAll()
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
    await this.database.kysely
      .updateTable('passkeys')
      .set({ counter: verified.authenticationInfo.newCounter, last_used_ms: this.now() })
      .where('credential_id', '=', row.credential_id)
      .execute();
    return row.user_id;
  }

  async remove(userId: number, credentialId: string): Promise<boolean> {
    const removed = await this.database.kysely
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('credential_id', '=', credentialId)
      .returning('credential_id')
      .execute();
    return removed.length === 1;
  }

  async removeExpired(): Promise<void> {
    await this.database.kysely
      .deleteFrom('passkey_challenges')
      .where('expires_ms', '<', this.now())
      .execute();
  }

  private list(userId: number) {
    return this.database.reads
      .selectFrom('passkeys')
      .select('credential_id')
      .where('user_id', '=', userId)
      .execute();
  }

  private async keepChallenge(challenge: string, userId: number | null): Promise<string> {
    const challengeId = randomBytes(16).toString('base64url');
    await this.database.kysely
      .insertInto('passkey_challenges')
      .values({
        challenge_id: challengeId,
        challenge,
        user_id: userId,
        expires_ms: this.now() + CHALLENGE_LIFE_MS,
      })
      .execute();
    return challengeId;
  }

  /** Taken out as it is read: an answer works once. */
  private async takeChallenge(challengeId: string, userId: number | null): Promise<string | null> {
    const row = await this.database.kysely
      .deleteFrom('passkey_challenges')
      .where('challenge_id', '=', challengeId)
      .where('user_id', userId === null ? 'is' : '=', userId)
      .where('expires_ms', '>', this.now())
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
