/**
 * npm run sessions -- end USER --by NAME: ends every session of a user (by number); `end all` those
 * of everybody. A running server on DATA_DIR does it at once, for open streams too; without one the
 * database is opened here. Exit code 0: done; 2: it could not run.
 */
import { parseArgs } from 'node:util';
import { operatorOf } from './operator.ts';
import { EXIT, perform, runCommand, say } from './installation.ts';

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { by: { type: 'string' } } });
  const [act, whom] = positionals;
  const user = whom === 'all' ? ('all' as const) : Number(whom);
  const operator = operatorOf(values.by);
  if (act !== 'end' || Number.isNaN(user) || operator === null) {
    process.stderr.write('npm run sessions -- end USER|all --by NAME\n');
    return EXIT.cannotLook;
  }
  say(`Sessions ended: ${await perform('identity/end-sessions', { user, operator })}`);
  return EXIT.ok;
});
