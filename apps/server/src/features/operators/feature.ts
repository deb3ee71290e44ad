/** The feature operators: who works in the back office, their sessions, and their log. */
import { isPermitted } from '@glasshouse/protocol';
import type { Feature } from '../../contract/feature.ts';
import { runSteps } from '../../process/each-alone.ts';
import type { Log } from '../../process/log.ts';
import { OperatorAccounts } from './accounts.ts';
import { OperatorActs } from './acts.ts';
import { AuditLog } from './audit-log.ts';
import { seedDemoOperator } from './demo-operator.ts';
import { Looks, notesIn } from './notes.ts';
import { writeCarriedOut } from './carried-out.ts';
import { machineActCommands } from './machine-acts.ts';
import { actsOn } from './own-history.ts';
import { operatorCommands } from './operating-commands.ts';
import { KnownPlaces } from './known-places.ts';
import { operatorHandlers } from './routes.ts';
import { OperatorSessions } from './sessions.ts';

export const feature = {
  gives: ['operators'],
  open: ({ config, database, secrets, limits, log, brand, operatorPasswords: passwords }) => {
    const isDemo = config.mode === 'demo';
    const sessions = new OperatorSessions(database);
    const accounts = new OperatorAccounts({
      database,
      secrets,
      passwords,
      sessions,
      issuer: () => brand.current.name,
    });
    const audit = new AuditLog(database, secrets);
    const places = new KnownPlaces(database);
    const acts = new OperatorActs({ database, audit, log });
    const note = notesIn(audit);
    const looks = new Looks(note);
    sessions.onEnd(({ sessionKey }) => looks.end(sessionKey));
    return {
      calls: operatorHandlers({
        database,
        accounts,
        sessions,
        places,
        audit,
        acts,
        limits,
        look: looks.note,
      }),
      gives: {
        operators: {
          sessions,
          note,
          look: looks.note,
          actsOn: (userId, request, language) => actsOn(database, { userId, language, ...request }),
          act: acts.handlerOf,
          carriedOut: writeCarriedOut,
          record: (act) => audit.add(act),
          recorded: (prefix, limit) => audit.actsOf(prefix, limit),
          onSessionEnd: (listener) => sessions.onEnd(listener),
          shownNameOf: (name) => accounts.shownNameOf(name),
          answering: async () =>
            (await accounts.list())
              .filter(({ role, disabledMs }) => disabledMs === null && isPermitted(role, 'chats/act'))
              .map(({ name }) => name),
        },
      },
      commands: machineActCommands(acts),
      restingCommands: operatorCommands({ accounts, audit, limits, isDemo }),
      start: async () => {
        if (isDemo) await seedDemoOperator(accounts, audit);
        await sessions.loadAll();
        await places.load();
        await acts.start();
      },
      keepUp: () =>
        runSteps([
          () => sessions.keepUp(),
          () => places.keepUp(),
          () => acts.keepUp(),
          () => logHead(audit, log),
        ]),
      own: { accounts, audit, acts, sessions, places, limits },
    };
  },
} satisfies Feature<'operators'>;

/**
 * Writes the head of the operators' log to the server's log when it has moved: a database that is
 * put back as a whole no longer has it.
 */
async function logHead(audit: AuditLog, log: Log): Promise<void> {
  const head = await audit.takeNewHead();
  if (head !== null) log.info({ head: `${head.entry}:${head.hash}` }, "head of the operators' log");
}
