/** The feature notices: messages to owners, which of them come by mail, and public notices. */
import type { Feature } from '../../contract/feature.ts';
import { Notifier } from './notifier.ts';
import { mailNotices } from './mailing.ts';
import { isMailed } from './mail-choices.ts';
import { noticesCommands } from './operating-commands.ts';
import { ownerNotifier } from './owner-messages.ts';
import { addNotice } from './queries.ts';
import { noticesHandlers } from './routes.ts';
import { welcomeNotice } from './welcome.ts';

export const feature = {
  gives: ['notices'],
  open: (ports) => {
    const { config, database, log, mail } = ports;
    const notifyOwner = ownerNotifier(ports);
    const notifier = new Notifier({
      database,
      parts: ports,
      get sources() {
        return ports.notifications;
      },
      notify: notifyOwner,
      lastSeq: () => ports.pipeline.position.seq,
      log,
    });
    return {
      calls: noticesHandlers(ports),
      gives: {
        notices: {
          add: (userId, message, within) => addNotice(within ?? database, userId, message),
          isMailed: (userId, kind) => isMailed(database, userId, kind),
          welcome: (userId) => addNotice(database, userId, welcomeNotice(config.mode === 'demo')),
          notifyOwner,
        },
      },
      restingCommands: noticesCommands({ database, log }),
      start: () => notifier.start(),
      stop: () => notifier.stop(),
      keepUp: () => mailNotices({ database, mail, readersOf: (userIds) => ports.people.readersOf(userIds) }),
      own: { notifier },
    };
  },
} satisfies Feature<'notices'>;
