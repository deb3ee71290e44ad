/**
 * Whether this operator takes chats. Repeats it to the server while a page of the back office is
 * open.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call } from './api.ts';

/** How often the page repeats it: sooner than the server forgets. */
const PRESENT_EVERY_MS = 25_000;
const AGAIN_MS = 3_000;
/** The storage key of the operator who takes chats in this window; survives a reload. */
const KEPT = 'operator-taking';

/** Called at login: the operator who logs in starts to take chats only by the switch. */
export const forgetTaking = (): void => sessionStorage.removeItem(KEPT);

export interface Presence {
  readonly isTaking: boolean;
  readonly setTaking: (isTaking: boolean) => void;
}

/**
 * Repeats that the operator takes chats, and withdraws it when the window is left. When the session
 * ends, the server withdraws it.
 */
export function usePresence(own: string): Presence {
  const queries = useQueryClient();
  const [isTaking, setTaking] = useState(() => sessionStorage.getItem(KEPT) === own);
  const say = useCallback(
    (taking: boolean) =>
      void call('desk/set-presence', { isTaking: taking })
        .then(() => queries.invalidateQueries({ queryKey: ['inbox'] }))
        .catch(() => undefined),
    [queries],
  );
  useEffect(() => {
    if (!isTaking) return undefined;
    say(true);
    // After a reload, the former page's withdrawal can arrive after this page's first message, so
    // that is repeated soon.
    const again = setTimeout(() => say(true), AGAIN_MS);
    const timer = setInterval(() => say(true), PRESENT_EVERY_MS);
    const leave = () => say(false);
    window.addEventListener('pagehide', leave);
    return () => {
      clearTimeout(again);
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
    };
  }, [isTaking, say]);
  return {
    isTaking,
    setTaking: (taking) => {
      setTaking(taking);
      if (taking) sessionStorage.setItem(KEPT, own);
      else forgetTaking();
      if (!taking) say(false);
    },
  };
}
