/**
 * `npx glasshouse vouchers`: asks the running server for vouchers to review, and writes their
 * pictures to a folder.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { operatorOf } from './operator.ts';
import { readConfig } from '../config.ts';
import { connectToServer } from '../operating/socket.ts';
import type { VoucherAct, voucherCommands } from '../features/vouchers/operating-commands.ts';

const USAGE = usageOf('vouchers');

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string', default: '' },
      to: { type: 'string', default: '' },
      txid: { type: 'string', default: '' },
      output: { type: 'string', default: '0' },
      amount: { type: 'string', default: '' },
      reason: { type: 'string', default: '' },
      seen: { type: 'string', default: '' },
      note: { type: 'string', default: '' },
    },
  });
  const asked = actOf(positionals, values);
  if (asked === null) throw new Error(USAGE);
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof voucherCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    const { ok, text, picture } = await server.ask('vouchers/handle', asked);
    say(text);
    if (picture !== '') writePicture(picture, { folder: values.to, id: positionals[1] ?? '' });
    return ok ? EXIT.ok : EXIT.breach;
  } finally {
    server.close();
  }
});

interface Flags {
  readonly by: string;
  readonly to: string;
  readonly txid: string;
  readonly output: string;
  readonly amount: string;
  readonly reason: string;
  readonly seen: string;
  readonly note: string;
}

function actOf([act, idText = '']: readonly string[], flags: Flags): VoucherAct | null {
  if (act === 'list') return { act };
  const operator = operatorOf(flags.by);
  if (!/^\d{1,15}$/.test(idText) || operator === null) return null;
  const who = { id: Number(idText), operator, name: flags.by };
  const { txid, output, amount, reason, seen, note } = flags;
  if (act === 'show') return flags.to === '' ? null : { act, ...who };
  if (act === 'approve')
    return txid === '' || amount === '' || !/^\d{1,10}$/.test(output)
      ? null
      : { act, ...who, txid, output: Number(output), amount };
  return act === 'reject' && reason !== '' ? { act, ...who, reason, seen, note } : null;
}

function writePicture(jpeg: string, { folder, id }: { readonly folder: string; readonly id: string }): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `voucher-${id}.jpg`);
  fs.writeFileSync(file, Buffer.from(jpeg, 'base64'), { mode: 0o600 });
  say(`picture ${file}`);
}
