/**
 * Signs transactions of TRON with the keys of a seed, by rules, a clock and a record of its own. It
 * reads the transaction itself. By its record an order has one transaction at a time that can be
 * mined: the next one is signed after the one before has expired, and only for somebody who knows
 * all that were signed.
 */
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { bytesToHex } from 'viem';
import { sign } from 'viem/accounts';
import { ACCOUNT_PATHS, BRANCHES, ChainAddresses } from '../addresses/chain-addresses.ts';
import type { KeyPath, PaymentOrder } from '../paying/payments.ts';
import { isWay, limitOf, type SignerRules } from '../evm/signer-rules.ts';
import {
  dayOf,
  orderText,
  SpentFees,
  SpentUnits,
  type FeeSpending,
  type SignerLog,
  type SigningAnswer,
  type SigningRefusal,
} from '../paying/signing.ts';
import {
  hashToSign,
  isSameTransfer,
  isTronAddress,
  readRawData,
  signedTransaction,
  txidOf,
  type TronTransaction,
  type TronTransfer,
} from './transactions.ts';

/** Plain data, as `SigningRequest`. */
export interface TronSigningRequest {
  /** The order as it was approved. */
  readonly order: PaymentOrder;
  /** The transaction in hexadecimal. */
  readonly rawData: string;
  /** The ids of all transactions for which a signature was requested before, for this order. */
  readonly before: readonly string[];
}

/** Holds the keys. The same request may come again. Throws if there is no answer now. */
export interface TronSigning {
  sign(request: TronSigningRequest): Promise<SigningAnswer>;
}

/** A copy of its own, so that nobody who asks can relax them. Addresses are as TRON writes them. */
export interface TronSignerRules extends Pick<
  SignerRules,
  'chainId' | 'nativeCoin' | 'tokens' | 'withdrawals' | 'topUps' | 'coldAddress' | 'feesPerDay'
> {
  /** The largest fee limit of one transaction, in the smallest unit of TRX. */
  readonly feeLimitMax: bigint;
  /** The largest cost of one transaction beside its fee limit. */
  readonly otherFeesMax: bigint;
  /** The longest time from now to a transaction's expiration, by the signer's clock. */
  readonly lifetimeMsMax: number;
  /** The time by which the signer's clock may be ahead of the chain's. */
  readonly clockMarginMs: number;
}

export interface TronSignedEntry {
  readonly order: PaymentOrder;
  readonly txid: string;
  readonly expirationMs: number;
  /** Days since 1970 (UTC). */
  readonly day: number;
  /** The largest possible fee, in the smallest unit of TRX. */
  readonly fee: string;
}

interface TronSignerOptions {
  /** BIP-39. */
  readonly mnemonic: string;
  readonly rules: TronSignerRules;
  readonly log: SignerLog<TronSignedEntry>;
  readonly nowMs: () => number;
}

/** The decoded transaction of a request. */
type ReadRequest = Pick<TronSignedEntry, 'txid' | 'expirationMs' | 'fee'>;

/** The signed transactions of an order. */
interface Signed {
  readonly order: PaymentOrder;
  readonly txids: readonly string[];
  /** The expiration of the newest transaction. */
  readonly expirationMs: number;
}

export class TronSigner implements TronSigning {
  readonly #account: HDKey;
  readonly #addresses: ChainAddresses;
  readonly #rules: TronSignerRules;
  readonly #log: SignerLog<TronSignedEntry>;
  readonly #nowMs: () => number;
  /** Signed orders by id. */
  readonly #signed = new Map<string, Signed>();
  /** Ids of orders by transaction. */
  readonly #holders = new Map<string, string>();
  readonly #spent = new SpentUnits();
  readonly #fees = new SpentFees();
  /** The previous request. Requests are handled one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor({ mnemonic, rules, log, nowMs }: TronSignerOptions) {
    this.#account = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(ACCOUNT_PATHS.TRON);
    this.#addresses = new ChainAddresses('TRON', this.extendedPublicKey);
    this.#rules = rules;
    this.#log = log;
    this.#nowMs = nowMs;
  }

  static async open(options: TronSignerOptions): Promise<TronSigner> {
    const signer = new TronSigner(options);
    for (const entry of await options.log.load()) signer.#remember(entry);
    return signer;
  }

  /** The key for `ChainAddresses`, which derives every address and cannot spend. */
  get extendedPublicKey(): string {
    return this.#account.publicExtendedKey;
  }

