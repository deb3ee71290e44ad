/**
 * Books what the house does on a chain beside the payer: coins that came to its hot wallet or cold
 * address, for the treasury, and what a transaction of the cold address has cost. Each once, and
 * never more than ledger and chain differ by.
 */
import {
  ChainAddresses,
  HOT_WALLET,
  type BlockSource,
  type ChainTransfer,
  type Receipt,
} from '@glasshouse/chains';
import type { ChainExchange } from '../../chain-parts.ts';
import type { Reconciliation } from '../reconciliation.ts';
import { paymentNodes } from './chain-payer.ts';
import type { PaymentTables } from './payment-tables.ts';
import type { WalletTerms } from './wallet-terms.ts';

export interface HouseCoinParts {
  readonly chain: string;
  readonly terms: WalletTerms;
  readonly urls: readonly string[];
  readonly source: BlockSource;
  readonly evmKey: string;
  readonly payments: PaymentTables;
  readonly exchange: ChainExchange;
  readonly reconciliation: Reconciliation;
}

/** What came in, or what leaving has cost. */
export type HouseAct = 'coins' | 'cost';

/** Why not, in words; or what was booked. */
export type Booked =
  | { readonly refused: string }
  | { readonly booked: readonly { readonly coin: string; readonly units: string }[] };

export async function bookHouseCoins(parts: HouseCoinParts, txid: string): Promise<Booked> {
  const { chain, payments, exchange, terms, reconciliation } = parts;
  if ((await payments.ofTransaction(terms.chainId, txid)) !== null)
    return { refused: 'the transaction is a payment of the house itself' };
  const found = await transfersOf(parts, txid);
  if ('refused' in found) return found;
  const { coins, height, reason } = await reconciliation.check();
  if (height === null) return { refused: `ledger and chain cannot be compared: ${reason}` };
  const booked: { coin: string; units: string }[] = [];
  for (const { coin, units, output } of found.transfers) {
    const reference = { chain, txid, output };
    if (await exchange.isCredited(reference)) return { refused: 'it is booked already' };
    const surplus = coins.find((one) => one.coin === coin)?.difference ?? 0n;
    const others = booked.reduce((sum, one) => (one.coin === coin ? sum + BigInt(one.units) : sum), 0n);
    if (surplus - others < units)
      return { refused: `the chain has only ${surplus - others} ${coin} beyond the ledger, not ${units}` };
    booked.push({ coin, units: String(units) });
  }
  for (const { coin, units, output } of found.transfers)
    await exchange.finalise({ chain, txid, output, coin, units: String(units), owner: NOBODY });
  return { booked };
}

/** What a transaction of the cold address was charged; the payer books its own. */
export async function bookHouseCost(parts: HouseCoinParts, txid: string): Promise<Booked> {
  const { chain, payments, exchange, terms, reconciliation } = parts;
  if ((await payments.ofTransaction(terms.chainId, txid)) !== null)
    return { refused: 'the payer books what its own transactions cost' };
  const receipt = await receiptOf(parts, txid);
  if ('refused' in receipt) return receipt;
  const { coins, height, reason } = await reconciliation.check();
  if (height === null) return { refused: `ledger and chain cannot be compared: ${reason}` };
  const [coin, cost] = [terms.nativeCoin, receipt.gasUsed * receipt.gasPrice];
  const missing = 0n - (coins.find((one) => one.coin === coin)?.difference ?? 0n);
  if (missing < cost) return { refused: `the chain lacks only ${missing} ${coin}, not the cost of ${cost}` };
  await exchange.bookCost({ chain, txid }, { coin, units: String(cost) });
  return { booked: [{ coin, units: String(cost) }] };
}

/** What is credited to no user is the treasury's. */
const NOBODY = 0;

async function receiptOf(
  { terms, urls }: HouseCoinParts,
  txid: string,
): Promise<Receipt | { readonly refused: string }> {
  const nodes = paymentNodes(urls);
  const receipt = await nodes.receiptOf(txid);
  if (receipt === null) return { refused: 'no block has the transaction' };
  const confirmations = (await nodes.head()).height - receipt.height + 1;
  return confirmations < terms.confirmations
    ? { refused: `it has ${confirmations} of ${terms.confirmations} confirmations` }
    : receipt;
}

async function transfersOf(
  parts: HouseCoinParts,
  txid: string,
): Promise<{ readonly refused: string } | { readonly transfers: readonly ChainTransfer[] }> {
  const receipt = await receiptOf(parts, txid);
  if ('refused' in receipt) return receipt;
  const { chain, terms, source, evmKey, exchange } = parts;
  const header = await source.headerAt(receipt.height);
  const all = header?.hash === receipt.blockHash ? await source.transfersOf(header) : null;
  const own = new Set([new ChainAddresses('EVM', evmKey).of(HOT_WALLET), terms.cold]);
  const counted = exchange.chains.find((one) => one.chain === chain)?.coins ?? [];
  const transfers = (all ?? []).filter(
    ({ txid: its, to, coin }) => its === txid && own.has(to) && counted.some((one) => one.coin === coin),
  );
  if (transfers.length === 0)
    return { refused: 'it brings no coin that is counted to the hot wallet or the cold address' };
  return { transfers };
}
