/**
 * Dark (the default) or light, and green (the default) or red for what rises, remembered;
 * `public/theme.js` applies both before the first rendering.
 */
import { useSyncExternalStore } from 'react';
import { remember } from './remember.ts';

const THEME = 'theme';
const UP = 'up';
const listeners = new Set<() => void>();

const has = (name: string) => (): boolean => document.documentElement.classList.contains(name);
const isDark = has('dark');
const isRedUp = has('red-up');

export function toggleTheme(): void {
  localStorage.setItem(THEME, isDark() ? 'light' : 'dark');
  apply('dark', !isDark());
}
export function chooseRedUp(redUp: boolean): void {
  remember(UP, redUp ? 'red' : 'green');
  apply('red-up', redUp);
}
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark);
export const useRedUp = (): boolean => useSyncExternalStore(subscribe, isRedUp);

// Another tab has changed it.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === THEME) apply('dark', newValue !== 'light');
  if (key === UP) apply('red-up', newValue === 'red');
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function apply(name: string, on: boolean): void {
  document.documentElement.classList.toggle(name, on);
  for (const listener of listeners) listener();
}
