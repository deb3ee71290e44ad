/**
 * What watchers and payers of chains ask of the exchange, as commands: credit, finalise, halt,
 * settle. The core takes a reference once, so that all of it can be asked again after a crash.
 */
import {
  CHAIN_STATUS,
  HOUSE,
  WITHDRAWAL_STATUS,
  type Command,
  type WithdrawalChanged,
} from '@glasshouse/core';
import { CHAIN_NUMBERS, CHAIN_TERMS } from '@glasshouse/protocol/funding';
import { withChecksum } from '@glasshouse/protocol/wallet/address-formats';
import type {
  ApprovedWithdrawal,
  ChainDescription,
  ChainExchange,
  Credited,
  OwnedTransfer,
  TransferReference,
} from '../../contract/chain-parts.ts';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { assetNumber, unitsOf } from '../../values/starting-assets.ts';
import { isName, ledgerAmount, numberOf, referenceOf, termsOf, type LedgerAmount } from './chain-amounts.ts';
import { booksOf, chainPayments } from './chain-payments.ts';
import { beingRejected } from './withdrawal-reviews.ts';

type ExchangeParts = Pick<Ports, 'database' | 'catalogue' | 'sequencer'>;

/** Refusals that another attempt would only repeat. */
const FINAL_REFUSALS: ReadonlySet<string> = new Set([
  'funding/amount-missing',
  'request/invalid',
  'wallet/account-unknown',
  'wallet/chain-unknown',
  'wallet/limit-reached',
]);

const DESCRIPTIONS: readonly ChainDescription[] = Object.entries(CHAIN_TERMS).map(
  ([chain, { family, confirmations, coins }]) => ({ chain, family, confirmations, coins }),
);

const NAMES = new Map<number, string>(Object.entries(CHAIN_NUMBERS).map(([name, number]) => [number, name]));

export function chainExchange(parts: ExchangeParts): ChainExchange {
  const { catalogue, sequencer } = parts;
  const { coins, withdrawals } = catalogue.exchange.features.funding;
  const isHalted = (chain: string): boolean =>
    coins.all().some((coin) => coin.chain === numberOf(chain) && coin.status === CHAIN_STATUS.halted);
  const submit = async (command: Command): Promise<string | null> =>
    (await sequencer.submit(command, { owner: PLATFORM_OWNER })).error;
  const done = async (command: Command): Promise<void> => {
    const error = await submit(command);
    if (error !== null) throw new Error(`${command.type} was refused: ${error}`);
  };
  return {
    chains: DESCRIPTIONS,
    credit: (transfer) => credit(submit, transfer),
    finalise: async (transfer) => {
      const known = await findDeposit(parts, transfer);
      if (known === null) {
        const counted = countedOf(transfer);
        if (counted !== null) await done(creditOf(transfer, counted, HOUSE.treasury));
      } else if (known.status === CREDITED)
        await done({ type: 'finalise-deposit', deposit: known.deposit_id });
    },
    isCredited: async (reference) => (await findDeposit(parts, reference)) !== null,
    setHalted: (chain, isHalted) =>
      done({
        type: 'set-chain-status',
        chain: numberOf(chain),
        status: isHalted ? CHAIN_STATUS.halted : CHAIN_STATUS.open,
      }),
    isHalted,
    approved: async () => {
      const approved = await sequencer.read(() =>
        [...withdrawals.all.values()]
          .filter(({ status }) => status === WITHDRAWAL_STATUS.approved)
          .flatMap((one) => approvedOf(catalogue, one))
          .filter(({ chain }) => !isHalted(chain)),
      );
      const rejected = await beingRejected(
        parts.database,
        approved.map(({ withdrawal }) => withdrawal),
      );
      return approved.filter(({ withdrawal }) => !rejected.has(withdrawal));
    },
    ...chainPayments(parts, submit),
    books: (chain, asked) => sequencer.read(() => booksOf(catalogue, chain, asked)),
  };
}

/** `FundingDepositsTable.status`. */
const CREDITED = 0;

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

/** Nothing for a coin whose units on its chain are not known here. */
function approvedOf(
  catalogue: Ports['catalogue'],
  { withdrawal, chain: number, asset, address: given, amount }: Omit<WithdrawalChanged, 'type'>,
): readonly ApprovedWithdrawal[] {
  const chain = NAMES.get(number) ?? '';
  const { code: coin, decimals } = catalogue.assetAt(asset);
  const terms = termsOf(chain, coin);
  if (terms === undefined) return [];
  const address = isName(chain) && CHAIN_TERMS[chain].family === 'EVM' ? withChecksum(given) : given;
  const units = BigInt(amount) * 10n ** BigInt(terms.decimals - decimals);
  return [{ withdrawal, chain, address, coin, units: String(units) }];
}

async function credit(
  submit: (command: Command) => Promise<string | null>,
  transfer: OwnedTransfer,
): Promise<Credited> {
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

async function findDeposit({ database }: ExchangeParts, reference: TransferReference) {
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
