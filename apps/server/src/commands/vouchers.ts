/**
 * `npx glasshouse vouchers`: asks the running server for vouchers to review or for a decision, and
 * writes their pictures to a folder.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { VoucherRequest, voucherCommands } from '../features/vouchers/operating-commands.ts';
import { connectToServer } from '../operating/socket.ts';
import { performAct, type AskedAct } from './act.ts';
import { usageOf } from './help.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('vouchers');

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      to: { type: 'string' },
      txid: { type: 'string' },
      output: { type: 'string', default: '0' },
      amount: { type: 'string' },
      rejection: { type: 'string' },
      reason: { type: 'string' },
      seen: { type: 'string', default: '' },
      note: { type: 'string', default: '' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [verb, id] = positionals;
  if (positionals.length === 1 && verb === 'list') return review({ act: 'list' }, '');
  if (positionals.length !== 2 || id === undefined || !/^\d{1,15}$/.test(id)) throw new Error(USAGE);
  const operator = operatorOf(values.by);
  if (verb === 'show') {
    if (values.to === undefined) throw new Error(USAGE);
    if (operator === null) throw new Error(NO_OPERATOR);
    return review({ act: 'show', id: Number(id), operator }, values.to);
  }
  const asked = actOf(verb, { ...values, id: Number(id) });
  if (asked === null) throw new Error(USAGE);
  if (operator === null) throw new Error(NO_OPERATOR);
  return performAct({ ...asked, by: operator, reason: values.reason, isTrial: values['dry-run'] });
});

interface Flags {
  readonly id: number;
  readonly txid?: string | undefined;
  readonly output: string;
  readonly amount?: string | undefined;
  readonly rejection?: string | undefined;
  readonly reason?: string | undefined;
  readonly seen: string;
  readonly note: string;
}

/** An act of the office on a voucher; null if something is missing. */
function actOf(
  verb: string | undefined,
  { id, txid, output, amount, rejection, reason, seen, note }: Flags,
): Pick<AskedAct, 'call' | 'fields'> | null {
  if (verb === 'approve')
    return txid === undefined || amount === undefined
      ? null
      : { call: 'vouchers/approve', fields: { id, txid, output, amount } };
  if (verb !== 'reject' || rejection === undefined || reason === undefined) return null;
  return { call: 'vouchers/reject', fields: { id, rejection, seen, note } };
}

async function review(asked: VoucherRequest, folder: string): Promise<number> {
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof voucherCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    const { ok, text, picture } = await server.ask('vouchers/handle', asked);
    say(text);
    if (picture !== '' && asked.act === 'show') writePicture(picture, { folder, id: String(asked.id) });
    return ok ? EXIT.ok : EXIT.breach;
  } finally {
    server.close();
  }
}

function writePicture(jpeg: string, { folder, id }: { readonly folder: string; readonly id: string }): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `voucher-${id}.jpg`);
  fs.writeFileSync(file, Buffer.from(jpeg, 'base64'), { mode: 0o600 });
  say(`picture ${file}`);
}
