/**
 * `npx glasshouse kyc`: reviews identity documents, and writes their photos to a folder of the
 * reviewer.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ReviewAnswer, ReviewRequest } from '../features/kyc/operating-commands.ts';
import { operatorOf } from './operator.ts';
import { usageOf } from './help.ts';
import { perform } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('kyc');

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      to: { type: 'string' },
      reason: { type: 'string' },
      note: { type: 'string', default: '' },
    },
  });
  const request = requestOf(positionals, values);
  const folder = values.to;
  if (request === null || (request.act === 'show' && folder === undefined)) {
    process.stderr.write(`${USAGE}\n`);
    return EXIT.cannotLook;
  }
  const answer = await perform('kyc/review', request);
  say(answer.text);
  if (folder !== undefined) writePhotos(answer, folder);
  return answer.ok ? EXIT.ok : EXIT.breach;
});

interface Flags {
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  readonly note: string;
}

function requestOf(
  [act, caseText]: readonly string[],
  { by, reason = '', note }: Flags,
): ReviewRequest | null {
  if (act === 'list') return { act };
  const caseId = Number(caseText);
  const reviewer = operatorOf(by);
  if (!Number.isSafeInteger(caseId) || reviewer === null) return null;
  if (act === 'show' || act === 'approve') return { act, caseId, reviewer };
  return act === 'reject' ? { act, caseId, reviewer, reason, note } : null;
}

function writePhotos({ photos }: ReviewAnswer, folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { side, jpeg } of photos) {
    const file = path.join(folder, `${side}.jpg`);
    fs.writeFileSync(file, Buffer.from(jpeg, 'base64'), { mode: 0o600 });
    say(`photo   ${file}`);
  }
}
