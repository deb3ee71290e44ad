/** Keys without Ctrl: a page gives its own, `?` lists them, and each operator can turn them off. */
import { useEffect, useSyncExternalStore } from 'react';
import { createRegistry } from './registry.ts';

export interface KeyBinding {
  /** The key as it is printed: 'J', '?', or two that are typed one after the other: 'G A'. */
  readonly keys: string;
  /** What it does, for the list of keys. */
  readonly label: string;
  readonly run: () => void;
}

const bindings = createRegistry<KeyBinding>();

/** Binds keys as long as the component is on the screen. The component that came last wins. */
export const useKeys = bindings.useGiven;

/** Each key once, in the order in which they were given. */
export function boundKeys(): KeyBinding[] {
  return [...new Map(bindings.all().map((binding) => [binding.keys, binding])).values()];
}

const KEPT = 'office-keys';
const OFF = 'off';
const watchers = new Set<() => void>();
const areOn = (): boolean => localStorage.getItem(KEPT) !== OFF;

/** Whether single keys are heard: whoever dictates, or hits keys by chance, turns them off. */
export function useKeysOn(): readonly [areOn: boolean, setOn: (on: boolean) => void] {
  const on = useSyncExternalStore((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, areOn);
  return [
    on,
    (next) => {
      if (next) localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, OFF);
      for (const watcher of watchers) watcher();
    },
  ];
}

/** How long the second key of two may take. */
const SECOND_KEY_MS = 1_500;
/** Where keys are text, or belong to a menu. */
const TYPING = 'input:not([type=checkbox]),textarea,select,[contenteditable],[popover]';

/** Hears the keys; used once, by the frame. */
export function useKeyListener(): void {
  useEffect(() => {
    let first: { readonly key: string; readonly timeMs: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (!isCommand(event)) return;
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
      const before = first !== null && Date.now() - first.timeMs < SECOND_KEY_MS ? `${first.key} ` : '';
      first = null;
      const found = bindings.all().findLast(({ keys }) => keys === before + key);
      if (found !== undefined) {
        event.preventDefault();
        found.run();
      } else if (bindings.all().some(({ keys }) => keys.startsWith(`${key} `)))
        first = { key, timeMs: Date.now() };
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function isCommand(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  if (!areOn() || document.querySelector('dialog[open]') !== null) return false;
  return !(event.target instanceof Element && event.target.closest(TYPING) !== null);
}
