/** Requests a code by mail. */
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

/** A call for each purpose that has its own; the fund password's knows the address. */
export function useSendCode(purpose: CodePurpose) {
  return useMutation({
    mutationFn: async (email: string) => {
      if (purpose === 'forget') return call('identity/send-email-code-forget', { email });
      if (purpose === 'asset') return call('identity/send-update-asset-email', {});
      if (purpose === 'email') return call('identity/send-email-change-code', { email });
      return call('identity/send-email-code', { email, type: purpose });
    },
  });
}
