/** Escape closes what was opened last. Native dialogs and menus close by themselves. */
import { useEffect, useEffectEvent } from 'react';

const closers: (() => void)[] = [];

/** Closes the component that calls it, as long as it is there. */
export function useEscape(onEscape: () => void): void {
  const close = useEffectEvent(onEscape);
  useEffect(() => {
    const closer = () => close();
    closers.push(closer);
    // Added again, the listener stays one.
    document.addEventListener('keydown', onKeyDown);
    return () => void closers.splice(closers.indexOf(closer), 1);
  }, []);
}

function onKeyDown({ key, isComposing, defaultPrevented }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing || defaultPrevented) return;
  if (document.querySelector('dialog[open], [popover]:popover-open') === null) closers.at(-1)?.();
}
