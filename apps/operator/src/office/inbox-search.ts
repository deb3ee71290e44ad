/** What the address of the inbox names. */

export const LISTS = ['open', 'mail', 'closed'] as const;
export type List = (typeof LISTS)[number];

export interface InboxSearch {
  /** The chosen chat. */
  readonly chat?: number;
  /** Absent: the open ones. */
  readonly list?: List;
}

export function inboxSearch({ chat, list }: Readonly<Record<string, unknown>>): InboxSearch {
  const known = LISTS.find((each) => each === list);
  return {
    ...(typeof chat === 'number' && Number.isSafeInteger(chat) && chat > 0 ? { chat } : {}),
    ...(known === undefined ? {} : { list: known }),
  };
}
