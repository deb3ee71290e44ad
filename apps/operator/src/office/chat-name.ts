/** The name of a chat: its user, or for a visitor its number, which the visitor sees too. */
import type { InboxRow } from '@glasshouse/protocol/desk';
import { chatNumber } from '@glasshouse/protocol/support/topics';
import type { Translate } from '../shared/texts.ts';
import type { TextKey } from './texts.ts';

export function nameOf(t: Translate<TextKey>, { userId, chat }: Pick<InboxRow, 'userId' | 'chat'>): string {
  return userId === 0 ? t('visitor', { number: chatNumber(chat) }) : t('user', { user: userId });
}
