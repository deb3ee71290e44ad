/**
 * `npx glasshouse treasury`: asks the running server for the house's accounts, or to move or pay
 * out what no promise has frozen, with the approval of two people.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { payOutCommands, PayOutAct } from '../features/funding/pay-outs.ts';
import type { capitalCommands } from '../features/wallet/capital.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { performAct } from './act.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { operatorOf } from './operator.ts';

type Commands = ReturnType<typeof capitalCommands> & ReturnType<typeof payOutCommands>;

const USAGE = usageOf('treasury');
const WIDTH = 20;
const TEXT = { type: 'string', default: '' } as const;
const OPTIONS = {
  from: TEXT,
  to: TEXT,
  coin: TEXT,
  network: TEXT,
  address: TEXT,
  memo: TEXT,
  amount: TEXT,
  note: TEXT,
  reason: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'nothing-was-sent': { type: 'boolean', default: false },
  by: TEXT,
} as const;

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  if (positionals.join(' ') === 'move') return move(values);
  const asked = taskOf(positionals, values);
  if (asked === null) throw new Error(USAGE);
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<Commands>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    return await asked(server);
  } finally {
    server.close();
  }
});

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];
type Task = (server: RunningServer<Commands>) => Promise<number>;

/** What the arguments ask for; null if something is missing. */
function taskOf([act, idText = '']: readonly string[], values: Values): Task | null {
  if (act === 'list') return list;
  if (act === 'waiting') return payOut({ act: 'list' });
  const operator = operatorOf(values.by);
  if (operator === null) return null;
  const { coin, amount, network, address, memo, note } = values;
  if (act === 'pay-out') {
    const isWhole = [coin, network, address, amount].every((value) => value !== '');
    return isWhole ? payOut({ act: 'request', coin, network, address, memo, amount, operator }) : null;
  }
  if (!/^\d{1,15}$/.test(idText)) return null;
  const id = Number(idText);
  if (act === 'approve') return payOut({ act, id, operator });
  if (act !== 'refuse' || note === '') return null;
  return payOut({ act, id, operator, note, nothingSent: values['nothing-was-sent'] });
}

function payOut(asked: PayOutAct): Task {
  return async (server) => {
    const { ok, text } = await server.ask('funding/handle-pay-out', asked);
    say(text);
    return ok ? EXIT.ok : EXIT.breach;
  };
}

function move({ from, to, coin: currency, amount, by, reason, 'dry-run': isTrial }: Values): Promise<number> {
  const operator = operatorOf(by);
  const fields = { from, to, currency, amount };
  if (operator === null || Object.values(fields).includes('')) throw new Error(USAGE);
  return performAct({ call: 'treasury/move-capital', fields, by: operator, reason, isTrial });
}

async function list(server: RunningServer<Commands>): Promise<number> {
  for (const row of await server.ask('capital/list', null))
    say(
      `${row.account.padEnd(WIDTH)}${row.coin.padEnd(6)}${row.available.padStart(WIDTH)} available${row.frozen.padStart(WIDTH)} promised`,
    );
  return EXIT.ok;
}
