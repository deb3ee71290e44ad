/** `npx glasshouse purchase`: allows a user to buy and subscribe, or stops it. */
import { parseArgs } from 'node:util';
import { performAct } from './act.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand } from './outcome.ts';
import { operatorOf } from './operator.ts';

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
  if ((verb !== 'allow' && verb !== 'stop') || !Number.isSafeInteger(user) || by === null) {
    process.stderr.write(`${usageOf('purchase')}\n`);
    return EXIT.cannotLook;
  }
  const fields = { user, mayPurchase: verb === 'allow' };
  return performAct({
    call: 'people/set-purchase',
    fields,
    by,
    reason: values.reason,
    isTrial: values['dry-run'],
  });
});
