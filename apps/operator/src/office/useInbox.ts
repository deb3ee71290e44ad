/** The list of chats, and its reload when the stream says that chats have changed. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { INBOX_PAGE } from '@glasshouse/protocol/support/topics';
import { useEffect } from 'react';
import { call } from './api.ts';
import type { List } from './inbox-search.ts';
import { stream } from './stream.ts';

const ASK_EVERY_MS = 30_000;
/** The pause between two reloads of the chats that the stream reports as changed. */
const PAUSE_MS = 400;
/** How soon a customer should have an answer. */
export const CHAT_AIM_MS = 5 * 60_000;

export interface Asked {
  readonly list: List;
  /** The number of a chat or of a user; '' for all. */
  readonly find: string;
  readonly count: number;
}
export const OPEN_CHATS: Asked = { list: 'open', find: '', count: INBOX_PAGE };

export const useInbox = (asked: Asked, isAllowed = true) =>
  useQuery({
    queryKey: ['inbox', asked],
    refetchInterval: ASK_EVERY_MS,
    placeholderData: keepPreviousData,
    enabled: isAllowed,
    queryFn: () => call('desk/get-inbox', asked),
  });
export type Inbox = ReturnType<typeof useInbox>;

/** Reloads the chats that the stream reports as changed. */
export function useInboxChanges(channel: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (channel === undefined) return undefined;
    /** Numbers of changed chats; 0 means that any chat may have changed. */
    const changed = new Set<number>();
    let isLoading = false;
    // One load at a time, then a pause, because many chats can change within a second.
    const load = async () => {
      if (isLoading) return;
      isLoading = true;
      while (changed.size > 0) {
        const keys = [...changed].map((chat) => (chat === 0 ? ['chat'] : ['chat', chat]));
        changed.clear();
        await Promise.all([['inbox'], ...keys].map((queryKey) => queries.invalidateQueries({ queryKey })));
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      isLoading = false;
    };
    const note = (chat: number) => {
      changed.add(chat);
      void load();
    };
    return stream.listen(channel, {
      onFrame: (frame) => {
        if (frame.type === 'inbox') note(frame.chat);
      },
      onOpen: () => note(0),
    });
  }, [channel, queries]);
}
