/** Registration, login, session and password calls. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import {
  agreement,
  blankIsAbsent,
  code6,
  mailedCode,
  email,
  newPassword,
  noData,
  nothing,
  optionalGoogleCode,
  PASSWORD_TEXT_MAX,
  plainText,
  timeMs,
} from '../../fields.ts';
import { AVATARS } from './avatars.ts';
import { ACCOUNT_NAME, LOGIN_PASSWORD_LENGTH_MIN } from './input-rules.ts';
import { DOCUMENT_NAMES } from './documents.ts';
import { limitsCalls } from './limits.ts';
import { protectionCalls } from './protection.ts';
import { sessionsCalls } from './sessions.ts';

export { refusals } from './refusals.ts';

const DOCUMENTS_LENGTH_MAX = 100;
const session = z.object({ userId: z.string(), token: z.string() });
export { getLimits } from './limits.ts';
export { getSecurity, type AccountActRow, type FriendRow } from './protection.ts';
export type { LoginRow, SessionRow } from './sessions.ts';

/** The purpose of a code. A code is valid only for its purpose. */
export type CodePurpose = (typeof CODE_PURPOSES)[number];
export const CODE_PURPOSES = [
  'register',
  'login',
  'bind',
  'withdraw',
  'password',
  'forget',
  'asset',
  /** For a new e-mail address of the account. */
  'email',
] as const;

