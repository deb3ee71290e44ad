/** How the ledger counts what is on chains, and how it names transfers there. */
import { MAX_UNITS } from '@glasshouse/money';
import { CHAIN_NUMBERS, type ChainName } from '@glasshouse/protocol/funding';
import type { ChainCoin, ChainCost, Networks, TransferReference } from '../../contract/chain-parts.ts';

export const isName = (chain: string): chain is ChainName => Object.hasOwn(CHAIN_NUMBERS, chain);

export interface LedgerAmount {
  readonly amount: number;
  readonly rest: number;
}

/**
 * Units of a chain as the ledger counts them: whole units, rounded down, and what is left. Null if
 * the ledger cannot count so many.
 */
export function ledgerAmount(
  { decimals, ledgerDecimals }: Pick<ChainCoin, 'decimals' | 'ledgerDecimals'>,
  units: bigint,
): LedgerAmount | null {
  const scale = 10n ** BigInt(decimals - ledgerDecimals);
  const amount = units / scale;
  return amount > BigInt(MAX_UNITS) ? null : { amount: Number(amount), rest: Number(units % scale) };
}

/** Null if the exchange has no account for the coin. */
export function chargedOf(
  networks: Pick<Networks, 'coin'>,
  chain: string,
  cost: ChainCost | null,
): (LedgerAmount & { readonly asset: number }) | null {
  if (cost === null) return null;
  const terms = networks.coin(chain, cost.coin);
  if (terms === undefined) return null;
  const charged = ledgerAmount(terms, BigInt(cost.units));
  if (charged === null) throw new Error(`a cost of ${cost.units} on ${chain} cannot be counted`);
  return { asset: terms.asset, ...charged };
}

/** A transaction has one cost, whatever its outputs. */
export const COST_OUTPUT = -1;

/** The core knows transactions without a prefix, and outputs from 0; a source's -1 is the first. */
export function referenceOf({ chain, txid, output }: TransferReference) {
  if (!isName(chain)) throw new Error(`${chain} is no chain`);
  return { chain: CHAIN_NUMBERS[chain], txid: txid.replace(/^0x/, '').toLowerCase(), output: output + 1 };
}

/** 0: no chain has it. */
export const numberOf = (chain: string): number => (isName(chain) ? CHAIN_NUMBERS[chain] : 0);
