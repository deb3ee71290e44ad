/** The command of fund. */
import { command, type CommandOf } from '../../feature.ts';
import { whole } from '../../fields.ts';

export const FUND_COMMANDS = {
  /** Moves units from the owner's exchange account into the escrow of fund. */
  'open-fund-entry': command({
    code: 97,
    shape: { owner: whole, asset: whole, amount: whole },
  }),
} as const;

export type FundCommand = CommandOf<typeof FUND_COMMANDS>;
