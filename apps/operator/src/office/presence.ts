/** Whether this operator takes chats, while a page of the back office is open. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call } from './api.ts';

/** Said again before the server forgets it. */
const PRESENT_EVERY_MS = 25_000;
const AGAIN_MS = 3_000;
/** By whom chats are taken in this window, also after a reload. */
const KEPT = 'operator-taking';

/** Whoever logs in takes chats by an act of their own. */
export const forgetTaking = (): void => sessionStorage.removeItem(KEPT);

export interface Presence {
  readonly isTaking: boolean;
  readonly setTaking: (isTaking: boolean) => void;
}

/**
 * Said again and again, and taken back when the window is left. The server takes it back itself
 * when the session ends.
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
    // What the page before a reload said last can come after the first of this one.
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
