/**
 * Payments on TRON, which has no nonce. What a payment has instead is time: each of its
 * transactions expires, and another one is made only when none of the earlier ones can be in a
 * block any more (D0034).
 */
import { outputOf, NATIVE_OUTPUT } from '../evm/transfers.ts';
import type { PaymentOrder, PaymentOutcome, PaymentRecord, PaymentRecords } from '../paying/payments.ts';
import type { MinedTronTransaction } from './nodes.ts';
import { evmAddress } from './source.ts';
import type { TronTransfer } from './transactions.ts';

/** A transaction that may have been signed. It is stored before the signer is asked. */
export interface TronDraft {
  readonly txid: string;
  /** In hexadecimal. */
  readonly rawData: string;
  readonly expirationMs: number;
  /** Of TRX, in the smallest unit. */
  readonly feeLimit: string;
}

/** 'allocated': the newest draft is not signed, as far as the record knows. */
export interface TronPayment extends PaymentRecord {
  /** Oldest first. All have expired in a final block, except the newest one. */
  readonly drafts: readonly TronDraft[];
}

/** `ofTransaction` knows drafts too; `put` throws if one is of two payments. */
export type TronStore = PaymentRecords<TronPayment>;

/** Amounts of TRX are in its smallest unit. */
export interface TronTerms {
  readonly chainId: number;
  readonly nativeCoin: string;
  /** Contracts by coin, as TRON writes them. */
  readonly tokens: Readonly<Record<string, string>>;
  /** For the energy of one transaction. While more is needed, nothing is signed. */
  readonly feeLimitMax: bigint;
  /** What else one may cost: its bytes, and the activation of an address. */
  readonly otherFeesMax: bigint;
  /** From the newest block to the expiration of a transaction. */
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

/** What the transaction of an order moves. */
export const tronTransferOf = (
  { sender: owner, to, coin, units }: PaymentOrder,
  terms: TronTerms,
): TronTransfer => ({ owner, to, token: tronTokenOf(terms, coin), units: BigInt(units) });

/** Of what a call needs now: what else may change until it is mined. */
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

/** What the transaction of a payment has done. */
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
