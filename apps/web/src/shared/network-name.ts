/** The proper names of networks, which no language translates. */

const NAMES: Readonly<Record<string, string>> = {
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

export const networkName = (chain: string): string => NAMES[chain] ?? chain;
