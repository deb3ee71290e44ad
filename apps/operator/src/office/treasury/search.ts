/** The query parameters of the treasury: its filters, and the open row. */

export interface TreasurySearch {
  readonly coin?: string | undefined;
  readonly account?: string | undefined;
  /** The open row's account and coin, see `keyOf`. */
  readonly row?: string | undefined;
}

export const keyOf = ({
  account,
  currency,
}: {
  readonly account: string;
  readonly currency: string;
}): string => `${account}.${currency}`;

export function treasurySearch({ coin, account, row }: Readonly<Record<string, unknown>>): TreasurySearch {
  const text = (value: unknown): value is string =>
    typeof value === 'string' && /^[A-Za-z0-9.-]{1,60}$/.test(value);
  return {
    ...(text(coin) ? { coin } : {}),
    ...(text(account) ? { account } : {}),
    ...(text(row) ? { row } : {}),
  };
}

/** In the ledger: the market maker has an account of a trader; all others are the house's. */
export const groupOf = (account: string): string => (account === 'maker' ? 'traders' : 'house');
