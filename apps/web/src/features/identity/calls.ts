/** The calls of signing in and up. */
import type { DataOf, InputOf } from '@glasshouse/protocol';
import type { forgetPwd, login, register } from '@glasshouse/protocol/identity';
import { useMutation } from '@tanstack/react-query';
import { actionCall } from '#data/api.ts';
import { fetchPerson } from '#data/person.ts';
import { signIn } from '#data/session.ts';

export type CodePurpose = 'login' | 'register' | 'forget';

export function useSendCode(purpose: CodePurpose) {
  return useMutation({
    mutationFn: (email: string) =>
      purpose === 'forget'
        ? actionCall<null>('/bb/app/user/sendEmailCodeForget', { email })
        : actionCall<null>('/bb/app/user/sendEmailCode', { email, type: purpose }),
  });
}
export function useLogin() {
  return useMutation({
    mutationFn: async (input: InputOf<typeof login>) =>
      enter(await actionCall<DataOf<typeof login>>('/bb/app/user/login', input), input.account),
  });
}
export function useRegister() {
  return useMutation({
    mutationFn: async (input: InputOf<typeof register>) =>
      enter(await actionCall<DataOf<typeof register>>('/bb/app/user/register', input), input.email),
  });
}
export function useForgetPassword() {
  return useMutation({
    mutationFn: (input: InputOf<typeof forgetPwd>) => actionCall<null>('/bb/app/user/forgetPwd', input),
  });
}

/** Login sets flag and token, then loads user info (SPEC §4). */
async function enter(opened: DataOf<typeof login>, email: string): Promise<void> {
  signIn({ userId: opened.userId, token: opened.token, email: email.trim() });
  await fetchPerson().catch(() => undefined);
}