export const sendEmailCode = defineCall({
  name: 'identity/send-email-code',
  grows: 'mails',
  path: '/user/sendEmailCode',
  access: 'public',
  summary: 'Mails a six-digit code',
  input: z.object({
    email,
    type: blankIsAbsent(z.enum(['register', 'login', 'bind', 'withdraw', 'password']).optional()),
  }),
  data: noData,
});
export const emailVerification = defineCall({
  name: 'identity/email-verification',
  grows: 'signIns',
  path: '/user/emailVerification',
  access: 'public',
  summary: 'Tells whether a code is right, without using it up',
  input: z.object({
    email,
    code: mailedCode,
    type: z.enum(['register', 'login', 'bind', 'withdraw', 'password']),
  }),
  data: z.object({ valid: z.boolean() }),
});
export const register = defineCall({
  name: 'identity/register',
  grows: 'accounts',
  path: '/user/register',
  access: 'public',
  refusals: [
    'identity/passwords-differ',
    'identity/password-breached',
    'identity/password-guessable',
    'identity/wrong-code',
    'identity/invite-unknown',
    'identity/email-taken',
    'identity/documents-changed',
    'session/invalid',
  ],
  summary: 'Opens an account and a session',
  input: z.object({
    email,
    code: mailedCode,
    password: newPassword,
    confirmPassword: z.string().max(PASSWORD_TEXT_MAX),
    inviteCode: blankIsAbsent(z.string().trim().max(64).optional()),
    accountName: blankIsAbsent(
      z.string().regex(ACCOUNT_NAME, 'a letter, then 7 to 24 letters or digits').optional(),
    ),
    agree: agreement('accept the user agreement'),
    /** What the page showed, as `protocol-2 policy-2 legal-2`; by default the versions in force. */
    documents: blankIsAbsent(z.string().trim().max(DOCUMENTS_LENGTH_MAX).optional()),
  }),
  data: session,
});
export const login = defineCall({
  name: 'identity/login',
  grows: 'signIns',
  path: '/user/login',
  access: 'public',
  refusals: [
    'identity/wrong-code',
    'identity/wrong-credentials',
    'identity/google-code-missing',
    'identity/google-code-wrong',
    'identity/google-code-locked',
    'identity/login-frozen',
  ],
  summary: 'Opens a session',
  input: z.object({
    account: email,
    code: mailedCode,
    password: z
      .string()
      .min(LOGIN_PASSWORD_LENGTH_MIN, `at least ${LOGIN_PASSWORD_LENGTH_MIN} characters`)
      .max(PASSWORD_TEXT_MAX),
    googleCode: optionalGoogleCode,
  }),
  data: session,
});
export const logout = defineCall({
  name: 'identity/logout',
  path: '/user/logout',
  access: 'user',
  endsSession: true,
  summary: 'Ends this session',
  input: nothing,
  data: noData,
});
export const info = defineCall({
  name: 'identity/info',
  path: '/user/info',
  access: 'user',
  summary: 'The person behind this session',
  input: z.object({
    token: blankIsAbsent(z.string().optional()),
    userId: blankIsAbsent(plainText.optional()),
  }),
  data: z.object({
    email: z.string(),
    /** The path of the chosen avatar, empty without one. */
    icon: z.string(),
    uid: z.string(),
    /** 0 not authenticated, 1 reviewing, 2 verified, 3 rejected. */
    auth: z.number().int(),
    invitationCode: z.string(),
    assetsPwd: z.boolean(),
    idCard: z.string(),
    /** 'on-file' if the photo is stored, otherwise empty. */
    idCardPhotoPositive: z.string(),
    idCardPhotoReverseSide: z.string(),
    remark: z.string(),
    name: z.string(),
    purchase: z.number().int(),
    googleBind: z.boolean(),
  }),
});
export const PHOTO_ON_FILE = 'on-file';
export const setAvatar = defineCall({
  name: 'identity/set-avatar',
  grows: 'settings',
  operation: 'settings',
  path: '/user/setAvatar',
  access: 'user',
  summary: 'Chooses a drawing as avatar; none without a name',
  input: z.object({ avatar: blankIsAbsent(z.enum(AVATARS).optional()) }),
  data: z.object({ icon: z.string() }),
});
export const updatePwd = defineCall({
  name: 'identity/update-password',
  grows: 'settings',
  operation: 'settings',
  path: '/user/updatePwd',
  access: 'user',
  refusals: [
    'identity/passwords-differ',
    'identity/password-breached',
    'identity/password-guessable',
    'identity/password-same',
    'identity/wrong-code',
    'identity/password-incorrect',
    'identity/google-code-missing',
    'identity/google-code-wrong',
    'identity/google-code-locked',
    'identity/changed-meanwhile',
  ],
  summary: 'Changes the login password and ends other sessions',
  input: z.object({
    oldPassword: z.string().max(PASSWORD_TEXT_MAX),
    password: newPassword,
    confirmPassword: z.string().max(PASSWORD_TEXT_MAX),
    code: mailedCode,
    googleCode: optionalGoogleCode,
  }),
  data: noData,
});
export const sendEmailCodeForget = defineCall({
  name: 'identity/send-email-code-forget',
  grows: 'mails',
  path: '/user/sendEmailCodeForget',
  access: 'public',
  summary: 'Mails a code for a forgotten password',
  input: z.object({ email }),
  data: noData,
});
export const forgetPwd = defineCall({
  name: 'identity/forget-password',
  grows: 'mails',
  path: '/user/forgetPwd',
  access: 'public',
  refusals: [
    'identity/passwords-differ',
    'identity/password-breached',
    'identity/password-guessable',
    'identity/wrong-code',
    'identity/changed-meanwhile',
  ],
  summary: 'Sets a new password by a mailed code and ends all sessions',
  input: z.object({
    email,
    code: mailedCode,
    password: newPassword,
    confirmPassword: z.string().max(PASSWORD_TEXT_MAX),
  }),
  data: noData,
});
export const sendUpdateAssetEmail = defineCall({
  name: 'identity/send-update-asset-email',
  grows: 'mails',
  path: '/user/sendUpdateAssetEmail',
  access: 'user',
  summary: "Mails a code for the fund password to the user's own address",
  input: nothing,
  data: noData,
});
export const setTransactionPwd = defineCall({
  name: 'identity/set-fund-password',
  grows: 'settings',
  operation: 'settings',
  path: '/user/setTransactionPwd',
  access: 'user',
  refusals: [
    'identity/passwords-differ',
    'identity/wrong-code',
    'identity/google-code-missing',
    'identity/google-code-wrong',
    'identity/google-code-locked',
    'identity/changed-meanwhile',
  ],
  summary: 'Sets the six-digit fund password',
  input: z.object({
    password: code6,
    confirmPassword: z.string().max(PASSWORD_TEXT_MAX),
    code: mailedCode,
    googleCode: optionalGoogleCode,
  }),
  data: noData,
});
const getAcceptedDocuments = defineCall({
  name: 'identity/get-accepted-documents',
  path: '/user/getAcceptedDocuments',
  access: 'user',
  summary: 'Which versions of the documents the user has accepted, and when',
  input: nothing,
  data: z.object({
    list: z.array(
      z.object({
        document: z.enum(DOCUMENT_NAMES),
        version: z.number().int(),
        /** The language in which it was shown, and the SHA-256 of that text. */
        language: z.enum(['en', 'zh']),
        sha256: z.string(),
        time: timeMs,
      }),
    ),
  }),
});
export const calls = [
  sendEmailCode,
  emailVerification,
  register,
  login,
  logout,
  info,
  setAvatar,
  updatePwd,
  sendEmailCodeForget,
  forgetPwd,
  sendUpdateAssetEmail,
  setTransactionPwd,
  getAcceptedDocuments,
  ...sessionsCalls,
  ...protectionCalls,
  ...limitsCalls,
] as const;
export const chapter: Chapter = { title: { en: 'Users and sessions', zh: '用户与会话' } };
