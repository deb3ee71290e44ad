/** The calls of signing in and up, of the security center and of invitations. */
import type { DataOf, InputOf } from '@glasshouse/protocol';
import type {
  forgetPwd,
  FriendRow,
  login,
  LoginRow,
  register,
  SessionRow,
  setTransactionPwd,
  updatePwd,
} from '@glasshouse/protocol/identity';
import type { getCommissions } from '@glasshouse/protocol/wallet';
import { useQuery } from '@tanstack/react-query';
import { call } from '#data/api.ts';
import { usePaged } from '#data/paged.ts';
import type { Payload } from '#data/payload.ts';
import { fetchPerson } from '#data/person.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { credentials, signIn } from '#data/session.ts';
import type { Limits, Security } from './shapes.ts';

type Opened = DataOf<typeof login>;
/** Forms show refusals themselves. */
const send = <T = null>(name: string, payload: Payload = {}): Promise<T> =>
  call<T>(`/bb/app/user/${name}`, payload, { quiet: true });

export async function logIn(input: InputOf<typeof login>): Promise<void> {
  await enter(await send<Opened>('login', input), input.account);
}
export async function openAccount(input: InputOf<typeof register>): Promise<void> {
  await enter(await send<Opened>('register', input), input.email);
}
export const forgetPassword = (input: InputOf<typeof forgetPwd>) => send('forgetPwd', input);
export const freezeByLink = (token: string) => send('freezeByLink', { token });

interface Challenge {
  readonly challengeId: string;
  readonly options: unknown;
}

/** False when the person closed the browser's question. */
export async function logInByPasskey(): Promise<boolean> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { challengeId, options } = await send<Challenge>('startPasskeyLogin');
  const response = await startAuthentication({ optionsJSON: options as never });
  await enter(await send<Opened>('loginByPasskey', { challengeId, response }), '');
  return true;
}

/** Login sets flag and token, then loads user info (R4.1). */
async function enter(opened: Opened, email: string): Promise<void> {
  // The server has ended the session that this browser's cookie named before; one from before there
  // were cookies is ended here.
  const former = credentials();
  if (former !== null && 'token' in former) await send('logout').catch(() => undefined);
  signIn({ userId: opened.userId, email: email.trim() });
  await fetchPerson().catch(() => undefined);
}

export const securityKey = [PERSONAL, 'security'] as const;

export function useSecurity() {
  return useQuery({ queryKey: securityKey, queryFn: () => send<Security>('getSecurity') });
}
export function useSessions() {
  return useQuery({
    queryKey: [...securityKey, 'sessions'],
    queryFn: () => send<SessionRow[]>('getSessions'),
  });
}
export function useLimits() {
  return useQuery({ queryKey: [...securityKey, 'limits'], queryFn: () => send<Limits>('getLimits') });
}
export const useLogins = () =>
  usePaged<LoginRow>({ key: [...securityKey, 'logins'], path: '/bb/app/user/getLoginHistory', payload: {} });
export function useCommissions() {
  return useQuery({
    queryKey: [PERSONAL, 'commissions'],
    queryFn: () => call<DataOf<typeof getCommissions>>('/bb/app/wallet/getCommissions', {}, { quiet: true }),
  });
}
export const useFriends = () =>
  usePaged<FriendRow>({ key: [PERSONAL, 'friends'], path: '/bb/app/user/getFriends', payload: {} });

/** What a change of protection asks for. */
export interface Proof {
  readonly password: string;
  readonly code: string;
  readonly googleCode?: string;
}

/** Changes something about the account; what is shown of it is then read anew. */
async function change<T = null>(name: string, payload: Payload = {}): Promise<T> {
  const answer = await send<T>(name, payload);
  await queryClient.invalidateQueries({ queryKey: [PERSONAL] });
  return answer;
}
export const changePassword = (input: InputOf<typeof updatePwd>) => change('updatePwd', input);
export const setFundPassword = (input: InputOf<typeof setTransactionPwd>) =>
  change('setTransactionPwd', input);
export const startGoogleBind = () => send<{ secret: string; uri: string }>('startGoogleBind');
export const bindGoogle = (proof: Proof) => change<{ recoveryCodes: string[] }>('bindGoogle', { ...proof });
export const unbindGoogle = (proof: Proof) => change('unbindGoogle', { ...proof });
export const changeEmail = (input: Proof & { readonly email: string; readonly newCode: string }) =>
  change('changeEmail', { ...input });
export const setAntiPhishingCode = (input: { readonly text: string; readonly password: string }) =>
  change('setAntiPhishingCode', input);
export const removePasskey = (input: Proof & { readonly id: string }) =>
  change('removePasskey', { ...input });
export async function addPasskey({ name, ...proof }: Proof & { readonly name: string }): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { challengeId, options } = await send<Challenge>('startPasskey', { ...proof });
  const response = await startRegistration({ optionsJSON: options as never });
  await change('addPasskey', { challengeId, name, response });
}
/** Without an id: every session but this one. */
export const endSessions = (password: string, id = '') =>
  id === '' ? change('endOtherSessions', { password }) : change('endSession', { id, password });
export const freeze = () => send('freeze', { confirm: true });
export const unfreeze = (proof: Proof) => change('unfreeze', { ...proof });
export const setLimits = (input: Payload) => change('setLimits', input);
export const exclude = (days: number) => change('exclude', { days });
