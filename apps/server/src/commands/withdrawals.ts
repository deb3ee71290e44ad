/**
 * `npx glasshouse withdrawals`: asks the running server for a decision on a withdrawal, or a record
 * of a payout made by hand.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { listingCommands } from '../features/funding/withdrawals/listing.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { performAct, type AskedAct } from './act.ts';
import { usageOf } from './help.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('withdrawals');
type Server = RunningServer<ReturnType<typeof listingCommands>>;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      rejection: { type: 'string' },
      reason: { type: 'string' },
      'nothing-was-sent': { type: 'boolean', default: false },
      txid: { type: 'string' },
      output: { type: 'string' },
      cost: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [verb, id] = positionals;
  if (positionals.length === 1 && verb === 'list')
    return print((server) => server.ask('funding/list-withdrawals', null));
  if (positionals.length !== 2 || id === undefined || !/^\d{1,15}$/.test(id)) throw new Error(USAGE);
  if (verb === 'show') return print((server) => server.ask('funding/show-withdrawal', Number(id)));
  const asked = actOf(verb, { ...values, id: Number(id) });
  if (asked === null) throw new Error(USAGE);
  const by = operatorOf(values.by);
  if (by === null) throw new Error(NO_OPERATOR);
  return performAct({ ...asked, by, reason: values.reason, isTrial: values['dry-run'] });
});

async function print(ask: (server: Server) => Promise<readonly string[] | null>): Promise<number> {
  const { dataDir } = readConfig(process.env);
  const server: Server | null = await connectToServer(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    const lines = await ask(server);
    if (lines === null) say('there is no such withdrawal');
    else say(lines.join('\n') || 'No withdrawal is open.');
    return lines === null ? EXIT.breach : EXIT.ok;
  } finally {
    server.close();
  }
}

interface Flags {
  readonly id: number;
  readonly rejection?: string | undefined;
  readonly reason?: string | undefined;
  readonly 'nothing-was-sent': boolean;
  readonly txid?: string | undefined;
  readonly output?: string | undefined;
  readonly cost?: string | undefined;
}

/** An act of the office on a withdrawal; null if something is missing. */
function actOf(
  verb: string | undefined,
  { id, rejection, reason, txid, output, cost, 'nothing-was-sent': nothingSent }: Flags,
): Pick<AskedAct, 'call' | 'fields'> | null {
  if (verb === 'approve') return { call: 'withdrawals/approve', fields: { id } };
  if (verb === 'reject')
    return rejection === undefined || reason === undefined
      ? null
      : { call: 'withdrawals/reject', fields: { id, rejection, nothingSent } };
  if (verb !== 'settle' || txid === undefined || output === undefined || cost === undefined) return null;
  return { call: 'withdrawals/settle', fields: { id, txid, output, cost } };
}
