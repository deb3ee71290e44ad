/** Assembles the calls of identity. */
import { avatarPath } from '@glasshouse/protocol/identity/avatars';
import { KYC_STATE } from '@glasshouse/protocol/kyc';
import type { FeatureHandlers } from '../../http/handler.ts';
import { dropFromBrowser } from './browser-sessions.ts';
import { mailCode } from './code-mails.ts';
import { limitsHandlers } from './limits-routes.ts';
import { readLogins } from './login-history.ts';
import { SESSION_INVALID } from './options.ts';
import { refusePassword } from './owner-proof.ts';
import { passkeyHandlers, type PasskeyOptions } from './passkey-routes.ts';
import { forgetPassword, setFundPassword, updatePassword } from './password-routes.ts';
import { maskedEmail } from './profile.ts';
import { protectionHandlers } from './protection-routes.ts';
import { findUserById, readAccepted, readFriends } from './queries.ts';
import { emailVerification, info, login, register } from './sign-in-routes.ts';

export function identityHandlers(options: PasskeyOptions): FeatureHandlers<'identity'> {
  return {
    'identity/send-email-code': ({ email, type }, caller) =>
      mailCode(options, { email, purpose: type ?? null, caller }),
    'identity/email-verification': emailVerification(options),
    'identity/register': register(options),
    'identity/login': login(options),
    'identity/logout': async (_input, caller) => {
      await options.sessions.end(caller.sessionKey);
      dropFromBrowser(caller);
    },
    'identity/info': info(options),
    'identity/set-avatar': async ({ avatar = '' }, { userId }) => {
      await options.database.kysely
        .updateTable('users')
        .set({ avatar })
        .where('user_id', '=', userId)
        .execute();
      return { icon: avatar === '' ? '' : avatarPath(avatar) };
    },
    'identity/update-password': updatePassword(options),
    'identity/send-email-code-forget': ({ email }, caller) =>
      mailCode(options, { email, purpose: 'forget', caller }),
    'identity/forget-password': forgetPassword(options),
    'identity/send-update-asset-email': async (_input, caller) => {
      const user = await findUserById(options.database, caller.userId);
      if (user === undefined) return SESSION_INVALID;
      return mailCode(options, { email: user.email, purpose: 'asset', caller });
    },
    'identity/set-fund-password': setFundPassword(options),
    ...sessionHandlers(options),
    ...protectionHandlers(options),
    ...passkeyHandlers(options),
    ...limitsHandlers(options),
  };
}

function sessionHandlers(options: PasskeyOptions) {
  const { database, sessions } = options;
  return {
    'identity/get-sessions': (_input, { userId, sessionKey }) => sessions.list(userId, sessionKey),
    'identity/end-session': async ({ id, password }, caller) => {
      const refusal = await refusePassword(options, caller, password);
      if (refusal !== null) return refusal;
      return (await sessions.endById(caller.userId, id))
        ? undefined
        : { error: 'request/not-found', field: 'id' };
    },
    'identity/end-other-sessions': async ({ password }, caller) => {
      const refusal = await refusePassword(options, caller, password);
      if (refusal !== null) return refusal;
      const ended = await sessions.endAll(caller.userId, 'everywhere', caller.sessionKey);
      return ended === null ? SESSION_INVALID : { ended };
    },
    'identity/get-accepted-documents': async (_input, { userId }) => ({
      list: await readAccepted(database, userId),
    }),
    'identity/get-login-history': (page, { userId }) => readLogins(database, userId, page),
    'identity/get-account-acts': (page, { userId, language }) => options.actsOn(userId, page, language),
    'identity/get-friends': async (page, { userId }) => {
      const friends = await readFriends(database, userId, page);
      const states = await options.kycStatesOf(friends.list.map((row) => row.user_id));
      const list = friends.list.map((row, index) => ({
        account: maskedEmail(row.email),
        time: row.created_ms,
        verified: states[index] === KYC_STATE.verified,
      }));
      return { ...friends, list };
    },
  } satisfies Partial<FeatureHandlers<'identity'>>;
}
