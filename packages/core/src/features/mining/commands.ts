/** The command of mining. */
import { command, type CommandOf } from '../../feature.ts';
import { whole } from '../../fields.ts';

export const MINING_COMMANDS = {
  /** Moves units from the owner's exchange account into the escrow of mining. */
  'open-mining-entry': command({
    code: 96,
    shape: { owner: whole, asset: whole, amount: whole },
  }),
} as const;

export type MiningCommand = CommandOf<typeof MINING_COMMANDS>;
