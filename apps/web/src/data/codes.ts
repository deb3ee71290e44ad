/** Asks for a code by mail. */
import { useMutation } from '@tanstack/react-query';
import { actionCall } from './api.ts';

/** What a code is for, see the protocol. The last two go to the person's own address and to a new one. */
export type CodePurpose =
  | 'login'
  | 'register'
  | 'forget'
  | 'password'
  | 'bind'
  | 'withdraw'
  | 'asset'
  | 'email';

const CALL: Readonly<Partial<Record<CodePurpose, string>>> = {
  forget: '/bb/app/user/sendEmailCodeForget',
  asset: '/bb/app/user/sendUpdateAssetEmail',
  email: '/bb/app/user/sendEmailChangeCode',
};

export function useSendCode(purpose: CodePurpose) {
  return useMutation({
    mutationFn: (email: string) => {
      const own = CALL[purpose];
      return own === undefined
        ? actionCall<null>('/bb/app/user/sendEmailCode', { email, type: purpose })
        : actionCall<null>(own, { email });
    },
  });
}
