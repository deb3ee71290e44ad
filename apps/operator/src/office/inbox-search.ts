/** The query parameters of the inbox: the chosen chat, the list, and the search. */

export const LISTS = ['open', 'mail', 'closed'] as const;
export type List = (typeof LISTS)[number];

const NUMBER = /^\d{1,15}$/;

export interface InboxSearch {
  /** The number of the chosen chat. */
  readonly chat?: number;
  /** The list that is shown; absent means the open chats. */
  readonly list?: List;
  /** The number of a chat or of a user to search for. */
  readonly find?: string;
}

export function inboxSearch({ chat, list, find }: Readonly<Record<string, unknown>>): InboxSearch {
  const known = LISTS.find((each) => each === list);
  return {
    ...(typeof chat === 'number' && Number.isSafeInteger(chat) && chat > 0 ? { chat } : {}),
    ...(known === undefined ? {} : { list: known }),
    ...(NUMBER.test(String(find)) ? { find: String(find) } : {}),
  };
}
