/**
 * The calls of passkeys: adding and removing one needs the owner's proof, signing in only the
 * passkey.
 */
import type { Refusal } from '@glasshouse/protocol';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import { changeCredentials } from './credential-changes.ts';
import { SESSION_INVALID, type IdentityOptions } from './options.ts';
import { refuseProof } from './owner-proof.ts';
import { siteOf, type Passkeys } from './passkeys.ts';
import { networkOf } from './sign-in-networks.ts';
import { findUserById } from './queries.ts';
import { enter } from './sign-in-routes.ts';

const REFUSED: Refusal = { error: 'identity/passkey-refused' };

export type PasskeyOptions = IdentityOptions & { readonly passkeys: Passkeys };

export function passkeyHandlers(options: PasskeyOptions) {
  return {
    'identity/start-passkey': startPasskey(options),
    'identity/add-passkey': addPasskey(options),
    'identity/remove-passkey': removePasskey(options),
    'identity/start-passkey-login': async (_input, { ip, origin }) => {
      if (!(await options.limits.take('sign-in', networkOf(ip))))
        return options.limits.tooMany('sign-in', networkOf(ip));
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
    // The library checks every part of the answer and throws on a wrong one, which is refused here.
    const answer = response as unknown as RegistrationResponseJSON;
    const passkey = await options.passkeys.prove({ userId, challengeId, name, response: answer }, site);
    if (passkey === null) return REFUSED;
    return changeCredentials(options, {
      user,
      keepSession: caller.sessionKey,
      event: 'passkey-added',
      by: caller,
      write: async (within) => {
        const kept = await options.passkeys.keep(passkey, within);
        if (kept === 'too-many') return { error: 'identity/too-many-passkeys' };
        return kept === 'added' ? undefined : REFUSED;
      },
    });
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
    return changeCredentials(options, {
      user,
      keepSession: caller.sessionKey,
      event: 'passkey-removed',
      by: caller,
      write: async (within) =>
        (await options.passkeys.remove(user.user_id, id, within))
          ? undefined
          : { error: 'request/not-found', field: 'id' },
    });
  };
}

function loginByPasskey(options: PasskeyOptions): Handler<'identity/login-by-passkey'> {
  return async ({ challengeId, response }, caller) => {
    if (!(await options.limits.take('sign-in', networkOf(caller.ip))))
      return options.limits.tooMany('sign-in', networkOf(caller.ip));
    const site = siteOf(options.publicUrl, caller.origin);
    if (site === null) return REFUSED;
    const answer = response as unknown as AuthenticationResponseJSON;
    const proven = await options.passkeys.signIn({ challengeId, response: answer }, site);
    const user = proven === null ? undefined : await findUserById(options.database, proven.userId);
    if (proven === null || user === undefined) return REFUSED;
    await options.resets.stop(user.user_id, { how: 'used', factor: 'passkeys', by: caller });
    const shown = { ...user, credential_version: proven.credentialVersion };
    return (await enter(options, { user: shown, caller, method: 'passkey' })) ?? REFUSED;
  };
}
