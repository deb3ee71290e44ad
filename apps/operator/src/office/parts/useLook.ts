/** One customer's matter, such as a withdrawal. Each load is a look, which the log has. */
import { useQuery, type QueryKey } from '@tanstack/react-query';

interface LookQuery<One> {
  /** Contains the version of the matter: it is loaded again only when that has changed. */
  readonly queryKey: QueryKey;
  readonly id: number;
  readonly load: () => Promise<One>;
}

export const useLook = <One extends { readonly id: number }>({ queryKey, id, load }: LookQuery<One>) =>
  useQuery<One>({
    queryKey,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: (before) => (before?.id === id ? before : undefined),
    queryFn: load,
  });
