/** How TRON writes addresses and transactions, for tests of what is built on this package. */
export { tronAddress } from '../src/addresses/chain-addresses.ts';
export { evmAddress } from '../src/tron/source.ts';
export { rawDataOf, readRawData, txidOf, type TronTransaction } from '../src/tron/transactions.ts';
