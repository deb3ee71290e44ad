/**
 * `npx glasshouse kyc`: asks the running server for cases to review or for a decision, and writes
 * photos to a folder of the reviewer.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { kycCommands, ReviewAnswer, ReviewRequest } from '../features/kyc/operating-commands.ts';
import { connectToServer } from '../operating/socket.ts';
import { performAct, type AskedAct } from './act.ts';
import { usageOf } from './help.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('kyc');

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      to: { type: 'string' },
      rejection: { type: 'string' },
      reason: { type: 'string' },
      note: { type: 'string', default: '' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [verb, id] = positionals;
  if (positionals.length === 1 && verb === 'list') return review({ act: 'list' }, undefined);
  if (positionals.length !== 2 || id === undefined || !/^\d{1,15}$/.test(id)) throw new Error(USAGE);
  const reviewer = operatorOf(values.by);
  if (verb === 'show') {
    if (values.to === undefined) throw new Error(USAGE);
    if (reviewer === null) throw new Error(NO_OPERATOR);
    return review({ act: 'show', caseId: Number(id), reviewer }, values.to);
  }
  const asked = actOf(verb, { ...values, id: Number(id) });
  if (asked === null) throw new Error(USAGE);
  if (reviewer === null) throw new Error(NO_OPERATOR);
  return performAct({ ...asked, by: reviewer, reason: values.reason, isTrial: values['dry-run'] });
});

interface Flags {
  readonly id: number;
  readonly rejection?: string | undefined;
  readonly reason?: string | undefined;
  readonly note: string;
}

/** An act of the office on a case; null if something is missing. */
function actOf(
  verb: string | undefined,
  { id, rejection, reason, note }: Flags,
): Pick<AskedAct, 'call' | 'fields'> | null {
  if (verb === 'approve') return { call: 'kyc/approve', fields: { id } };
  if (verb !== 'reject' || rejection === undefined || reason === undefined) return null;
  return { call: 'kyc/reject', fields: { id, rejection, note } };
}

async function review(request: ReviewRequest, folder: string | undefined): Promise<number> {
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof kycCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    const answer = await server.ask('kyc/review', request);
    say(answer.text);
    if (folder !== undefined) writePhotos(answer, folder);
    return answer.ok ? EXIT.ok : EXIT.breach;
  } finally {
    server.close();
  }
}

function writePhotos({ photos }: ReviewAnswer, folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { side, jpeg } of photos) {
    const file = path.join(folder, `${side}.jpg`);
    fs.writeFileSync(file, Buffer.from(jpeg, 'base64'), { mode: 0o600 });
    say(`photo   ${file}`);
  }
}
