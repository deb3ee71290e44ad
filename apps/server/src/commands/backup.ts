/** `npx glasshouse backup`: an encrypted backup while everything runs. */
import { parseArgs } from 'node:util';
import { valuesIn } from '../config.ts';
import { feedFolderIn } from '../feed-config.ts';
import { backUp, removeOld } from '../setup/backup.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';

await runCommand(async () => {
  const text = { type: 'string', default: '' } as const;
  const options = { to: text, recipient: text, keep: text };
  const { values } = parseArgs({
    options: { ...options, with: { type: 'string', multiple: true, default: [] } },
  });
  const { to, recipient, keep } = values;
  if (to === '' || recipient === '' || !/^(|[1-9]\d{0,4})$/.test(keep)) throw new Error(usageOf('backup'));
  const settings = valuesIn(process.env);
  const { DATABASE_URL: databaseUrl, DATA_DIR, SIGNER_DIR } = settings;
  if (databaseUrl === undefined)
    throw new Error('the embedded database is copied while no server runs; see docs/operating/upgrades.md');
  const folder = await backUp({
    to,
    recipientFile: recipient,
    databaseUrl,
    feedFolder: feedFolderIn(settings),
    sources: [DATA_DIR, ...(SIGNER_DIR === undefined ? [] : [SIGNER_DIR]), ...values.with],
    nowMs: Date.now(),
  });
  say(`Backed up to ${folder}`);
  if (keep !== '') for (const name of removeOld(to, Number(keep))) say(`Removed ${name}`);
  return EXIT.ok;
});
