/** The query parameters of the page of notices. */
export interface NoticesSearch {
  /** The number of the notice that is open; 'new': the form of one. */
  readonly open?: number | 'new';
}

export function noticesSearch({ open }: Readonly<Record<string, unknown>>): NoticesSearch {
  const isKnown = open === 'new' || (typeof open === 'number' && Number.isSafeInteger(open) && open > 0);
  return isKnown ? { open } : {};
}
