/**
 * The query parameters of the page of people: whom it shows, and which part. What was searched for
 * is not in the address, as it may be the address of a customer.
 */
export const TABS = [
  'balances',
  'orders',
  'deposits',
  'withdrawals',
  'sessions',
  'logins',
  'invited',
  'messages',
  'acts',
] as const;
export type Tab = (typeof TABS)[number];

export interface PeopleSearch {
  /** The number of the user who is open. */
  readonly user?: number;
  /** Absent: balances. */
  readonly tab?: Tab;
}

export function peopleSearch({ user, tab }: Readonly<Record<string, unknown>>): PeopleSearch {
  const known = TABS.find((each) => each === tab && each !== 'balances');
  return {
    ...(typeof user === 'number' && Number.isSafeInteger(user) && user > 0 ? { user } : {}),
    ...(known === undefined ? {} : { tab: known }),
  };
}
