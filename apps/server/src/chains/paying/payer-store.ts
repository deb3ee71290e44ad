/**
 * The payments as a payer may write them. It pays what the server has ordered, stores only what was
 * signed, and ends a payment only as the server has taken it in.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  hasEnded,
  partsOfRaw,
  txidOfRaw,
  type PaymentOrder,
  type PaymentRecord,
  type PaymentRecords,
  type PaymentStore,
  type UtxoStore,
} from '@glasshouse/chains';
import type { PaymentRows } from './payment-rows.ts';
import type { PaymentTables } from './payment-tables.ts';
import type { UtxoTables } from './utxo-tables.ts';

export function payerStore(tables: PaymentTables): PaymentStore {
  const { check, ...records } = guarded(tables, txidOfRaw);
  return {
    ...records,
    add: async (order, nonce) => {
      refuseForeign(order);
      return tables.add(order, nonce);
    },
    nextNonce: async (chainId, sender) => tables.nextNonce(chainId, sender),
    allocate: async (payment) => {
      await check(payment);
      await tables.allocate(payment);
    },
    holderOf: async (chainId, sender, nonce) => tables.holderOf(chainId, sender, nonce),
  };
}

export function utxoPayerStore(tables: UtxoTables): UtxoStore {
  const { check, ...records } = guarded(tables, (raw) => partsOfRaw(raw).txid);
  return {
    ...records,
    add: async (order) => {
      refuseForeign(order);
      return tables.add(order);
    },
    allocate: async (payment) => {
      await check(payment);
      await tables.allocate(payment);
    },
    holderOf: async (chainId, input) => tables.holderOf(chainId, input),
  };
}

/** Withdrawals are ordered by the server alone. */
function refuseForeign({ id, kind }: PaymentOrder): void {
  if (kind === 'withdrawal' || !id.startsWith(`${kind}:`))
    throw new Error(`a payer cannot order ${id}, a ${kind}`);
}

type Guarded<P extends PaymentRecord> = Omit<PaymentRecords<P>, 'add'> & {
  /** Throws unless a payer may store it. */
  readonly check: (payment: P) => Promise<void>;
};

/** What is the same of all kinds of chains. */
function guarded<P extends PaymentRecord>(rows: PaymentRows<P>, txidOf: (raw: string) => string): Guarded<P> {
  const check = async ({ order, attempts, outcome, state }: P): Promise<void> => {
    const { id } = order;
    const stored = await rows.find(id);
    if (stored === null || !isDeepStrictEqual(stored.order, order))
      throw new Error(`payment ${id} was ordered otherwise`);
    const signatures = attempts.length === 0 ? [] : await rows.signaturesOf(id);
    for (const { txid, raw, purpose } of attempts) {
      const isSigned = signatures.some((one) => one.raw === raw && one.purpose === purpose);
      if (!isSigned || txidOf(raw) !== txid) throw new Error(`nobody has signed ${txid} for ${id}`);
    }
    const reported = await rows.reportedOf(id);
    if ((hasEnded({ state }) || reported !== null) && !isDeepStrictEqual(outcome, reported))
      throw new Error(`the exchange was not told that ${id} has ended so`);
  };
  return {
    check,
    find: async (id) => rows.find(id),
    open: async (chainId) => rows.open(chainId),
    put: async (payment) => {
      await check(payment);
      await rows.put(payment);
    },
    ofTransaction: async (chainId, txid) => rows.ofTransaction(chainId, txid),
  };
}
