/** The feature notices: messages to owners, which of them come by mail, and public notices. */
import type { Feature } from '../../contract/feature.ts';
import { messagesOf } from './people-office.ts';
import { Notifier } from './notifier.ts';
import { mailNotices } from './mailing.ts';
import { mailedKinds } from './mail-choices.ts';
import { noticeOfficeHandlers } from './office.ts';
import { noticesCommands } from './operating-commands.ts';
import { tellOwners } from './owner-messages.ts';
import { addNotice } from './queries.ts';
import { noticesHandlers } from './routes.ts';
import { welcomeNotice } from './welcome.ts';

export const feature = {
  gives: ['notices'],
  open: (ports) => {
    const { config, database, log, mail } = ports;
    const notifier = new Notifier({
      database,
      parts: ports,
      get sources() {
        return ports.notifications;
      },
      tell: (tellings) => tellOwners(ports, tellings),
      lastSeq: () => ports.pipeline.position.seq,
      log,
    });
    return {
      calls: {
        ...noticesHandlers(ports),
        ...noticeOfficeHandlers(ports),
        'people/get-messages': messagesOf(ports),
      },
      gives: {
        notices: {
          add: (userId, message, within) => addNotice(within ?? database, userId, message),
          isMailed: async (userId, kind) => (await mailedKinds(database, [userId]))(userId, kind),
          welcome: (userId) =>
            addNotice(database, userId, welcomeNotice(ports.brand.current.name, config.mode === 'demo')),
          notifyOwner: async (userId, message, claim) => {
            const [isTold] = await tellOwners(ports, [{ userId, message }], claim);
            return isTold === true;
          },
        },
      },
      restingCommands: noticesCommands({ database }),
      start: () => notifier.start(),
      stop: () => notifier.stop(),
      keepUp: () => mailNotices({ database, mail, readersOf: (userIds) => ports.people.readersOf(userIds) }),
      own: { notifier },
    };
  },
} satisfies Feature<'notices'>;
