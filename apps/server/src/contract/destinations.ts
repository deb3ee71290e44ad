/** Where a user may send coins: for the address book and for withdrawals alike. */
import type { Refusal } from '@glasshouse/protocol';
import type { Chain } from '@glasshouse/protocol/wallet';
import { readDestination, type Destination } from '@glasshouse/protocol/wallet/destinations';
import type { DepositChains } from './chain-parts.ts';

/** The destination in the form in which it is kept, or why coins sent there would be lost. */
export function destinationOf(
  chains: Pick<DepositChains, 'creditsNobody'>,
  chain: Chain,
  pasted: Destination,
): Destination | Refusal {
  const read = readDestination(chain, pasted);
  if ('error' in read || !chains.creditsNobody(chain, read.address)) return read;
  return { error: 'wallet/address-of-platform', field: 'address' };
}
