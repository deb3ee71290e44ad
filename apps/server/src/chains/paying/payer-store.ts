/**
 * The payments as a payer may write them. It pays what the server has ordered, moves the house's
 * coins by the server's rules, stores only what was signed, forgets nothing of it, and ends a
 * payment only as the server has taken it in.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  isFeeTold,
  pricesOfRaw,
  partsOfRaw,
  rawDataIn,
  txidOf,
  txidOfRaw,
  type PaymentOrder,
  type OwnOutput,
  type PaymentRecord,
  type PaymentStore,
  type TronStore,
  type UtxoStore,
} from '@glasshouse/chains';
import type { PaidChain } from './paid-chain.ts';
import type { PaymentTables } from './payment-tables.ts';
import { chainOf, RecordGuard, type KnownToServer } from './record-guard.ts';
import type { UtxoTables } from './utxo-tables.ts';
import type { TronTables } from './tron-tables.ts';
import { utxoTermsOf } from './utxo-terms.ts';
import { byKind, kindOf } from './wallet-terms.ts';

export function payerStore(tables: PaymentTables, known: KnownToServer): PaymentStore {
  const guard = new RecordGuard(tables, known, {
    ...ofOneTaking,
    isOf: (terms) => kindOf(terms) === 'evm',
    matchesRaw: ({ raw, txid, ...told }) => {
      const prices = pricesOfRaw(raw);
      return (
        txidOfRaw(raw) === txid &&
        told.gas === prices.gas &&
        told.maxFeePerGas === prices.maxFeePerGas &&
        told.maxPriorityFeePerGas === prices.maxPriorityFeePerGas
      );
    },
  });
  return {
    ...guard.records(),
    add: async (order, given) => {
      const paid = requireAllowed(order, known);
      const nonce = given ?? undefined;
      // A nonce that the chain has used would never be mined again.
      if (order.kind === 'filler')
        await requireNonce(order, nonce, async () => nonce! >= (await paid.transactionsOf(order.sender)));
      else if (nonce !== undefined) throw new Error(`${order.id} takes its nonce in its turn`);
      return tables.add(order, nonce);
    },
    nextNonce: async (chainId, sender) => tables.nextNonce(chainId, sender),
    allocate: async (payment) => {
      await guard.checkTaking(payment);
      const { order, nonce } = payment;
      // Only a sender's first nonce is compared with the chain; each later one must follow from the
      // one before.
      if ((await tables.nextNonce(order.chainId, order.sender)) === null) {
        const paid = chainOf(known, order);
        await requireNonce(order, nonce, async () => nonce! <= (await paid.transactionsOf(order.sender)));
      }
      await tables.allocate(payment);
    },
    holderOf: async (chainId, sender, nonce) => tables.holderOf(chainId, sender, nonce),
  };
}

interface KnownOfInputs extends KnownToServer {
  /** Our outputs that may be unspent. */
  readonly outputsOf: (paid: PaidChain) => Promise<readonly OwnOutput[]>;
}

export function utxoPayerStore(tables: UtxoTables, known: KnownOfInputs): UtxoStore {
  const guard = new RecordGuard(tables, known, {
    ...ofOneTaking,
    isOf: (terms) => kindOf(terms) === 'utxo',
    matchesRaw: ({ raw, txid }) => partsOfRaw(raw).txid === txid,
    hasTrueCost: (attempt, payment) =>
      byKind(chainOf(known, payment.order).terms, {
        evm: () => false,
        utxo: (terms) => isFeeTold(attempt, payment, utxoTermsOf(terms)),
        tron: () => false,
      }),
  });
  return {
    ...guard.records(),
    add: async (order) => {
      requireAllowed(order, known);
      return tables.add(order);
    },
    allocate: async (payment) => {
      await guard.checkTaking(payment);
      // The value of its inputs decides what a payment costs, so it is checked against our own
      // outputs.
      const outputs = await known.outputsOf(chainOf(known, payment.order));
      const isOurs = (input: OwnOutput) => outputs.some((output) => isDeepStrictEqual(output, input));
      if (payment.inputs?.every(isOurs) !== true)
        throw new Error(`payment ${payment.order.id} takes what is not ours, or told otherwise`);
      await tables.allocate(payment);
    },
    holderOf: async (chainId, input) => tables.holderOf(chainId, input),
  };
}

/** A payment gets further transactions as they expire; `PaidChain.requireTaken` says when. */
export function tronPayerStore(tables: TronTables, known: KnownToServer): TronStore {
  const guard = new RecordGuard(tables, known, {
    isOf: (terms) => kindOf(terms) === 'tron',
    matchesRaw: ({ raw, txid }) => txidOf(rawDataIn(raw)) === txid,
    isSigned: ({ attempts, drafts }) => attempts.at(-1)?.txid === drafts.at(-1)?.txid,
    isInOrder: ({ attempts, drafts }) => {
      const places = attempts.map(({ txid }) => drafts.findIndex((draft) => draft.txid === txid));
      return places.every((place, at) => place > (places[at - 1] ?? -1));
    },
  });
  return {
    ...guard.records(),
    add: async (order) => {
      requireAllowed(order, known);
      return tables.add(order);
    },
  };
}

/** The checks of payments all of whose attempts use the same nonce or the same inputs. */
const ofOneTaking = {
  isSigned: ({ attempts }: PaymentRecord) => attempts.length > 0,
  isInOrder: ({ attempts }: PaymentRecord) =>
    new Set(attempts.map(({ txid }) => txid)).size === attempts.length,
};

/** Withdrawals are ordered by the server alone, and all else by its rules. */
function requireAllowed(order: PaymentOrder, known: KnownToServer): PaidChain {
  const { id, kind } = order;
  const paid = known.paid.find(({ terms }) => terms.chainId === order.chainId);
  if (paid === undefined || !id.startsWith(`${kind}:`) || !paid.allows(order))
    throw new Error(`a payer cannot order ${id}, a ${kind}`);
  return paid;
}

async function requireNonce(
  { id }: PaymentOrder,
  nonce: number | null | undefined,
  isPossible: () => Promise<boolean>,
): Promise<void> {
  const isNumber = Number.isSafeInteger(nonce) && nonce! >= 0;
  if (!isNumber || !(await isPossible())) throw new Error(`${id} cannot have the nonce ${nonce}`);
}
