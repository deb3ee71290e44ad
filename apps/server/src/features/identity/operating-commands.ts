/** The operator's command of identity: end everybody's sessions. */
import type { Log } from '../../process/log.ts';
import type { SessionStore } from './sessions.ts';

export function identityCommands({ sessions, log }: { readonly sessions: SessionStore; readonly log: Log }) {
  return {
    'identity/end-all-sessions': async ({ operator }: { readonly operator: string }): Promise<number> => {
      const ended = await sessions.endEverybody();
      log.warn({ operator, ended }, 'the sessions of everybody were ended by an operator');
      return ended;
    },
  };
}
