/** Where money may go: the form of an address, and what the owner's book says of it. */
import type { Refusal } from '@glasshouse/protocol';
import { CHAIN_FAMILIES, type Chain } from '@glasshouse/protocol/wallet';
import { isAddress } from '@glasshouse/protocol/wallet/address-formats';
import type { Database } from '../../db/database.ts';
import { timeText } from '../../values/times.ts';

export interface Destination {
  readonly chain: Chain;
  readonly chainNumber: number;
  readonly currency: string;
  readonly address: string;
  readonly memo: string;
}

const BECH32 = /^(bc1|ltc1|addr1)/i;
/** Settled withdrawals that are compared with an address. */
const PAID_COMPARED_MAX = 500;

/** Addresses that mean the same in any case, in one case. */
function sameForm(chain: Chain, address: string): string {
  return CHAIN_FAMILIES[chain] === 'EVM' || BECH32.test(address) ? address.toLowerCase() : address;
}

export interface KnownAddress {
  /** Since when it is in the book, or was first paid to; null: neither. */
  readonly sinceMs: number | null;
}

/** What is known of a destination, or why nothing may go there. */
export async function checkDestination(
  database: Database,
  owner: number,
  {
    destination,
    isBookOnly,
    nowMs,
  }: { readonly destination: Destination; readonly isBookOnly: boolean; readonly nowMs: number },
): Promise<KnownAddress | Refusal> {
  const { chain, chainNumber, currency, address, memo } = destination;
  if (!isAddress(chain, address)) return { error: 'wallet/address-invalid', field: 'address' };
  const form = sameForm(chain, address);
  // Behind one address an exchange has many people, whom the memo tells apart.
  const isSame = (other: { readonly address: string; readonly memo: string }): boolean =>
    sameForm(chain, other.address) === form && other.memo === memo;
  const [book, paid] = await Promise.all([
    database.reads
      .selectFrom('withdrawal_addresses')
      .select(['address', 'memo', 'created_ms', 'usable_ms'])
      .where('user_id', '=', owner)
      .where('currency', '=', currency)
      .where('chain', '=', chain)
      .execute(),
    database.reads
      .selectFrom('funding_withdrawals')
      .select(['address', 'memo', 'changed_ms'])
      .where('owner', '=', owner)
      .where('chain', '=', chainNumber)
      .where('status', '=', 2)
      .orderBy('requested_ms', 'desc')
      .limit(PAID_COMPARED_MAX)
      .execute(),
  ]);
  const listed = book.find(isSame);
  if (listed === undefined && isBookOnly) return { error: 'funding/address-not-listed', field: 'address' };
  if (listed !== undefined && listed.usable_ms > nowMs) {
    const params = { from: timeText(listed.usable_ms) };
    return { error: 'funding/address-cooling', field: 'address', params };
  }
  const times = paid.filter(isSame).map((row) => row.changed_ms);
  if (listed !== undefined) times.push(listed.created_ms);
  return { sinceMs: times.length === 0 ? null : Math.min(...times) };
}
