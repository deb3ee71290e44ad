/** All commands of `npx glasshouse`, in groups: its help and docs/generated/commands.md follow. */
import type { Command, CommandGroup } from './command.ts';
import { BOOKS, CHAINS, OPERATING } from './operating.ts';
import { BENCHES, PROVING } from './proving.ts';

export const COMMAND_GROUPS: readonly CommandGroup[] = [
  { title: 'Operating', commands: OPERATING },
  { title: 'Chains and wallets', commands: CHAINS },
  { title: 'Books', commands: BOOKS },
  { title: 'Proving and development', commands: PROVING },
  { title: 'Benches', commands: BENCHES },
];

export const COMMANDS: readonly Command[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
