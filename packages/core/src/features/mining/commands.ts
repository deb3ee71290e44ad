/** The commands of mining. Amounts are in units of the pool's asset. */
import { command, type CommandOf } from '../../contract/feature.ts';
import { whole } from '../../encoding/fields.ts';
import { OFFER_SHAPE, PURCHASE_SHAPE } from '../../offers/fixed-term-offers.ts';

export const MINING_COMMANDS = {
  /** Defines a pool. Its quota is its capacity. Miners that exist keep their rate and cycle. */
  'define-mining-offer': command({ code: 105, shape: OFFER_SHAPE }),
  /** Locks an amount of the owner's exchange account for the cycle of a pool. */
  'buy-miner': command({ code: 96, shape: PURCHASE_SHAPE }),
  /** Pays deposit and reward of a miner whose cycle is over. */
  'redeem-miner': command({ code: 106, shape: { owner: whole, order: whole } }),
  /** Returns the deposit before the cycle is over, and gives up all of the reward. */
  'redeem-miner-early': command({ code: 107, shape: { owner: whole, order: whole } }),
} as const;

export type MiningCommand = CommandOf<typeof MINING_COMMANDS>;
type Of<T extends MiningCommand['type']> = Extract<MiningCommand, { readonly type: T }>;
export type DefineMiningOffer = Of<'define-mining-offer'>;
export type BuyMiner = Of<'buy-miner'>;
export type RedeemMiner = Of<'redeem-miner' | 'redeem-miner-early'>;
