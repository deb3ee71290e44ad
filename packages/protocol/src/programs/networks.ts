/** The networks of coins by Binance's names, as clients made for it send and expect them. */
import * as z from 'zod';
import type { Chain } from '../features/wallet/chains.ts';
import { blankIsAbsent } from '../fields.ts';

export const NETWORK_OF_CHAIN = {
  BTC: 'BTC',
  ERC20: 'ETH',
  TRC20: 'TRX',
  BEP20: 'BSC',
  LTC: 'LTC',
  DOGE: 'DOGE',
  XRP: 'XRP',
  ADA: 'ADA',
  EOS: 'EOS',
} as const satisfies Record<Chain, string>;
export type ProgramNetwork = (typeof NETWORK_OF_CHAIN)[Chain];

const CHAIN_OF_NETWORK: ReadonlyMap<string, Chain> = new Map(
  Object.entries(NETWORK_OF_CHAIN).map(([chain, network]) => [network, chain as Chain]),
);

/** The chain that a program means; undefined for a name that Binance has and we have not. */
export const chainOfNetwork = (network: string): Chain | undefined => CHAIN_OF_NETWORK.get(network);

/** Absent: the first network of the coin, as `capital/config/getall` marks it. */
export const optionalNetwork = blankIsAbsent(
  z.enum(Object.values(NETWORK_OF_CHAIN) as [ProgramNetwork, ...ProgramNetwork[]]).optional(),
);
