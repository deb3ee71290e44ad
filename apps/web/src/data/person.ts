/** The signed-in user, and the number of unread notices. */
import { useQuery } from '@tanstack/react-query';
import { call, type CallData } from './api.ts';
import { PERSONAL } from './query-client.ts';
import { rememberPerson, session, useSession } from './session.ts';

export type Person = CallData<'identity/info'>;
const NOTICES_EVERY_MS = 60_000;

export async function fetchPerson(): Promise<Person> {
  const current = session.get();
  const who = { token: current?.token, userId: current?.userId };
  const person = await call('identity/info', who, { quiet: true });
  rememberPerson(person);
  return person;
}
export function usePerson(): Person | undefined {
  return usePersonQuery().data;
}
/** The user with the state of the query, for pages that need it. */
export function usePersonQuery() {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: [PERSONAL, 'info'],
    enabled: signedIn,
    staleTime: 60_000,
    queryFn: fetchPerson,
  });
}
/** Undefined until it is known. */
export function useUnreadCount(): number | undefined {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: [PERSONAL, 'notices', 'count'],
    enabled: signedIn,
    refetchInterval: NOTICES_EVERY_MS,
    queryFn: () => call('notices/get-count', {}, { quiet: true }),
  }).data;
}
