/**
 * Single keys that act on a page. They are inactive while the user types, a dialog is open, or
 * another key is held.
 */
import { useEffect, useEffectEvent } from 'react';

export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Keys are named as KeyboardEvent.key, in lower case. WCAG 2.1.4: `enabled` is the user's choice.
 */
export function useShortcuts(enabled: boolean, shortcuts: Shortcuts): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = shortcuts[event.key.toLowerCase()];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    if (!enabled) return;
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [enabled]);
}

function isBusy({ target, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || document.querySelector('dialog[open]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=range]), textarea, select, [role=menu]') !== null
  );
}
