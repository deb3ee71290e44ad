/** TRON's formats of addresses and transactions, for tests of packages that use this one. */
export { tronAddress } from '../src/addresses/chain-addresses.ts';
export { evmAddress } from '../src/tron/source.ts';
export { rawDataOf, readRawData, txidOf, type TronTransaction } from '../src/tron/transactions.ts';
