/**
 * What the exchange takes in of payments on chains: settlements, rejections and costs, each once,
 * and what its ledger says of a chain.
 */
import { REFERENCE_USE, WITHDRAWAL_STATUS, type Command } from '@glasshouse/core';
import type { Catalogue } from '../../contract/catalogue.ts';
import type {
  AskedReferences,
  ChainBooks,
  ChainCost,
  ChainExchange,
  TransferReference,
} from '../../contract/chain-parts.ts';
import type { Ports } from '../../contract/ports.ts';
import { assetNumber } from '../../values/starting-assets.ts';
import { ledgerAmount, numberOf, referenceOf, termsOf } from './chain-amounts.ts';
import { findWithdrawal, record } from './withdrawal-reviews.ts';

/** Under this name its acts are recorded, which no operator can have. */
const BY_PAYER = 'payer';
/** A transaction has one cost, whatever its outputs. */
const COST_OUTPUT = -1;

type Payments = Pick<ChainExchange, 'settle' | 'reject' | 'bookCost'>;

export function chainPayments(
  parts: Pick<Ports, 'database' | 'catalogue'>,
  submit: (command: Command) => Promise<string | null>,
): Payments {
  const done = async (command: Command, repeated?: string): Promise<void> => {
    const error = await submit(command);
    if (error !== null && error !== repeated) throw new Error(`${command.type} was refused: ${error}`);
  };
  const statusOf = async (withdrawal: number) => {
    const stored = await findWithdrawal(parts, withdrawal);
    if (stored === undefined) throw new Error(`there is no withdrawal ${withdrawal}`);
    return stored;
  };
  return {
    settle: async (withdrawal, by, cost) => {
      const { txid, output } = referenceOf(by);
      const stored = await statusOf(withdrawal);
      const isSame = stored.txid === txid && stored.output === output;
      if (stored.status === WITHDRAWAL_STATUS.settled && isSame) return;
      const charged = chargedOf(by.chain, cost);
      const [units, costRest] = [charged?.amount ?? 0, charged?.rest ?? 0];
      await done({ type: 'settle-withdrawal', withdrawal, txid, output, cost: units, costRest });
    },
    reject: async (withdrawal, reason) => {
      const { status } = await statusOf(withdrawal);
      if (status === WITHDRAWAL_STATUS.rejected) return;
      await record(parts.database, { withdrawal, act: 'reject', operator: BY_PAYER, detail: reason });
      await done({ type: 'reject-withdrawal', withdrawal });
    },
    bookCost: async ({ chain, txid }, cost) => {
      const charged = chargedOf(chain, cost);
      if (charged === null || charged.amount + charged.rest === 0) return;
      const { amount, rest } = charged;
      const reference = referenceOf({ chain, txid, output: COST_OUTPUT });
      const booked = { type: 'book-chain-cost', asset: assetNumber(cost.coin), amount, rest } as const;
      await done({ ...booked, ...reference }, 'funding/reference-used');
    },
  };
}

/** Null if the exchange has no account for the coin. */
function chargedOf(chain: string, cost: ChainCost | null) {
  if (cost === null) return null;
  const terms = termsOf(chain, cost.coin);
  if (terms === undefined) return null;
  const charged = ledgerAmount(terms, BigInt(cost.units));
  if (charged === null) throw new Error(`a cost of ${cost.units} on ${chain} cannot be counted`);
  return charged;
}

/** Between two batches, so that a batch in flight is in none of it. */
export function booksOf(
  catalogue: Catalogue,
  chain: string,
  { deposits, settlements, costs }: AskedReferences,
): ChainBooks {
  const { coins, references } = catalogue.exchange.features.funding;
  const isUsed = (use: number) => (named: TransferReference) =>
    references.has({ use, ...referenceOf(named) });
  const held = coins
    .all()
    .filter((coin) => coin.chain === numberOf(chain))
    .map((coin) => {
      const units = BigInt(coins.heldOn(coin)) * 10n ** BigInt(coin.restDecimals) + BigInt(coin.rest);
      return [catalogue.assetAt(coin.asset).code, String(units)] as const;
    });
  return {
    holdings: Object.fromEntries(held),
    deposits: deposits.map(isUsed(REFERENCE_USE.deposit)),
    settlements: settlements.map(isUsed(REFERENCE_USE.settlement)),
    costs: costs.map((one) => isUsed(REFERENCE_USE.cost)({ ...one, output: COST_OUTPUT })),
  };
}
