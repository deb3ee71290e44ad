/** The owner's proof in requests that open the account to something new. */
import { blankIsAbsent, code6, mailedCode, optionalGoogleCode } from './fields.ts';

const rest = {
  fundPassword: blankIsAbsent(code6.optional()),
  googleCode: optionalGoogleCode,
};
/** The mailed code, and the fund password and the Google code of those who have them. */
export const ownerProof = { code: mailedCode, ...rest };
/** Where not every change needs the proof. */
export const optionalOwnerProof = { code: blankIsAbsent(mailedCode.optional()), ...rest };

export const OWNER_PROOF_REFUSALS = [
  'identity/fund-password-missing',
  'identity/fund-password-incorrect',
  'identity/fund-password-locked',
  'identity/wrong-code',
  'identity/google-code-missing',
  'identity/google-code-wrong',
  'identity/google-code-locked',
  'identity/changed-meanwhile',
] as const;
