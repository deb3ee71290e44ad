/** The calls for signing in and up, the security center and invitations. */
import type { Avatar } from '@glasshouse/protocol/identity/avatars';
import { useQuery } from '@tanstack/react-query';
import { call, type CallData, type CallInput, type PlainCallName } from '#data/api.ts';
import { usePaged } from '#data/paged.ts';
import { fetchPerson } from '#data/person.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { credentials, signIn } from '#data/session.ts';

type Opened = CallData<'identity/login'>;
type IdentityCall = Extract<PlainCallName, `identity/${string}`>;
/** Sends a call without a toast for refusals, which the forms show themselves. */
const send = <N extends IdentityCall>(name: N, input: CallInput<N>): Promise<CallData<N>> =>
  call(name, input, { quiet: true });

export async function logIn(input: CallInput<'identity/login'>): Promise<void> {
  await enter(await send('identity/login', input), input.account);
}
export async function openAccount(input: CallInput<'identity/register'>): Promise<void> {
  await enter(await send('identity/register', input), input.email);
}
export const forgetPassword = (input: CallInput<'identity/forget-password'>) =>
  send('identity/forget-password', input);
export const freezeByLink = (token: string) => send('identity/freeze-by-link', { token });

/**
 * The passkey answer as the protocol types it: unlike the browser's type, it allows further fields.
 */
type BrowserAnswer = CallInput<'identity/login-by-passkey'>['response'];

/** False if the user closed the browser's dialog. */
export async function logInByPasskey(): Promise<boolean> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { challengeId, options } = await send('identity/start-passkey-login', {});
  const response = await startAuthentication({ optionsJSON: options as never });
  await enter(
    await send('identity/login-by-passkey', { challengeId, response: response as object as BrowserAnswer }),
    '',
  );
  return true;
}

/** Remembers the session in this browser, then loads the user (R4.1). */
async function enter(opened: Opened, email: string): Promise<void> {
  // The server has ended the session of this browser's former cookie. A session from before there
  // were cookies is ended here.
  const former = credentials();
  if (former !== null && 'token' in former) await send('identity/logout', {}).catch(() => undefined);
  signIn({ userId: opened.userId, email: email.trim() });
  await fetchPerson().catch(() => undefined);
}

/** What somebody else begins, such as a reset, shows without a reload. */
const SECURITY_EVERY_MS = 10_000;
export const securityKey = [PERSONAL, 'security'] as const;

export function useSecurity() {
  return useQuery({
    queryKey: securityKey,
    refetchInterval: SECURITY_EVERY_MS,
    queryFn: () => send('identity/get-security', {}),
  });
}
export function useSessions() {
  return useQuery({
    queryKey: [...securityKey, 'sessions'],
    queryFn: () => send('identity/get-sessions', {}),
  });
}
export function useLimits() {
  return useQuery({ queryKey: [...securityKey, 'limits'], queryFn: () => send('identity/get-limits', {}) });
}
export const useLogins = () =>
  usePaged({ key: [...securityKey, 'logins'], name: 'identity/get-login-history', input: {} });
export const useAccountActs = () =>
  usePaged({ key: [...securityKey, 'acts'], name: 'identity/get-account-acts', input: {} });
export function useCommissions() {
  return useQuery({
    queryKey: [PERSONAL, 'commissions'],
    queryFn: () => call('wallet/get-commissions', {}, { quiet: true }),
  });
}
export const useFriends = () =>
  usePaged({ key: [PERSONAL, 'friends'], name: 'identity/get-friends', input: {} });

/** The proofs that a change of security settings requires. */
export interface Proof {
  readonly password: string;
  readonly code: string;
  readonly googleCode?: string;
}

/** Changes the account, then fetches its displayed data again. */
async function change<N extends IdentityCall>(name: N, input: CallInput<N>): Promise<CallData<N>> {
  const answer = await send(name, input);
  await queryClient.invalidateQueries({ queryKey: [PERSONAL] });
  return answer;
}
export const changePassword = (input: CallInput<'identity/update-password'>) =>
  change('identity/update-password', input);
/** Sets the avatar, or removes it if no name is given. The call shows its own failures. */
export async function setAvatar(avatar?: Avatar): Promise<void> {
  await call('identity/set-avatar', { avatar });
  await queryClient.invalidateQueries({ queryKey: [PERSONAL, 'info'] });
}
export const setFundPassword = (input: CallInput<'identity/set-fund-password'>) =>
  change('identity/set-fund-password', input);
export const startGoogleBind = () => send('identity/start-google-bind', {});
export const bindGoogle = (input: CallInput<'identity/bind-google'>) => change('identity/bind-google', input);
export const unbindGoogle = (proof: Proof) => change('identity/unbind-google', proof);
export const changeEmail = (input: CallInput<'identity/change-email'>) =>
  change('identity/change-email', input);
export const setAntiPhishingCode = (input: CallInput<'identity/set-anti-phishing-code'>) =>
  change('identity/set-anti-phishing-code', input);
export const removePasskey = (input: CallInput<'identity/remove-passkey'>) =>
  change('identity/remove-passkey', input);
export async function addPasskey({ name, ...proof }: Proof & { readonly name: string }): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { challengeId, options } = await send('identity/start-passkey', proof);
  const response = await startRegistration({ optionsJSON: options as never });
  await change('identity/add-passkey', { challengeId, name, response: response as object as BrowserAnswer });
}
/** Ends one session; without an id, all sessions but this one. */
export const endSessions = (password: string, id = '') =>
  id === ''
    ? change('identity/end-other-sessions', { password })
    : change('identity/end-session', { id, password });
export const stopReset = () => change('identity/stop-reset', { confirm: true });
export const freeze = () => send('identity/freeze', { confirm: true });
export const unfreeze = (proof: Proof) => change('identity/unfreeze', proof);
export const setLimits = (input: CallInput<'identity/set-limits'>) => change('identity/set-limits', input);
export const selfExclude = (days: number) => change('identity/exclude', { days });
