/** The command of subscription. */
import { command, type CommandOf } from '../../feature.ts';
import { whole } from '../../fields.ts';

export const SUBSCRIPTION_COMMANDS = {
  /** Moves units from the owner's exchange account into the escrow of subscription. */
  'open-subscription-entry': command({
    code: 98,
    shape: { owner: whole, asset: whole, amount: whole },
  }),
} as const;

export type SubscriptionCommand = CommandOf<typeof SUBSCRIPTION_COMMANDS>;
