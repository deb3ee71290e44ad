/** What the wallet gives programs, besides the events of balances. */
import { NETWORK_OF_CHAIN } from '@glasshouse/protocol/programs';
import type { Ports } from '../../../contract/ports.ts';
import type { EndpointHandler, FeatureEndpoints } from '../../../http/endpoint-handler.ts';
import { readAddresses } from '../addresses.ts';
import { queryDividends } from './dividends.ts';
import { queryTransfers, transferAsset } from './transfers.ts';

export function walletEndpoints(parts: Ports): FeatureEndpoints<'wallet'> {
  return {
    'wallet/transfer-asset': transferAsset(parts),
    'wallet/query-transfers': queryTransfers(parts),
    'wallet/query-dividends': queryDividends(parts),
    'wallet/query-address-book': queryAddressBook(parts),
  };
}

function queryAddressBook({ database, sequencer }: Ports): EndpointHandler<'wallet/query-address-book'> {
  return async (_input, { userId }) =>
    (await readAddresses(database, userId)).map(({ address, memo, currency, chain, note, usableTime }) => ({
      address,
      addressTag: memo,
      coin: currency,
      network: NETWORK_OF_CHAIN[chain],
      name: note,
      origin: '' as const,
      originType: '' as const,
      whiteStatus: usableTime <= sequencer.nowMs(),
    }));
}
