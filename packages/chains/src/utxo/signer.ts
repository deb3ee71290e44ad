/**
 * Signs transactions of the Bitcoin family with the keys of a seed, by rules and a record of its
 * own. It reads the transaction itself: what it spends must be ours, what it pays must be the order
 * and the rest must come back. By its record an order is signed for one set of inputs, and an input
 * for one order, so that a payer that is broken, or taken over, cannot pay an order twice.
 */
import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { Transaction } from '@scure/btc-signer';
import { ACCOUNT_PATHS, BRANCHES } from '../addresses/chain-addresses.ts';
import { HOT_WALLET, type KeyPath, type PaymentOrder, type SignedAttempt } from '../paying/payments.ts';
import {
  dayOf,
  orderText,
  SpentFees,
  SpentUnits,
  type SignerLog,
  type SigningAnswer,
  type SigningLimit,
  type SigningRefusal,
} from '../paying/signing.ts';
import type { UtxoFamily, UtxoNetwork } from '../addresses/utxo-networks.ts';
import { outpointKey } from './payments.ts';
import { addressOfKey, scriptOf, scriptOfKey, SEQUENCE, VERSION } from './transactions.ts';

/** Plain data, as `SigningRequest`. */
export interface UtxoSigningRequest {
  /** The order as it was approved. */
  readonly order: PaymentOrder;
  readonly purpose: SignedAttempt['purpose'];
  /** The keys of the spent outputs, in the order of the inputs. */
  readonly keys: readonly KeyPath[];
  /** The transaction as a PSBT (BIP-174) in hexadecimal. */
  readonly psbt: string;
}

/** Holds the keys. The same request may come again. Throws if there is no answer now. */
export interface UtxoSigning {
  sign(request: UtxoSigningRequest): Promise<SigningAnswer>;
}

/** A copy of its own, so that nobody who asks can relax them. Amounts are in the smallest unit. */
export interface UtxoSignerRules {
  readonly chainId: number;
  readonly family: UtxoFamily;
  readonly network: UtxoNetwork;
  readonly coin: string;
  readonly withdrawals: SigningLimit;
  /** The address to which the hot wallet's excess may go; null forbids it. */
  readonly coldAddress: string | null;
  /** The largest fee of one transaction. */
  readonly maxFee: bigint;
  /** The limit of all fees per UTC day. */
  readonly feesPerDay: bigint;
}

export interface UtxoSignedEntry {
  readonly order: PaymentOrder;
  readonly purpose: SignedAttempt['purpose'];
  readonly inputs: readonly string[];
  readonly txid: string;
  /** Days since 1970 (UTC). */
  readonly day: number;
  readonly fee: string;
}

interface UtxoSignerOptions {
  /** BIP-39. */
  readonly mnemonic: string;
  readonly rules: UtxoSignerRules;
  readonly log: SignerLog<UtxoSignedEntry>;
  readonly nowMs: () => number;
}

/** A decoded transaction and its inputs. */
interface Reading {
  readonly transaction: Transaction;
  readonly inputs: readonly string[];
}

export class UtxoSigner implements UtxoSigning {
  readonly #account: HDKey;
  readonly #rules: UtxoSignerRules;
  readonly #log: SignerLog<UtxoSignedEntry>;
  readonly #nowMs: () => number;
  /** Signed orders by id. */
  readonly #signed = new Map<string, { order: PaymentOrder; inputs: string; isCancelled: boolean }>();
  /** Ids of orders by input. */
  readonly #holders = new Map<string, string>();
  readonly #spent = new SpentUnits();
  readonly #fees = new SpentFees();
  /** The previous request. Requests are handled one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor({ mnemonic, rules, log, nowMs }: UtxoSignerOptions) {
    this.#account = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(ACCOUNT_PATHS[rules.family]);
    this.#rules = rules;
    this.#log = log;
    this.#nowMs = nowMs;
  }

  static async open(options: UtxoSignerOptions): Promise<UtxoSigner> {
    const signer = new UtxoSigner(options);
    for (const entry of await options.log.load()) signer.#remember(entry);
    return signer;
  }

  /** The key for `ChainAddresses`, which derives every address and cannot spend. */
  get extendedPublicKey(): string {
    return this.#account.publicExtendedKey;
  }

