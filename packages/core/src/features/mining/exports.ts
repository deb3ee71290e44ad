/** The public exports of mining. */
export type { BuyMiner, DefineMiningOffer, MiningCommand, RedeemMiner } from './commands.ts';
export type { MinerChanged } from './events.ts';
