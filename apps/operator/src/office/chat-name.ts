/** How a chat is named: by its user, or by its own number, which its visitor knows too. */
import type { InboxRow } from '@glasshouse/protocol/desk';
import { chatNumber } from '@glasshouse/protocol/support/topics';
import type { Translate } from '../shared/texts.ts';
import type { TextKey } from './texts.ts';

export function nameOf(t: Translate<TextKey>, { userId, chat }: Pick<InboxRow, 'userId' | 'chat'>): string {
  return userId === 0 ? t('visitor', { number: chatNumber(chat) }) : t('user', { user: userId });
}
