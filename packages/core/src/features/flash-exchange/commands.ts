/** The commands of flash exchange. Amounts are in units of their asset. */
import { command, type CommandOf } from '../../contract/feature.ts';
import { records, whole } from '../../encoding/fields.ts';

export const FLASH_EXCHANGE_COMMANDS = {
  /**
   * Offers an asset. `market` prices it by its index, -1 for the asset in which others are priced.
   * An exchange pays minAmount to maxAmount of it, a part of dust at most maxDust. A quote may be
   * worth up to bandPpm less than the index says, and no more. A maxAmount of 0 offers nothing.
   */
  'define-exchange-coin': command({
    code: 91,
    shape: {
      asset: whole,
      market: whole,
      minAmount: whole,
      maxAmount: whole,
      maxDust: whole,
      bandPpm: whole,
    },
  }),
  /** Executes all of a quote or nothing, against the treasury, until `validUntilMs`. */
  'exchange-coins': command({
    code: 92,
    shape: {
      owner: whole,
      payAsset: whole,
      pay: whole,
      receiveAsset: whole,
      receive: whole,
      validUntilMs: whole,
    },
  }),
  /** Small amounts of several assets for one, all or nothing. */
  'exchange-dust': command({
    code: 93,
    shape: {
      owner: whole,
      receiveAsset: whole,
      validUntilMs: whole,
      parts: records('asset', 'pay', 'receive'),
    },
  }),
} as const;

export type FlashExchangeCommand = CommandOf<typeof FLASH_EXCHANGE_COMMANDS>;
type Of<T extends FlashExchangeCommand['type']> = Extract<FlashExchangeCommand, { readonly type: T }>;
export type DefineExchangeCoin = Of<'define-exchange-coin'>;
export type ExchangeCoins = Of<'exchange-coins'>;
export type ExchangeDust = Of<'exchange-dust'>;
