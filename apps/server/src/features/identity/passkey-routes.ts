/** The calls of passkeys: adding and removing one takes the owner's proof, signing in takes the passkey alone. */
import type { Refusal } from '@glasshouse/protocol';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import { SESSION_INVALID, TOO_MANY, type IdentityOptions } from './options.ts';
import { refuseProof } from './owner-proof.ts';
import { siteOf, type Passkeys } from './passkeys.ts';
import { networkOf } from './places.ts';
import { findUserById, readerOf } from './queries.ts';
import { enter } from './sign-in-routes.ts';

const REFUSED: Refusal = { error: 'identity/passkey-refused' };

export type PasskeyOptions = IdentityOptions & { readonly passkeys: Passkeys };

export function passkeyHandlers(options: PasskeyOptions) {
  return {
    'identity/start-passkey': startPasskey(options),
    'identity/add-passkey': addPasskey(options),
    'identity/remove-passkey': removePasskey(options),
    'identity/start-passkey-login': async (_input, { ip, origin }) => {
      if (!(await options.limits.take('sign-in', networkOf(ip)))) return TOO_MANY;
      const site = siteOf(options.publicUrl, origin);
      return site === null ? REFUSED : options.passkeys.startSignIn(site);
    },
    'identity/login-by-passkey': loginByPasskey(options),
  } satisfies Partial<FeatureHandlers<'identity'>>;
}

function startPasskey(options: PasskeyOptions): Handler<'identity/start-passkey'> {
  return async ({ code, password, googleCode }, caller) => {
    const user = await findUserById(options.database, caller.userId);
    if (user === undefined) return SESSION_INVALID;
    const site = siteOf(options.publicUrl, caller.origin);
    if (site === null) return REFUSED;
    const proof = { user, caller, purpose: 'bind', code, googleCode } as const;
    const refusal = await refuseProof(options, {
      ...proof,
      password: { given: password, field: 'password' },
    });
    return refusal ?? options.passkeys.startAdding({ userId: user.user_id, email: user.email }, site);
  };
}

function addPasskey(options: PasskeyOptions): Handler<'identity/add-passkey'> {
  return async ({ challengeId, name, response }, caller) => {
    const { userId } = caller;
    const user = await findUserById(options.database, userId);
    if (user === undefined) return SESSION_INVALID;
    const site = siteOf(options.publicUrl, caller.origin);
    if (site === null) return REFUSED;
    // The library judges every part of the answer; a wrong one throws there and is refused here.
    const answer = response as unknown as RegistrationResponseJSON;
    const added = await options.passkeys.add({ userId, challengeId, name, response: answer }, site);
    if (added !== 'added') return added === 'too-many' ? { error: 'identity/too-many-passkeys' } : REFUSED;
    await options.tell({ userId, event: 'passkey-added', reader: readerOf(user) });
    return undefined;
  };
}

function removePasskey(options: PasskeyOptions): Handler<'identity/remove-passkey'> {
  return async ({ id, code, password, googleCode }, caller) => {
    const user = await findUserById(options.database, caller.userId);
    if (user === undefined) return SESSION_INVALID;
    const proof = { user, caller, purpose: 'bind', code, googleCode } as const;
    const refusal = await refuseProof(options, {
      ...proof,
      password: { given: password, field: 'password' },
    });
    if (refusal !== null) return refusal;
    if (!(await options.passkeys.remove(user.user_id, id)))
      return { error: 'request/not-found', field: 'id' };
    await options.tell({ userId: user.user_id, event: 'passkey-removed', reader: readerOf(user) });
    return undefined;
  };
}

function loginByPasskey(options: PasskeyOptions): Handler<'identity/login-by-passkey'> {
  return async ({ challengeId, response }, caller) => {
    if (!(await options.limits.take('sign-in', networkOf(caller.ip)))) return TOO_MANY;
    const site = siteOf(options.publicUrl, caller.origin);
    if (site === null) return REFUSED;
    const answer = response as unknown as AuthenticationResponseJSON;
    const userId = await options.passkeys.signIn({ challengeId, response: answer }, site);
    const user = userId === null ? undefined : await findUserById(options.database, userId);
    return user === undefined ? REFUSED : enter(options, { user, caller, method: 'passkey' });
  };
}
