/**
 * npm run sessions -- end USER --by NAME: ends every session of a user (by number); `end all` those of everybody. A running server on DATA_DIR
 * does it, at once and for open streams too; without one the database is opened here. Exit code 0: done; 2: it could not.
 */
import { parseArgs } from 'node:util';
import { askDesk } from '../desk-socket.ts';
import { SessionStore } from '../features/identity/sessions.ts';
import { readConfig } from '../config.ts';
import { EXIT, openInstalled, runCommand } from './installation.ts';

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { by: { type: 'string' } } });
  const [act, whom] = positionals;
  const user = whom === 'all' ? ('all' as const) : Number(whom);
  const operator = values.by ?? '';
  if (act !== 'end' || Number.isNaN(user) || operator === '') {
    process.stderr.write('npm run sessions -- end USER|all --by NAME\n');
    return EXIT.cannotLook;
  }
  const { dataDir } = readConfig(process.env);
  const answer = await askDesk(dataDir, { act: 'end-sessions', user, operator });
  process.stdout.write(`${answer?.text ?? (await endHere(user))}\n`);
  return EXIT.ok;
});

async function endHere(user: number | 'all'): Promise<string> {
  const { dataDir, databaseUrl } = readConfig(process.env);
  const database = await openInstalled(dataDir, databaseUrl ?? undefined);
  try {
    const sessions = new SessionStore(database);
    const ended = user === 'all' ? await sessions.endEverybody() : await sessions.endAll(user);
    return `Sessions ended: ${ended}`;
  } finally {
    await database.close();
  }
}
