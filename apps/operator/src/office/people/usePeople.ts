/** Users as the server shows them to operators. Each load is a look, which the log has. */
import type { DataOf, InputOf, OperatorCallName, OperatorCallNamed } from '@glasshouse/protocol';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useRows, type Rows } from '../parts/table/useRows.ts';

/** Nothing is loaded again by itself. */
const ONCE = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false };
const PAGE_SIZE = 50;
const PERSON = 'person';

/** `find` '': nothing was searched for. */
export const useFoundPeople = (find: string) =>
  useQuery({
    ...ONCE,
    queryKey: ['people', find],
    enabled: find !== '',
    queryFn: () => call('people/find', { find }),
  });

export const usePerson = (user: number) =>
  useQuery({
    ...ONCE,
    queryKey: [PERSON, user],
    queryFn: () => call('people/get-person', { user }),
  });

export const useBalances = (user: number) =>
  useQuery({
    ...ONCE,
    queryKey: [PERSON, user, 'balances'],
    queryFn: () => call('people/get-balances', { user }),
  });

export const useSessions = (user: number) =>
  useQuery({
    ...ONCE,
    queryKey: [PERSON, user, 'sessions'],
    queryFn: () => call('people/get-sessions', { user }),
  });

type Listed =
  | 'people/get-orders'
  | 'people/get-deposits'
  | 'people/get-withdrawals'
  | 'people/get-messages'
  | 'people/get-acts';
type RowOf<N extends OperatorCallName> =
  DataOf<OperatorCallNamed<N>> extends { readonly list: (infer Row)[] } ? Row : never;

/** A list that goes on by a cursor. */
export const useListed = <N extends Listed>(name: N, user: number): Rows<RowOf<N>> =>
  useRows({
    queryKey: [PERSON, user, name],
    load: async (cursor) => {
      const input = { user, cursor, pageSize: PAGE_SIZE } as InputOf<OperatorCallNamed<N>>;
      return (await call(name, input)) as unknown as Page<RowOf<N>>;
    },
  });

interface Page<Row> {
  readonly list: readonly Row[];
  readonly totalRow: number;
  readonly nextCursor: string | null;
}

type Paged = 'people/get-logins' | 'people/get-invited';

/** A list of numbered pages, the number being the cursor. */
export const usePages = <N extends Paged>(name: N, user: number): Rows<RowOf<N>> =>
  useRows({
    queryKey: [PERSON, user, name],
    load: async (cursor) => {
      const pageNo = cursor === '' ? 1 : Number(cursor);
      const input = { user, pageNo, pageSize: PAGE_SIZE } as InputOf<OperatorCallNamed<N>>;
      const { list, totalRow } = (await call(name, input)) as unknown as Omit<Page<RowOf<N>>, 'nextCursor'>;
      return { list, totalRow, nextCursor: pageNo * PAGE_SIZE < totalRow ? String(pageNo + 1) : null };
    },
  });
