/** The command of finance. */
import { command, type CommandOf } from '../../feature.ts';
import { whole } from '../../fields.ts';

export const FINANCE_COMMANDS = {
  /** Moves units from the owner's exchange account into the escrow of finance. */
  'open-finance-entry': command({
    code: 95,
    shape: { owner: whole, asset: whole, amount: whole },
  }),
} as const;

export type FinanceCommand = CommandOf<typeof FINANCE_COMMANDS>;
