/** The commands of subscriptions. */
import { command, type CommandOf } from '../../contract/feature.ts';
import { whole } from '../../encoding/fields.ts';

export const SUBSCRIPTION_COMMANDS = {
  /**
   * Defines a project, and freezes what it sells in the pool. Until it opens it can be defined
   * again. The coin and what it is paid with are those of its pair; the price has the pair's
   * decimals. `supply` and `forSale` are units of the coin, `minAmount` and `maxPerOwner` of the
   * quote coin. At `listsMs` the pair begins to trade.
   */
  'define-subscription': command({
    code: 120,
    shape: {
      project: whole,
      market: whole,
      price: whole,
      supply: whole,
      forSale: whole,
      minAmount: whole,
      maxPerOwner: whole,
      opensMs: whole,
      closesMs: whole,
      distributesMs: whole,
      listsMs: whole,
      feePpm: whole,
    },
  }),
  /** Adds an amount to the owner's subscription of a project, and freezes it. */
  subscribe: command({ code: 98, shape: { owner: whole, project: whole, amount: whole } }),
  /** Releases the whole amount. */
  'cancel-subscription': command({ code: 121, shape: { owner: whole, subscription: whole } }),
} as const;

export type SubscriptionCommand = CommandOf<typeof SUBSCRIPTION_COMMANDS>;
type Of<T extends SubscriptionCommand['type']> = Extract<SubscriptionCommand, { readonly type: T }>;
export type DefineSubscription = Of<'define-subscription'>;
export type Subscribe = Of<'subscribe'>;
export type CancelSubscription = Of<'cancel-subscription'>;
