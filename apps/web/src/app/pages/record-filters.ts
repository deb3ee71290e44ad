/** The filters of the records page: in its address, and as the calls take them. */

/** The filters as texts, as they are in the address. '' does not filter. */
export interface RecordFilters {
  /** Such as BTC-USDT. */
  readonly pair: string;
  readonly coin: string;
  readonly side: string;
  readonly status: string;
  /** The number of one record. */
  readonly number: string;
  /** Days, both included: 2026-11-23. */
  readonly from: string;
  readonly to: string;
}
/** `days` are `from` and `to`. */
export type FilterName = 'pair' | 'coin' | 'side' | 'status' | 'days';

export const STATUSES = ['unfinished', 'finished', 'cancelled'] as const;

export const SIDES = ['buy', 'sell'] as const;

/** No filter. */
export const NONE: RecordFilters = {
  pair: '',
  coin: '',
  side: '',
  status: '',
  number: '',
  from: '',
  to: '',
};

export interface FilterInput {
  readonly pair: { readonly baseCoin: string; readonly quoteCoin: string } | undefined;
  readonly currency: string | undefined;
  readonly side: (typeof SIDES)[number] | undefined;
  readonly status: number | undefined;
  readonly id: string | undefined;
  readonly range: { readonly startTime?: number; readonly endTime?: number };
}

/** A day of the reader's own time, in milliseconds; undefined if the text is none. */
export function dayStart(day: string, daysLater = 0): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return undefined;
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number];
  const start = new Date(year, month - 1, date);
  // A day that the month does not have.
  if (start.getMonth() !== month - 1 || start.getTime() < 0) return undefined;
  return new Date(year, month - 1, date + daysLater).getTime();
}

/** The platform's pairs and coins, as far as they have loaded. */
export interface Known {
  readonly pairs: readonly { readonly baseCoin: string; readonly quoteCoin: string }[];
  readonly coins: readonly string[];
}

/**
 * Removes filters with unknown values, such as those of an old link: they do not filter, and must
 * not look as if they did.
 */
export function knownFilters(filters: RecordFilters, { pairs, coins }: Known): RecordFilters {
  const { pair, coin, side, status, number, from, to } = filters;
  return {
    pair: pairs.some((one) => pairName(one) === pair) ? pair : '',
    coin: coins.includes(coin) ? coin : '',
    side: SIDES.some((name) => name === side) ? side : '',
    status: STATUSES.some((name) => name === status) ? status : '',
    number: isNumber(number) ? number : '',
    from: dayStart(from) === undefined ? '' : from,
    to: dayStart(to) === undefined ? '' : to,
  };
}

/** Whether a text is an id as the calls accept it. */
export const isNumber = (text: string): boolean => /^\d{1,16}$/.test(text);

/** The input of a call for known filters. */
export function filterInput(filters: RecordFilters, { pairs }: Pick<Known, 'pairs'>): FilterInput {
  const { pair, coin, side, status, number, from, to } = filters;
  const known = pairs.find((one) => pairName(one) === pair);
  const code = STATUSES.findIndex((name) => name === status);
  const startTime = dayStart(from);
  const endTime = dayStart(to, 1);
  return {
    pair: known && { baseCoin: known.baseCoin, quoteCoin: known.quoteCoin },
    currency: coin === '' ? undefined : coin,
    side: SIDES.find((name) => name === side),
    status: code === -1 ? undefined : code,
    id: number === '' ? undefined : number,
    range: {
      ...(startTime === undefined ? {} : { startTime }),
      ...(endTime === undefined ? {} : { endTime }),
    },
  };
}

export const pairName = ({
  baseCoin,
  quoteCoin,
}: {
  readonly baseCoin: string;
  readonly quoteCoin: string;
}) => `${baseCoin}-${quoteCoin}`;

export const isFiltered = (filters: RecordFilters): boolean =>
  Object.values(filters).some((text) => text !== '');

/** Nothing is from a day on and before an earlier one. Days as texts sort as days. */
export const isReversed = ({ from, to }: RecordFilters): boolean => from !== '' && to !== '' && from > to;
