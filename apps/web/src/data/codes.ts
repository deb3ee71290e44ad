/** Requests a code by mail. */
import type { CallName } from '@glasshouse/protocol';
import { useMutation } from '@tanstack/react-query';
import { call } from './api.ts';

/**
 * The purpose of a code, see the protocol. Codes of the last two go to the user's own and to a new
 * address.
 */
export type CodePurpose =
  | 'login'
  | 'register'
  | 'forget'
  | 'password'
  | 'bind'
  | 'withdraw'
  | 'asset'
  | 'email';

/** Purposes with a call of their own. */
const OWN_CALLS = {
  forget: 'identity/send-email-code-forget',
  asset: 'identity/send-update-asset-email',
  email: 'identity/send-email-change-code',
} as const satisfies Partial<Record<CodePurpose, CallName>>;
const hasOwnCall = (purpose: CodePurpose): purpose is keyof typeof OWN_CALLS => purpose in OWN_CALLS;

export function useSendCode(purpose: CodePurpose) {
  return useMutation({
    mutationFn: (email: string) =>
      hasOwnCall(purpose)
        ? call(OWN_CALLS[purpose], { email })
        : call('identity/send-email-code', { email, type: purpose }),
  });
}
