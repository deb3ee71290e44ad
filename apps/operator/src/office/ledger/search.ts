/** The query parameters of the ledger: its view, a coin, an account and days. */

export const LEDGER_VIEWS = ['balance', 'results', 'account'] as const;
export type LedgerView = (typeof LEDGER_VIEWS)[number];

export interface LedgerSearch {
  /** Absent: the trial balance. */
  readonly view?: Exclude<LedgerView, 'balance'>;
  /** Of the trial balance; absent: the first one. */
  readonly coin?: string;
  /** Of a statement: a user's number or an account of the house. */
  readonly account?: string;
  /** Days such as 2026-11-30 (UTC), both inclusive; absent: the last 30 days. */
  readonly from?: string;
  readonly to?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));

/** Addresses make numbers of digits. */
const textOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';

export function ledgerSearch({
  view,
  coin,
  account,
  from,
  to,
}: Readonly<Record<string, unknown>>): LedgerSearch {
  return {
    ...(view === 'results' || view === 'account' ? { view } : {}),
    ...(typeof coin === 'string' && /^[A-Z0-9]{2,10}$/.test(coin) ? { coin } : {}),
    ...(/^[A-Za-z0-9-]{1,40}$/.test(textOf(account)) ? { account: textOf(account) } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}

export interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;
const dayText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

export function daysOf({ from, to }: LedgerSearch): Days {
  const nowMs = Date.now();
  return { from: from ?? dayText(nowMs - (SHOWN_DAYS - 1) * DAY_MS), to: to ?? dayText(nowMs) };
}

/** What each view of the page is given. */
export interface LedgerViewProps {
  readonly search: LedgerSearch;
  readonly go: (next: LedgerSearch) => void;
}
