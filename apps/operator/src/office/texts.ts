/** The texts of the back office, in the remembered language. */
import { useSyncExternalStore } from 'react';
import { translator, type Language, type Translate } from '../shared/texts.ts';
import en from './locales/en-US.json';
import zh from './locales/zh-CN.json';

export type TextKey = keyof typeof en;
const KEY = 'User-Lang';
const textsIn = translator(en, zh);
const listeners = new Set<() => void>();

export const language = (): Language => (localStorage.getItem(KEY) === 'zh-CN' ? 'zh-CN' : 'en-US');

export function setLanguage(next: Language): void {
  localStorage.setItem(KEY, next);
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

/** The translation function for code outside components. */
export const translate = (): Translate<TextKey> => textsIn(language());

export function useTexts(): { readonly t: Translate<TextKey>; readonly language: Language } {
  const current = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, language);
  return { t: textsIn(current), language: current };
}
