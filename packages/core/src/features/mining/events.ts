/** The event of mining. */
import type { FixedTermOrder } from '../../offers/fixed-term-record.ts';

/**
 * A miner after a change. status: 0 proceeding, 1 to be redeemed, 2 redeemed, 3 redeemed early. Its
 * `interest` is the reward of the cycle, also where it was given up.
 */
export type MinerChanged = FixedTermOrder<'miner-changed'>;
