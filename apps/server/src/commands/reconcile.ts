/** `npx glasshouse reconcile`: prints the ledger beside the chains, by coin. */
import type { ChainCommands } from '../chains/operating-commands.ts';
import { readConfig } from '../config.ts';
import { connectToServer } from '../operating/socket.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const COLUMNS = ['chain', 'coin', 'ledger', 'arriving', 'leaving', 'on chain', 'difference'] as const;
const WIDTHS = [6, 6, 26, 24, 24, 26, 24] as const;

const line = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at < 2 ? cell.padEnd(WIDTHS[at] ?? 0) : cell.padStart(WIDTHS[at] ?? 0))).join(' ');

await runCommand(async () => {
  const { dataDir } = readConfig(process.env);
  const server = await connectToServer<ChainCommands>(dataDir);
  if (server === null) throw new Error('no server runs on this data folder');
  try {
    const compared = await server.ask('chains/reconcile', null);
    if (compared.length === 0) throw new Error('no chain is paid on: WALLET_TERMS names none');
    say(line(COLUMNS));
    for (const { chain, height, reason, coins } of compared) {
      for (const { coin, ledger, arriving, leaving, chain: there, difference } of coins)
        say(line([chain, coin, ledger, arriving, leaving, there, difference]));
      say(height === null ? `${chain} could not be compared: ${reason}` : `${chain} after block ${height}`);
    }
    if (compared.some(({ height }) => height === null)) return EXIT.cannotLook;
    const isEqual = compared.every(({ coins }) => coins.every(({ difference }) => difference === '0'));
    return isEqual ? EXIT.ok : EXIT.breach;
  } finally {
    server.close();
  }
});
