/** Balances by account: from the cache, then the call, then the changes of the account channel. */
import { ACCOUNT_NUMBERS, ACCOUNTS, type AccountNumber } from '@glasshouse/protocol/accounts';
import type { AssetRow } from '@glasshouse/protocol/wallet';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, type CallData, type CallInput } from './api.ts';
import { readCache, writeCache } from './cache.ts';
import { PERSONAL, queryClient } from './query-client.ts';
import { useSession } from './session.ts';

export type { AssetRow };
export type AccountAssets = CallData<'wallet/get-assets'>;
/** Account numbers (R2.6: /account/assert/{account}). */
export const ACCOUNT = ACCOUNTS;
export type { AccountNumber };
/** The order in which they are listed. */
export const ACCOUNT_ORDER: readonly AccountNumber[] = [
  ACCOUNT.exchange,
  ...ACCOUNT_NUMBERS.filter((number) => number !== ACCOUNT.exchange),
];

export const assetsKey = (account: number) => [PERSONAL, 'assets', account] as const;
/**
 * The key of queries that are computed from all postings: results, costs, daily values. A change of
 * balances invalidates them.
 */
export const RESULTS_KEY = [PERSONAL, 'results'] as const;
/** Values at the prices of now, where they are compared with live ones. */
export const PRICES_EVERY_MS = 15_000;

export function useAssets(account: AccountNumber, everyMs?: number) {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: assetsKey(account),
    enabled: signedIn,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    placeholderData: () => readCache<AccountAssets>(`assets/${account}`, true),
    queryFn: async ({ signal }) => {
      const assets = await call('wallet/get-assets', { account }, { signal, quiet: true });
      writeCache(`assets/${account}`, assets, true);
      return assets;
    },
  });
}

/**
 * The assets of all accounts, by account number, at current prices. The list of accounts is
 * constant, and so is the order of the hooks.
 */
export function useAllAssets() {
  const all = ACCOUNT_NUMBERS.map((account) => [account, useAssets(account, PRICES_EVERY_MS)] as const);
  return Object.fromEntries(all) as Readonly<Record<AccountNumber, ReturnType<typeof useAssets>>>;
}

/** The available amount of one coin; undefined until it is known. */
export function useAvailable(account: AccountNumber, currency: string): string | undefined {
  const { data } = useAssets(account);
  if (data === undefined) return undefined;
  return rowOf(data, currency)?.availableCurrency ?? '0';
}
export function rowOf(assets: AccountAssets | undefined, currency: string): AssetRow | undefined {
  return assets?.list.find((row) => row.currencyName === currency);
}

export function refreshAssets(): void {
  void queryClient.invalidateQueries({ queryKey: [PERSONAL, 'assets'] });
  refreshResults();
}

/** Called after balances have changed: fetches again what is computed from postings. */
export function refreshResults(): void {
  void queryClient.invalidateQueries({ queryKey: [PERSONAL, 'postings'] });
  void queryClient.invalidateQueries({ queryKey: RESULTS_KEY });
}

export type TransferInput = CallInput<'wallet/transfer'>;
export function useTransfer() {
  return useMutation({
    mutationFn: (input: TransferInput) => call('wallet/transfer', input),
    onSettled: refreshAssets,
  });
}
