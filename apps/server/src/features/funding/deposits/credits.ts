/**
 * Deposits as watchers of chains report them: credited once, and final once no block can leave. All
 * of it can be asked again after a crash.
 */
import { HOUSE, type Command } from '@glasshouse/core';
import type { RefusalName } from '@glasshouse/protocol';
import type {
  ChainExchange,
  Credited,
  OwnedTransfer,
  TransferReference,
} from '../../../contract/chain-parts.ts';
import type { Database } from '../../../db/database.ts';
import { assetNumber, unitsOf } from '../../../values/starting-assets.ts';
import { ledgerAmount, referenceOf, termsOf, type LedgerAmount } from '../chain-amounts.ts';

export interface CreditParts {
  readonly database: Pick<Database, 'reads'>;
  /** Submits for the platform. Returns the core's refusal, or null. */
  readonly submit: (command: Command) => Promise<RefusalName | null>;
}

/** Refusals that another attempt would only repeat. */
const FINAL_REFUSALS: ReadonlySet<string> = new Set([
  'funding/amount-missing',
  'request/invalid',
  'wallet/account-unknown',
  'wallet/chain-unknown',
  'wallet/limit-reached',
]);
/** `FundingDepositsTable.status`. */
const CREDITED = 0;

export function depositCredits({
  database,
  submit,
}: CreditParts): Pick<ChainExchange, 'credit' | 'finalise' | 'isCredited'> {
  const done = async (command: Command): Promise<void> => {
    const error = await submit(command);
    if (error !== null) throw new Error(`${command.type} was refused: ${error}`);
  };
  return {
    credit: (transfer) => credit(submit, transfer),
    finalise: async (transfer) => {
      const known = await findDeposit(database, transfer);
      if (known === null) {
        const counted = countedOf(transfer);
        if (counted !== null) await done(creditOf(transfer, counted, HOUSE.treasury));
      } else if (known.status === CREDITED)
        await done({ type: 'finalise-deposit', deposit: known.deposit_id });
    },
    isCredited: async (reference) => (await findDeposit(database, reference)) !== null,
  };
}

/** Null if the exchange does not count the coin, or not so much of it. */
function countedOf({ chain, coin, units }: OwnedTransfer): LedgerAmount | null {
  const terms = termsOf(chain, coin);
  return terms === undefined ? null : ledgerAmount(terms, BigInt(units));
}

function creditOf(transfer: OwnedTransfer, { amount, rest }: LedgerAmount, owner: number): Command {
  const isFinal = owner === HOUSE.treasury ? 1 : 0;
  const asset = assetNumber(transfer.coin);
  return { type: 'credit-deposit', owner, asset, amount, rest, ...referenceOf(transfer), isFinal };
}

async function credit(submit: CreditParts['submit'], transfer: OwnedTransfer): Promise<Credited> {
  const terms = termsOf(transfer.chain, transfer.coin);
  if (terms === undefined) return { refused: 'wallet/chain-unknown' };
  const counted = ledgerAmount(terms, BigInt(transfer.units));
  if (counted === null) return { refused: 'wallet/limit-reached' };
  if (counted.amount < unitsOf(terms.minDeposit, terms.coin)) return 'below-minimum';
  const error = await submit(creditOf(transfer, counted, transfer.owner));
  if (error === null || error === 'funding/reference-used') return 'credited';
  if (FINAL_REFUSALS.has(error)) return { refused: error };
  throw new Error(`a deposit could not be credited now: ${error}`);
}

async function findDeposit(database: CreditParts['database'], reference: TransferReference) {
  const { chain, txid, output } = referenceOf(reference);
  const row = await database.reads
    .selectFrom('funding_deposits')
    .select(['deposit_id', 'status'])
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('output', '=', output)
    .executeTakeFirst();
  return row ?? null;
}
