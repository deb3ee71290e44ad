/** The operator's command of identity: end sessions. */
import type { Log } from '../../process/log.ts';
import type { SessionStore } from './sessions.ts';

/** Ends the sessions of one user, by id, or of everybody. */
export interface EndSessions {
  readonly user: number | 'all';
  readonly operator: string;
}

export function identityCommands({ sessions, log }: { readonly sessions: SessionStore; readonly log: Log }) {
  return {
    'identity/end-sessions': async ({ user, operator }: EndSessions): Promise<number> => {
      const ended =
        user === 'all' ? await sessions.endEverybody() : ((await sessions.endAll(user, 'operator')) ?? 0);
      log.warn({ user, operator, ended }, 'sessions were ended by an operator');
      return ended;
    },
  };
}
