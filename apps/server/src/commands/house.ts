/** `npx glasshouse house`: asks the running server what each product has earned, paid and owes. */
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import type { capitalCommands } from '../features/wallet/capital.ts';
import type { HouseReport } from '../features/wallet/house-report.ts';
import { connectToServer } from '../operating/socket.ts';
import { usageOf } from './help.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('house');
const GAP = '  ';

await runCommand(async () => {
  const text = { type: 'string', default: '' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: text, to: text, json: { type: 'boolean', default: false } },
  });
  const { from, to, json } = values;
  if (positionals[0] !== 'report' || from === '' || to === '') throw new Error(USAGE);
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ReturnType<typeof capitalCommands>>(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  try {
    const answer = await server.ask('capital/report', { from, to });
    if ('problem' in answer) {
      say(answer.problem);
      return EXIT.breach;
    }
    if (json) say(JSON.stringify(answer));
    else sayReport(answer);
    return EXIT.ok;
  } finally {
    server.close();
  }
});

function sayReport({ results, accounts, promised }: HouseReport): void {
  say('What products earned');
  sayTable(results, ['day', 'product', 'coin', 'fees', 'received', 'paid', 'net']);
  say('\nAccounts of the house');
  sayTable(accounts, ['account', 'coin', 'opening', 'earned', 'capital', 'closing']);
  say('\nPromised now');
  sayTable(promised, ['product', 'coin', 'items', 'customers', 'owedNow', 'owedAtMost']);
}

function sayTable<T, K extends keyof T & string>(rows: readonly T[], columns: readonly K[]): void {
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  for (const line of lines)
    say(
      line
        .map((text, i) => text.padEnd(widths[i]!))
        .join(GAP)
        .trimEnd(),
    );
}
