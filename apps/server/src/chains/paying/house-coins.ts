/**
 * Books what the house does on a chain beside the payer: coins that came to its hot wallet or cold
 * address, for the treasury, and what a transaction of the cold address has cost. Each once, and
 * never more than ledger and chain differ by.
 */
import type { BlockSource, ChainTransfer } from '@glasshouse/chains';
import type { ChainExchange } from '../../contract/chain-parts.ts';
import type { Reconciliation } from '../reconciliation.ts';
import type { PaidChain, Place } from './paid-chain.ts';
import type { PaymentRows } from './payment-rows.ts';

export interface HouseCoinParts {
  readonly paid: PaidChain;
  readonly source: BlockSource;
  readonly payments: PaymentRows;
  readonly exchange: ChainExchange;
  readonly reconciliation: Reconciliation;
}

/** The kind of booking: incoming coins, or the cost of a transaction. */
export type HouseAct = 'coins' | 'cost';

/** The booked amounts, or the reason of a refusal in words. */
export type Booked =
  | { readonly refused: string }
  | { readonly booked: readonly { readonly coin: string; readonly units: string }[] };

export async function bookHouseCoins(parts: HouseCoinParts, txid: string): Promise<Booked> {
  const { paid, payments, exchange, reconciliation } = parts;
  const { chain, terms } = paid;
  if ((await payments.ofTransaction(terms.chainId, txid)) !== null)
    return { refused: 'the transaction is a payment of the house itself' };
  const found = await transfersOf(parts, txid);
  if ('refused' in found) return found;
  const { coins, height, reason } = await reconciliation.check();
  if (height === null) return { refused: `ledger and chain cannot be compared: ${reason}` };
  const booked: { coin: string; units: string }[] = [];
  const fresh: ChainTransfer[] = [];
  for (const transfer of found.transfers) {
    const { coin, units, output } = transfer;
    // A crash can have come between two coins of a transaction.
    if (await exchange.isCredited({ chain, txid, output })) continue;
    const surplus = coins.find((one) => one.coin === coin)?.difference ?? 0n;
    const others = booked.reduce((sum, one) => (one.coin === coin ? sum + BigInt(one.units) : sum), 0n);
    if (surplus - others < units)
      return { refused: `the chain has only ${surplus - others} ${coin} beyond the ledger, not ${units}` };
    booked.push({ coin, units: String(units) });
    fresh.push(transfer);
  }
  if (fresh.length === 0) return { refused: 'it is booked already' };
  for (const { coin, units, output } of fresh)
    await exchange.finalise({ chain, txid, output, coin, units: String(units), owner: NOBODY });
  return { booked };
}

/**
 * Books the fee of a transaction of the cold address. The payer's transactions are booked by their
 * reports.
 */
export async function bookHouseCost(parts: HouseCoinParts, txid: string): Promise<Booked> {
  const { paid, payments, exchange, reconciliation } = parts;
  const { chain, terms } = paid;
  if ((await payments.ofTransaction(terms.chainId, txid)) !== null)
    return { refused: 'the payer books what its own transactions cost' };
  const coin = terms.nativeCoin;
  if (!countedOn(parts).includes(coin)) return { refused: `the exchange does not count ${coin}` };
  const place = await confirmedPlace(parts, txid);
  if ('refused' in place) return place;
  const { cost } = place;
  if (cost === null) return { refused: `${chain} does not tell what a transaction has cost` };
  const { coins, height, reason } = await reconciliation.check();
  if (height === null) return { refused: `ledger and chain cannot be compared: ${reason}` };
  const missing = 0n - (coins.find((one) => one.coin === coin)?.difference ?? 0n);
  if (missing < cost) return { refused: `the chain lacks only ${missing} ${coin}, not the cost of ${cost}` };
  await exchange.bookCost({ chain, txid }, { coin, units: String(cost) });
  return { booked: [{ coin, units: String(cost) }] };
}

/** The owner in a credit that belongs to no user: it goes to the treasury. */
const NOBODY = 0;

async function confirmedPlace(
  { paid }: HouseCoinParts,
  txid: string,
): Promise<Place | { readonly refused: string }> {
  const place = await paid.placeOf(txid);
  if (place === null) return { refused: 'no block has the transaction' };
  const confirmed = await paid.confirmedHeight();
  return place.height > confirmed
    ? { refused: `its block ${place.height} is not confirmed yet; block ${confirmed} is` }
    : place;
}

async function transfersOf(
  parts: HouseCoinParts,
  txid: string,
): Promise<{ readonly refused: string } | { readonly transfers: readonly ChainTransfer[] }> {
  const place = await confirmedPlace(parts, txid);
  if ('refused' in place) return place;
  const { paid, source } = parts;
  const header = await source.headerAt(place.height);
  const all = header?.hash === place.blockHash ? await source.transfersOf(header) : null;
  const own = new Set(paid.house);
  const counted = countedOn(parts);
  const transfers = (all ?? []).filter(
    ({ txid: its, to, coin }) => its === txid && own.has(to) && counted.includes(coin),
  );
  if (transfers.length === 0)
    return { refused: 'it brings no coin that is counted to the hot wallet or the cold address' };
  return { transfers };
}

/** The coins that the exchange counts on the chain. */
const countedOn = ({ paid, exchange }: HouseCoinParts): readonly string[] =>
  (exchange.chains.find((one) => one.chain === paid.chain)?.coins ?? []).map(({ coin }) => coin);
