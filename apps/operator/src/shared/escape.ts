/**
 * Closes the component that was opened last when Escape is pressed. Native dialogs and menus close
 * by themselves.
 */
import { useEffect, useEffectEvent } from 'react';

const closers: (() => void)[] = [];

/** Calls `onEscape` while the component is mounted and is the one that was opened last. */
export function useEscape(onEscape: () => void): void {
  const close = useEffectEvent(onEscape);
  useEffect(() => {
    const closer = () => close();
    closers.push(closer);
    // Adding the same listener again has no effect.
    document.addEventListener('keydown', onKeyDown);
    return () => void closers.splice(closers.indexOf(closer), 1);
  }, []);
}

function onKeyDown({ key, isComposing, defaultPrevented }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing || defaultPrevented) return;
  if (document.querySelector('dialog[open], [popover]:popover-open') === null) closers.at(-1)?.();
}
