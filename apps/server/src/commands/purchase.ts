/** `npx glasshouse purchase`: allows a user to buy and subscribe, or stops it. */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { purchaseCommands } from '../features/identity/purchase-permission.ts';
import { connectToServer } from '../operating/socket.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { operatorOf } from './operator.ts';

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { by: { type: 'string' } } });
  const [act, whom] = positionals;
  const user = Number(whom);
  const operator = operatorOf(values.by);
  if ((act !== 'allow' && act !== 'stop') || !Number.isSafeInteger(user) || operator === null) {
    process.stderr.write(`${usageOf('purchase')}\n`);
    return EXIT.cannotLook;
  }
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof purchaseCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    const isAllowed = act === 'allow';
    const isChanged = await server.ask('identity/set-purchase', { user, isAllowed, operator });
    const state = isAllowed ? 'may buy and subscribe' : 'may no longer buy or subscribe';
    say(
      isChanged
        ? `User ${user} ${state} now.`
        : `Nothing was changed: it was so, or there is no user ${user}.`,
    );
    return isChanged ? EXIT.ok : EXIT.breach;
  } finally {
    server.close();
  }
});
