/** The query parameters of the page of acts. */
export interface ActsSearch {
  /** Absent: those that wait for a second person. */
  readonly list?: 'all';
  /** The act that is open. */
  readonly act?: number;
}

export function actsSearch({ list, act }: Readonly<Record<string, unknown>>): ActsSearch {
  return {
    ...(list === 'all' ? { list } : {}),
    ...(typeof act === 'number' && Number.isSafeInteger(act) && act > 0 ? { act } : {}),
  };
}
