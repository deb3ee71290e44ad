/** The names of accounts and products of the ledger, as operators read them. */
import type { Translate } from '../../shared/texts.ts';
import type { TextKey } from '../texts.ts';

const ACCOUNTS: Readonly<Record<string, TextKey>> = {
  'customers/exchange': 'ledger_exchange',
  'customers/contract': 'ledger_contract',
  'customers/finance': 'ledger_finance',
  'customers/mining': 'ledger_mining',
  'customers/fund': 'ledger_fund',
  'traders/maker': 'ledger_maker',
  'traders/takers': 'ledger_takers',
  'promises/secondsContractEscrow': 'ledger_escrow',
  'promises/fundVehicle': 'ledger_fundVehicle',
  'promises/subscriptionProceeds': 'ledger_proceeds',
  'house/treasury': 'ledger_treasury',
  'house/fees': 'ledger_fees',
  'house/seconds-contract': 'ledger_contractReserve',
  'house/finance': 'ledger_financeReserve',
  'house/mining': 'ledger_miningReserve',
  'house/fund': 'ledger_fundReserve',
  'house/subscription': 'ledger_pool',
  'outside/external': 'ledger_external',
  'outside/networkCosts': 'ledger_networkCosts',
};

/** Networks and what is newer than this page are called by their names. */
export function accountName(t: Translate<TextKey>, group: string, account: string): string {
  const key = ACCOUNTS[`${group}/${account}`];
  return key === undefined ? account : t(key);
}

const PRODUCTS: Readonly<Record<string, TextKey>> = {
  spot: 'ledger_spot',
  'seconds-contract': 'ledger_contract',
  'flash-exchange': 'ledger_flash',
  finance: 'ledger_finance',
  mining: 'ledger_mining',
  fund: 'ledger_fund',
  subscription: 'ledger_subscription',
  funding: 'ledger_funding',
  wallet: 'ledger_wallet',
};

export function productName(t: Translate<TextKey>, product: string): string {
  const key = PRODUCTS[product];
  return key === undefined ? product : t(key);
}
