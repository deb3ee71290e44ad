/** The public exports of flash exchange. */
export type { ExchangeCoins, ExchangeDust, FlashExchangeCommand } from './commands.ts';
export type { CoinsExchanged } from './events.ts';
export type { Offer } from './offers.ts';
