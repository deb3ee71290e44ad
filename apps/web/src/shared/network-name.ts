/** The proper names of networks, which no language translates. */
import type { Chain } from '@glasshouse/protocol/wallet';

const NAMES: Readonly<Record<Chain, string>> = {
  TRC20: 'TRON',
  ERC20: 'Ethereum',
  BEP20: 'BNB Smart Chain',
  BTC: 'Bitcoin',
  LTC: 'Litecoin',
  DOGE: 'Dogecoin',
  XRP: 'XRP Ledger',
  ADA: 'Cardano',
  EOS: 'EOS',
};

export const networkName = (chain: string): string =>
  Object.hasOwn(NAMES, chain) ? NAMES[chain as Chain] : chain;