  async sign(request: UtxoSigningRequest): Promise<SigningAnswer> {
    const answer = this.#last.then(async () => this.#sign(request));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #sign(request: UtxoSigningRequest): Promise<SigningAnswer> {
    const reading = this.#allowed(request);
    if (typeof reading === 'string') return { type: 'refused', refusal: reading };
    const { transaction, inputs } = reading;
    const { order, purpose } = request;
    const [txid, fee] = [transaction.id, String(transaction.fee)];
    const entry = { order, purpose, inputs, txid, day: dayOf(this.#nowMs()), fee };
    await this.#log.append(entry);
    this.#remember(entry);
    return { type: 'signed', raw: transaction.hex };
  }

  /**
   * Checks a request. An unreadable request is refused like any other; only a failure of the record
   * stops the signer.
   */
  #allowed(request: UtxoSigningRequest): Reading | SigningRefusal {
    try {
      const reading = this.#read(request);
      if (typeof reading === 'string') return reading;
      const refusal = this.#refusalOf(request, reading.inputs) ?? this.#feeRefusalOf(request, reading);
      if (refusal !== null) return refusal;
      const { transaction } = reading;
      for (const [at, key] of request.keys.entries()) transaction.signIdx(this.#keyOf(key).privateKey!, at);
      transaction.finalize();
      return reading;
    } catch {
      return 'rules';
    }
  }

  /**
   * Decodes a transaction and checks it by itself, without regard to earlier ones. Returns the
   * refusal if it is not allowed.
   */
  #read({ order, purpose, keys, psbt }: UtxoSigningRequest): Reading | SigningRefusal {
    const { chainId, coin, maxFee, network } = this.#rules;
    const hot = this.#keyOf(HOT_WALLET);
    if (order.chainId !== chainId || order.coin !== coin || !/^[1-9]\d{0,18}$/.test(order.units))
      return 'rules';
    if (order.sender !== addressOfKey(hot.publicKey!, network) || !isHot(order.from)) return 'rules';
    const to = scriptOf(order.to, network);
    if (to === null || !this.#isWay(order)) return 'rules';
    const transaction = transactionOf(psbt);
    if (transaction === null || keys.length !== transaction.inputsLength) return 'not-as-ordered';
    const inputs = this.#inputsOf(transaction, keys);
    if (inputs === null) return 'rules';
    const paid = purpose === 'cancel' ? [] : [{ script: to, units: BigInt(order.units) }];
    const back = scriptOfKey(hot.publicKey!, network);
    if (!isPaying(transaction, paid, back)) return 'not-as-ordered';
    const { fee } = transaction;
    return fee < 0n || fee > maxFee ? 'rules' : { transaction, inputs: inputs.sort() };
  }

  /**
   * The inputs if each of them spends an output of its key, otherwise null. The library checks
   * their values.
   */
  #inputsOf(transaction: Transaction, keys: readonly KeyPath[]): string[] | null {
    const inputs: string[] = [];
    for (const [at, key] of keys.entries()) {
      const { txid, index, sequence, nonWitnessUtxo, ...rest } = transaction.getInput(at);
      // Refuses foreign scripts and signatures, which would become part of the signed transaction.
      if (rest.finalScriptSig ?? rest.finalScriptWitness ?? rest.partialSig) return null;
      const script = nonWitnessUtxo?.outputs[index!]?.script;
      const ours = this.#keyOf(key).publicKey!;
      if (script === undefined || sequence !== SEQUENCE) return null;
      if (hex.encode(script) !== hex.encode(scriptOfKey(ours, this.#rules.network))) return null;
      inputs.push(outpointKey({ txid: hex.encode(txid!), output: index! }));
    }
    return new Set(inputs).size === inputs.length && inputs.length > 0 ? inputs : null;
  }

  /** Whether an order of this kind may go to its destination. */
  #isWay({ kind, to, toKey }: PaymentOrder): boolean {
    if (toKey !== null) return false;
    return kind === 'withdrawal' || (kind === 'cold' && to === this.#rules.coldAddress);
  }

  #feeRefusalOf({ order, purpose }: UtxoSigningRequest, { transaction }: Reading): SigningRefusal | null {
    const { chainId, feesPerDay } = this.#rules;
    const spending = { chainId, place: order.id, fee: transaction.fee, day: dayOf(this.#nowMs()) };
    return this.#fees.exceeds(spending, feesPerDay, purpose === 'cancel') ? 'fees' : null;
  }

  /** Checks in this order: order, inputs, cancellation, limits. */
  #refusalOf({ order, purpose }: UtxoSigningRequest, inputs: readonly string[]): SigningRefusal | null {
    const before = this.#signed.get(order.id);
    if (before !== undefined && orderText(before.order) !== orderText(order)) return 'order-changed';
    if (before !== undefined && before.inputs !== inputs.join()) return 'nonce-changed';
    if (inputs.some((input) => (this.#holders.get(input) ?? order.id) !== order.id)) return 'nonce-taken';
    if (purpose === 'cancel') return null;
    if (before?.isCancelled === true) return 'cancelled';
    if (before !== undefined || order.kind !== 'withdrawal') return null;
    return this.#spent.exceeds(order, this.#rules.withdrawals, dayOf(this.#nowMs())) ? 'limit' : null;
  }

  #remember({ order, purpose, inputs, day, fee }: UtxoSignedEntry): void {
    const before = this.#signed.get(order.id);
    const isCancelled = purpose === 'cancel' || before?.isCancelled === true;
    this.#signed.set(order.id, { order, inputs: inputs.join(), isCancelled });
    for (const input of inputs) this.#holders.set(input, order.id);
    if (before === undefined && purpose === 'pay') this.#spent.add(order, day);
    // All attempts of an order spend the same inputs.
    this.#fees.add({ chainId: order.chainId, place: order.id, fee: BigInt(fee), day });
  }

  #keyOf({ branch, index }: KeyPath): HDKey {
    return this.#account.deriveChild(BRANCHES[branch]).deriveChild(index);
  }
}

const isHot = ({ branch, index }: KeyPath): boolean =>
  branch === HOT_WALLET.branch && index === HOT_WALLET.index;

/**
 * Decodes a PSBT, or returns null. Each input must contain the whole transaction that it spends, so
 * that its amount cannot be false.
 */
function transactionOf(psbt: string): Transaction | null {
  try {
    return Transaction.fromPSBT(hex.decode(psbt), { strictPrevoutValidation: true });
  } catch {
    return null;
  }
}

/**
 * Whether the transaction has exactly these outputs, in this order, and at most one more, which
 * returns the rest to `back`.
 */
function isPaying(
  transaction: Transaction,
  paid: readonly { readonly script: Uint8Array; readonly units: bigint }[],
  back: Uint8Array,
): boolean {
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => transaction.getOutput(at));
  const isPaid = paid.every(({ script, units }, at) => {
    const output = outputs[at];
    return (
      output?.script !== undefined &&
      hex.encode(output.script) === hex.encode(script) &&
      output.amount === units
    );
  });
  const others = outputs.slice(paid.length);
  const isBack = others.every(
    ({ script }) => script !== undefined && hex.encode(script) === hex.encode(back),
  );
  const isPlain = transaction.version === VERSION && transaction.lockTime === 0;
  return isPaid && isBack && others.length <= 1 && outputs.length > 0 && isPlain;
}
