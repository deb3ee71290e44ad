/**
 * Deposits as watchers of chains report them: credited once, and final once no block can leave. All
 * of it can be asked again after a crash.
 */
import { HOUSE, type Command } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import type {
  ChainCoin,
  ChainExchange,
  Credited,
  CreditedTransfer,
  Networks,
  OwnedTransfer,
  TransferReference,
} from '../../../contract/chain-parts.ts';
import type { Database } from '../../../db/database.ts';
import { ledgerAmount, referenceOf, type LedgerAmount } from '../chain-amounts.ts';

export interface CreditParts {
  readonly database: Pick<Database, 'reads'>;
  readonly networks: Pick<Networks, 'coin'>;
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
  networks,
  submit,
}: CreditParts): Pick<ChainExchange, 'credit' | 'finalise' | 'isCredited'> {
  const done = async (command: Command): Promise<void> => {
    const error = await submit(command);
    if (error !== null) throw new Error(`${command.type} was refused: ${error}`);
  };
  return {
    credit: (transfer) => credit({ networks, submit }, transfer),
    finalise: async (transfer) => {
      const known = await findDeposit(database, transfer);
      if (known === null) {
        const { chain, coin, units } = transfer;
        const terms = networks.coin(chain, coin);
        const counted = terms === undefined ? null : ledgerAmount(terms, BigInt(units));
        if (terms === undefined || counted === null) return;
        await done(creditOf(transfer, { ...counted, terms }, HOUSE.treasury));
      } else if (known.status === CREDITED)
        await done({ type: 'finalise-deposit', deposit: known.deposit_id });
    },
    isCredited: async (reference) => (await findDeposit(database, reference)) !== null,
  };
}

function creditOf(
  transfer: OwnedTransfer,
  { amount, rest, terms: { asset } }: LedgerAmount & { readonly terms: ChainCoin },
  owner: number,
): Command {
  const isFinal = owner === HOUSE.treasury ? 1 : 0;
  return { type: 'credit-deposit', owner, asset, amount, rest, ...referenceOf(transfer), isFinal };
}

async function credit(
  { networks, submit }: Pick<CreditParts, 'networks' | 'submit'>,
  transfer: CreditedTransfer,
): Promise<Credited> {
  const terms = networks.coin(transfer.chain, transfer.coin);
  if (terms === undefined) return { refused: 'wallet/chain-unknown' };
  const counted = ledgerAmount(terms, BigInt(transfer.units));
  if (counted === null) return { refused: 'wallet/limit-reached' };
  const { minDeposit = terms.minDeposit } = transfer;
  const least = parseDecimal(minDeposit, terms.ledgerDecimals);
  if (typeof least !== 'number') throw new Error(`${minDeposit} is no amount of ${terms.coin}`);
  if (counted.amount < least) return 'below-minimum';
  const error = await submit(creditOf(transfer, { ...counted, terms }, transfer.owner));
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
