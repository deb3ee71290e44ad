/**
 * Payments on TRON, which has no nonces. Time takes their place: each transaction expires, and
 * another one is created only when none of the earlier ones can be mined any more (D0034).
 */
import { outputOf, NATIVE_OUTPUT } from '../evm/transfers.ts';
import type { PaymentOrder, PaymentOutcome, PaymentRecord, PaymentRecords } from '../paying/payments.ts';
import type { MinedTronTransaction } from './nodes.ts';
import { evmAddress } from './source.ts';
import type { TronTransfer } from './transactions.ts';

/** A transaction that may have been signed. It is stored before the signer is asked. */
export interface TronDraft {
  readonly txid: string;
  /** The unsigned transaction in hexadecimal. */
  readonly rawData: string;
  readonly expirationMs: number;
  /** The fee limit in the smallest unit of TRX. */
  readonly feeLimit: string;
}

/** A payment on TRON. In the state 'allocated' no signature of the newest draft is recorded. */
export interface TronPayment extends PaymentRecord {
  /** Drafts, oldest first. All but the newest have expired by a final block. */
  readonly drafts: readonly TronDraft[];
}

/**
 * The store of payments on TRON. `ofTransaction` finds drafts too; `put` throws if a draft belongs
 * to another payment.
 */
export type TronStore = PaymentRecords<TronPayment>;

/** Amounts of TRX are in its smallest unit. */
export interface TronTerms {
  readonly chainId: number;
  readonly nativeCoin: string;
  /** Token contracts by coin, in TRON's form. */
  readonly tokens: Readonly<Record<string, string>>;
  /** The largest energy fee of one transaction. While more is needed, nothing is signed. */
  readonly feeLimitMax: bigint;
  /** The largest further cost of one transaction: its bytes, and the activation of an address. */
  readonly otherFeesMax: bigint;
  /** The time from the newest block to the expiration of a new transaction. */
  readonly lifetimeMs: number;
}

export const newTronPayment = (order: PaymentOrder): TronPayment => ({
  order,
  version: 1,
  state: 'approved',
  attempts: [],
  drafts: [],
  cancelled: null,
  outcome: null,
});

/** The contract of a coin, or null for TRX. */
export function tronTokenOf({ nativeCoin, tokens }: TronTerms, coin: string): string | null {
  if (coin === nativeCoin) return null;
  const token = tokens[coin];
  if (token === undefined) throw new Error(`coin ${coin} is not on this chain`);
  return token;
}

/** The transfer that the transaction of an order makes. */
export const tronTransferOf = (
  { sender: owner, to, coin, units }: PaymentOrder,
  terms: TronTerms,
): TronTransfer => ({ owner, to, token: tronTokenOf(terms, coin), units: BigInt(units) });

/** Adds a quarter to the energy, because the need can change until the transaction is mined. */
const room = (energy: bigint): bigint => (energy * 5n) / 4n;

/**
 * The most that the call of an order may burn, at a price of energy; null if that may be too
 * little. Only what is used is burnt. To a customer it is twice what is needed, as far as the terms
 * allow: the first tokens of an address cost twice the energy of further ones, and a reorganisation
 * can change which are the first. The house's own addresses have had some.
 */
export function feeLimitFor(
  { kind }: Pick<PaymentOrder, 'kind'>,
  energy: bigint,
  { price, feeLimitMax }: { readonly price: bigint; readonly feeLimitMax: bigint },
): bigint | null {
  const needed = room(energy) * price;
  if (needed > feeLimitMax) return null;
  if (kind !== 'withdrawal') return needed;
  return 2n * needed < feeLimitMax ? 2n * needed : feeLimitMax;
}

/** The outcome of a payment's mined transaction. */
export function tronOutcomeOf(
  order: PaymentOrder,
  mined: MinedTronTransaction,
  terms: TronTerms,
): PaymentOutcome {
  const ended = { txid: mined.txid, output: null, cost: mined.fee.toString(), height: mined.height };
  if (!mined.succeeded) return { ...ended, result: 'failed' };
  const token = tronTokenOf(terms, order.coin);
  if (token === null) return { ...ended, result: 'paid', output: NATIVE_OUTPUT };
  const [sender, to] = [evmAddress(order.sender), evmAddress(order.to)];
  const output = outputOf({ sender, to, units: order.units }, mined, evmAddress(token));
  return output === null ? { ...ended, result: 'different' } : { ...ended, result: 'paid', output };
}
