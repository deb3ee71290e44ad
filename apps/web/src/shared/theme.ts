/**
 * Dark (the default) or light, remembered; `public/theme.js` applies it before the first rendering.
 */
import { useSyncExternalStore } from 'react';

const KEY = 'theme';
const listeners = new Set<() => void>();

const isDark = (): boolean => document.documentElement.classList.contains('dark');

export function toggleTheme(): void {
  localStorage.setItem(KEY, isDark() ? 'light' : 'dark');
  apply(!isDark());
}
export function useDark(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isDark);
}
// Another tab has changed it.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) apply(newValue !== 'light');
});

function apply(dark: boolean): void {
  document.documentElement.classList.toggle('dark', dark);
  for (const listener of listeners) listener();
}
