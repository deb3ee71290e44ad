/** The commands of seconds contracts. Stakes are in units of the market's quote asset. */
import { command, type CommandOf } from '../../contract/feature.ts';
import { numberOf, records, whole } from '../../encoding/fields.ts';

export const DIRECTION = { up: 1, down: 2 } as const;

const durations = records('seconds', 'profitRatePpm', 'minStake', 'maxStake');

export const SECONDS_CONTRACT_COMMANDS = {
  /**
   * Defines the durations offered on a market. Open positions keep their rates. maxPositions limits
   * the open positions of one user on all markets. maxUserStake and maxOpenStake limit the open
   * stakes on this market of one user and of all users; 0 means no limit.
   */
  'define-seconds-contract': command({
    code: 26,
    shape: {
      market: whole,
      feeRatePpm: whole,
      maxPositions: whole,
      maxUserStake: whole,
      maxOpenStake: whole,
      durations,
    },
  }),
  /** The stake is taken from the owner's seconds-contract wallet. */
  'open-position': command({
    code: 11,
    shape: {
      owner: whole,
      market: whole,
      direction: numberOf(Object.values(DIRECTION)),
      stake: whole,
      seconds: whole,
    },
  }),
} as const;

export type SecondsContractCommand = CommandOf<typeof SECONDS_CONTRACT_COMMANDS>;
type Of<T extends SecondsContractCommand['type']> = Extract<SecondsContractCommand, { readonly type: T }>;
export type DefineSecondsContract = Of<'define-seconds-contract'>;
export type OpenPosition = Of<'open-position'>;
