/** `npx glasshouse people`: the reset of a second factor that its owner has lost. */
import { parseArgs } from 'node:util';
import { SECOND_FACTORS } from '@glasshouse/protocol/identity/second-factors';
import { performAct, type AskedAct } from './act.ts';
import { usageOf } from './help.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';
import { runCommand } from './outcome.ts';

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      reason: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const asked = actOf(positionals);
  if (asked === null) throw new Error(usageOf('people'));
  const by = operatorOf(values.by);
  if (by === null) throw new Error(NO_OPERATOR);
  return performAct({ ...asked, by, reason: values.reason, isTrial: values['dry-run'] });
});

/** Null if something is missing. */
function actOf([verb, whom = '', factor, ...more]: readonly string[]): Pick<
  AskedAct,
  'call' | 'fields'
> | null {
  if (!/^\d{1,15}$/.test(whom) || more.length > 0) return null;
  const user = Number(whom);
  if (verb === 'stop-reset')
    return factor === undefined ? { call: 'people/stop-reset', fields: { user } } : null;
  if (verb !== 'reset-second-factor' || !SECOND_FACTORS.some((each) => each === factor)) return null;
  return { call: 'people/reset-second-factor', fields: { user, factor } };
}
