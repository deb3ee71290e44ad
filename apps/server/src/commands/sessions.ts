/** `npx glasshouse sessions`: ends the sessions of a user, or of everybody. */
import { parseArgs } from 'node:util';
import { performAct } from './act.ts';
import { operatorOf } from './operator.ts';
import { usageOf } from './help.ts';
import { perform } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      reason: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [verb, whom] = positionals;
  const user = Number(whom);
  const by = operatorOf(values.by);
  const isKnown = whom === 'all' || Number.isSafeInteger(user);
  if (verb !== 'end' || !isKnown || by === null) {
    process.stderr.write(`${usageOf('sessions')}\n`);
    return EXIT.cannotLook;
  }
  if (whom !== 'all')
    return performAct({
      call: 'people/end-sessions',
      fields: { user },
      by,
      reason: values.reason,
      isTrial: values['dry-run'],
    });
  say(`Sessions ended: ${await perform('identity/end-all-sessions', { operator: by })}`);
  return EXIT.ok;
});
