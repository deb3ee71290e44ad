/**
 * `npx glasshouse withdrawals`: asks the running server for a decision on a withdrawal, or a record
 * of a payout made by hand.
 */
import { parseArgs } from 'node:util';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { operatorOf } from './operator.ts';
import { readConfig } from '../config.ts';
import { connectToServer } from '../operating/socket.ts';
import type { withdrawalCommands, WithdrawalAct } from '../features/funding/withdrawals/operate.ts';

const USAGE = usageOf('withdrawals');

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string', default: '' },
      reason: { type: 'string', default: '' },
      note: { type: 'string', default: '' },
      'nothing-was-sent': { type: 'boolean', default: false },
      txid: { type: 'string' },
      output: { type: 'string', default: '' },
      cost: { type: 'string', default: '' },
    },
  });
  const asked = actOf(positionals, values);
  if (asked === null) throw new Error(USAGE);
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof withdrawalCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    const { ok, text } = await server.ask('funding/handle-withdrawal', asked);
    say(text);
    return ok ? EXIT.ok : EXIT.breach;
  } finally {
    server.close();
  }
});

interface Flags {
  readonly by: string;
  readonly reason: string;
  readonly note: string;
  readonly 'nothing-was-sent': boolean;
  readonly txid?: string | undefined;
  readonly output: string;
  readonly cost: string;
}

function actOf([act, idText = '']: readonly string[], flags: Flags): WithdrawalAct | null {
  if (act === 'list') return { act };
  if (!/^\d{1,15}$/.test(idText)) return null;
  const id = Number(idText);
  if (act === 'show') return { act, id };
  const operator = operatorOf(flags.by);
  if (operator === null) return null;
  if (act === 'approve') return { act, id, operator, name: flags.by };
  const { reason, note } = flags;
  if (act === 'reject') return { act, id, operator, reason, note, nothingSent: flags['nothing-was-sent'] };
  const { txid, output, cost } = flags;
  if (act !== 'settle' || txid === undefined || !/^\d{1,10}$/.test(output) || cost === '') return null;
  return { act, id, operator, txid, output: Number(output), cost };
}
