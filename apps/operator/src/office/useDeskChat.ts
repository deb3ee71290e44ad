/** A chat with all its messages; each load fetches only the new ones. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf, OperatorCallNamed } from '@glasshouse/protocol';
import { call } from './api.ts';

export type DeskChat = DataOf<OperatorCallNamed<'desk/get-chat'>>;

const ASK_EVERY_MS = 20_000;
/**
 * How often to reload while the customer types, because the stream does not report that they
 * stopped.
 */
const ASK_WHILE_TYPING_MS = 3_000;

export function useDeskChat(chat: number) {
  const queries = useQueryClient();
  return useQuery<DeskChat>({
    queryKey: ['chat', chat],
    refetchInterval: ({ state }) => (state.data?.isTyping === true ? ASK_WHILE_TYPING_MS : ASK_EVERY_MS),
    queryFn: async () => {
      let known = queries.getQueryData<DeskChat>(['chat', chat]);
      for (;;) {
        const after = known?.messages.at(-1)?.id ?? 0;
        const found = await call('desk/get-chat', { chat, after });
        known = { ...found, messages: [...(known?.messages ?? []), ...found.messages] };
        if (!found.hasMore) return known;
      }
    },
  });
}
