/** `npx glasshouse api-keys`: ends the API keys of a user, or of everybody. */
import { parseArgs } from 'node:util';
import { operatorOf } from './operator.ts';
import { usageOf } from './help.ts';
import { perform } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { by: { type: 'string' } } });
  const [act, whom] = positionals;
  const user = whom === 'all' ? ('all' as const) : Number(whom);
  const operator = operatorOf(values.by);
  if (act !== 'end' || Number.isNaN(user) || operator === null) {
    process.stderr.write(`${usageOf('api-keys')}\n`);
    return EXIT.cannotLook;
  }
  say(`API keys ended: ${await perform('api-keys/end-keys', { user, operator })}`);
  return EXIT.ok;
});