  async sign(request: TronSigningRequest): Promise<SigningAnswer> {
    const answer = this.#last.then(async () => this.#sign(request));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #sign(request: TronSigningRequest): Promise<SigningAnswer> {
    const allowed = this.#allowed(request);
    if (typeof allowed === 'string') return { type: 'refused', refusal: allowed };
    const { order, rawData } = request;
    const entry = { order, ...allowed, day: dayOf(this.#nowMs()) };
    if (!this.#holders.has(entry.txid)) {
      await this.#log.append(entry);
      this.#remember(entry);
    }
    const signature = await sign({
      hash: hashToSign(rawData),
      privateKey: bytesToHex(this.#keyOf(order.from)),
      to: 'hex',
    });
    return { type: 'signed', raw: signedTransaction(rawData, signature.slice(2)) };
  }

  /**
   * Checks a request. An unreadable request is refused like any other; only a failure of the record
   * stops the signer.
   */
  #allowed(request: TronSigningRequest): ReadRequest | SigningRefusal {
    try {
      const txid = txidOf(request.rawData);
      const transaction = readRawData(request.rawData);
      const refusal = this.#recordRefusalOf(request, txid) ?? this.#refusalOf(request.order, transaction);
      if (refusal !== null) return refusal;
      const { expirationMs, feeLimit } = transaction!;
      const read = { txid, expirationMs, fee: (feeLimit + this.#rules.otherFeesMax).toString() };
      // The same bytes are the same payment, so they may be signed again at any time.
      if (this.#holders.has(txid)) return read;
      return this.#newRefusalOf(request.order, read) ?? read;
    } catch {
      return 'rules';
    }
  }

  /** Checks an order against the signer's record. Returns the refusal, or null. */
  #recordRefusalOf({ order, before }: TronSigningRequest, txid: string): SigningRefusal | null {
    const signed = this.#signed.get(order.id);
    if (signed !== undefined && orderText(signed.order) !== orderText(order)) return 'order-changed';
    if ((this.#holders.get(txid) ?? order.id) !== order.id) return 'nonce-taken';
    const isKnown = (one: string): boolean => one === txid || before.includes(one);
    return signed === undefined || signed.txids.every(isKnown) ? null : 'nonce-changed';
  }

  /** Checks a request by itself, without regard to earlier ones. Returns the refusal, or null. */
  #refusalOf(order: PaymentOrder, transaction: TronTransaction | null): SigningRefusal | null {
    const { nativeCoin, tokens, feeLimitMax } = this.#rules;
    const { sender, to, coin, units } = order;
    if (!allowsTronOrder(order, this.#rules, (path) => this.#addresses.of(path))) return 'rules';
    const token = coin === nativeCoin ? null : tokens[coin]!;
    const ordered: TronTransfer = { owner: sender, to, token, units: BigInt(units) };
    if (transaction === null || !isSameTransfer(transaction, ordered)) return 'not-as-ordered';
    return transaction.feeLimit > (token === null ? 0n : feeLimitMax) ? 'rules' : null;
  }

  /** Checks times and limits of a transaction that was not signed before. */
  #newRefusalOf(order: PaymentOrder, read: ReadRequest): SigningRefusal | null {
    const { lifetimeMsMax, clockMarginMs, feesPerDay } = this.#rules;
    const { expirationMs } = read;
    const now = this.#nowMs();
    const earlier = this.#signed.get(order.id);
    if (earlier !== undefined && earlier.expirationMs + clockMarginMs > now) return 'not-now';
    if (expirationMs <= now || expirationMs > now + lifetimeMsMax) return 'not-now';
    const limit = limitOf(order, this.#rules);
    // Counts each transaction, because the signer has no node and cannot know which ones were
    // mined.
    if (limit !== null && this.#spent.exceeds(order, limit, dayOf(now))) return 'limit';
    // No part of the limit is reserved, because TRON has no cancelling transactions.
    const spending = spendingOf({ order, ...read, day: dayOf(now) });
    return this.#fees.exceeds(spending, feesPerDay, true) ? 'fees' : null;
  }

  #remember(entry: TronSignedEntry): void {
    const { order, txid, expirationMs, day } = entry;
    const { txids = [] } = this.#signed.get(order.id) ?? {};
    this.#signed.set(order.id, { order, txids: [...txids, txid], expirationMs });
    this.#holders.set(txid, order.id);
    this.#spent.add(order, day);
    this.#fees.add(spendingOf(entry));
  }

  #keyOf({ branch, index }: KeyPath): Uint8Array {
    return this.#account.deriveChild(BRANCHES[branch]).deriveChild(index).privateKey!;
  }
}

/** The fee of a transaction, which counts in full, because none replaces another. */
const spendingOf = ({ order, txid, fee, day }: TronSignedEntry): FeeSpending => ({
  chainId: order.chainId,
  place: txid,
  fee: BigInt(fee),
  day,
});

/** Whether the rules allow the order itself. Also used where orders are stored, without keys. */
export function allowsTronOrder(
  order: PaymentOrder,
  rules: TronSignerRules,
  addressOf: (key: KeyPath) => string,
): boolean {
  const { chainId, coin, from, sender, to, toKey, units } = order;
  return (
    chainId === rules.chainId &&
    sender === addressOf(from) &&
    isTronAddress(to) &&
    isWay(order, rules) &&
    (toKey === null || to === addressOf(toKey)) &&
    (coin === rules.nativeCoin || Object.hasOwn(rules.tokens, coin)) &&
    /^[1-9]\d{0,77}$/.test(units)
  );
}
