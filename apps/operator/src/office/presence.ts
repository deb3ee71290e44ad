/** Whether this operator takes chats, while a page of the back office is open. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call } from './api.ts';

/** Said again before the server forgets it. */
const PRESENT_EVERY_MS = 25_000;
/** Of this window, also after a reload. */
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
export function usePresence(): Presence {
  const queries = useQueryClient();
  const [isTaking, setTaking] = useState(() => sessionStorage.getItem(KEPT) !== null);
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
    const timer = setInterval(() => say(true), PRESENT_EVERY_MS);
    const leave = () => say(false);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
    };
  }, [isTaking, say]);
  return {
    isTaking,
    setTaking: (taking) => {
      setTaking(taking);
      if (taking) sessionStorage.setItem(KEPT, 'yes');
      else forgetTaking();
      if (!taking) say(false);
    },
  };
}
