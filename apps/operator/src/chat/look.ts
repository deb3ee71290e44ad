/** Applies the language and the theme of the page that embeds the frame. */
import type { BridgeStart } from '@glasshouse/protocol/support/bridge';

export function show({ language, isDark }: Pick<BridgeStart, 'language' | 'isDark'>): void {
  document.documentElement.lang = language;
  document.documentElement.classList.toggle('dark', isDark);
}
