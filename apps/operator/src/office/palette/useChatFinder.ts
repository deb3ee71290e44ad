/** Finds chats by their number or their user's, from every page. */
import { useNavigate } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import type { OperatorRole } from '@glasshouse/protocol/operator-roles';
import { call } from '../api.ts';
import { nameOf } from '../chat-name.ts';
import { mayChat } from '../pages.ts';
import { useTexts } from '../texts.ts';
import { useFinder } from './acts.ts';

const NUMBER = /^\d{1,15}$/;
const COUNT_MAX = 6;

export function useChatFinder(role: OperatorRole): void {
  const { t } = useTexts();
  const navigate = useNavigate();
  useFinder(
    mayChat(role)
      ? {
          id: 'chats',
          find: async (text) => {
            if (!NUMBER.test(text)) return [];
            const { list } = await call('desk/get-inbox', { list: 'open', find: text, count: COUNT_MAX });
            return list.map((row) => ({
              id: String(row.chat),
              label: nameOf(t, row),
              text: t(`topic_${row.topic}`),
              icon: MessageSquare,
              run: () => void navigate({ to: '/inbox', search: { chat: row.chat, find: text } }),
            }));
          },
        }
      : null,
  );
}
