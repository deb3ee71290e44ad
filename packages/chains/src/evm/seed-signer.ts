/**
 * Signs with the keys of a seed what its own rules allow and its own record does not contradict. A
 * payer that is broken, or taken over, gets each order signed for one destination, one amount and
 * one nonce.
 */
import { bytesToHex, keccak256, type Hex } from 'viem';
import { mnemonicToAccount, privateKeyToAccount, type HDKey, type PrivateKeyAccount } from 'viem/accounts';
import { ACCOUNT_PATHS, BRANCHES } from '../addresses/chain-addresses.ts';
import type { KeyPath, PaymentOrder } from '../paying/payments.ts';
import { isNothing, limitOf, refusalOf, worstFeeOf, type SignerRules } from './signer-rules.ts';
import {
  dayOf,
  orderText,
  SpentFees,
  SpentUnits,
  type SignedEntry,
  type Signer,
  type SignerLog,
  type SigningAnswer,
  type SigningRefusal,
  type SigningRequest,
} from '../paying/signing.ts';

interface SeedSignerOptions {
  /** BIP-39. */
  readonly mnemonic: string;
  /** The rules of each chain. */
  readonly rules: readonly SignerRules[];
  readonly log: SignerLog;
  readonly nowMs: () => number;
}

export class SeedSigner implements Signer {
  readonly #account: HDKey;
  readonly #branches: Readonly<Record<KeyPath['branch'], HDKey>>;
  readonly #rules: ReadonlyMap<number, SignerRules>;
  readonly #log: SignerLog;
  readonly #nowMs: () => number;
  /** Signed orders by id. */
  readonly #signed = new Map<string, { order: PaymentOrder; nonce: number; isCancelled: boolean }>();
  /** Ids by chain, sender and nonce. */
  readonly #holders = new Map<string, string>();
  readonly #spent = new SpentUnits();
  readonly #fees = new SpentFees();
  /** The previous request. Requests are handled one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor({ mnemonic, rules, log, nowMs }: SeedSignerOptions) {
    this.#account = mnemonicToAccount(mnemonic, { path: ACCOUNT_PATHS.EVM }).getHdKey();
    this.#branches = {
      deposit: this.#account.deriveChild(BRANCHES.deposit),
      house: this.#account.deriveChild(BRANCHES.house),
    };
    this.#rules = new Map(rules.map((one) => [one.chainId, one]));
    this.#log = log;
    this.#nowMs = nowMs;
  }

  static async open(options: SeedSignerOptions): Promise<SeedSigner> {
    const signer = new SeedSigner(options);
    for (const entry of await options.log.load()) signer.#remember(entry);
    return signer;
  }

  /** The key for `ChainAddresses`, which derives every address and cannot spend. */
  get extendedPublicKey(): string {
    return this.#account.publicExtendedKey;
  }

  async sign(request: SigningRequest): Promise<SigningAnswer> {
    const answer = this.#last.then(async () => this.#sign(request));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #sign(request: SigningRequest): Promise<SigningAnswer> {
    const answer = await this.#answerTo(request);
    if (answer.type === 'refused') return answer;
    const { order, purpose, nonce } = request;
    const entry = {
      order,
      purpose,
      nonce,
      txid: keccak256(answer.raw),
      day: dayOf(this.#nowMs()),
      fee: String(worstFeeOf(request)),
    };
    await this.#log.append(entry);
    this.#remember(entry);
    return answer;
  }

  /**
   * Answers a request. An unreadable request is refused like any other; only a failure of the
   * record stops the signer.
   */
  async #answerTo(request: SigningRequest) {
    try {
      const refusal = this.#refusalOf(request);
      if (refusal !== null) return { type: 'refused', refusal } as const;
      return { type: 'signed', raw: await this.#rawOf(request) } as const;
    } catch {
      return { type: 'refused', refusal: 'rules' } as const;
    }
  }

  async #rawOf({ order, nonce, ...request }: SigningRequest): Promise<Hex> {
    return this.#keyOf(order.from).signTransaction({
      type: 'eip1559',
      chainId: order.chainId,
      nonce,
      to: request.to as Hex,
      value: BigInt(request.value),
      data: request.data as Hex,
      gas: BigInt(request.gas),
      maxFeePerGas: BigInt(request.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(request.maxPriorityFeePerGas),
    });
  }

  /** Checks in this order: rules, order, nonce, cancellation, limits, fees. */
  #refusalOf(request: SigningRequest): SigningRefusal | null {
    const { order, purpose, nonce } = request;
    const rules = this.#rules.get(order.chainId);
    if (rules === undefined) return 'rules';
    const refusal = refusalOf(request, rules, (key) => this.#keyOf(key).address);
    if (refusal !== null) return refusal;
    const before = this.#signed.get(order.id);
    if (before !== undefined && orderText(before.order) !== orderText(order)) return 'order-changed';
    if (before !== undefined && before.nonce !== nonce) return 'nonce-changed';
    if ((this.#holders.get(nonceKey(order, nonce)) ?? order.id) !== order.id) return 'nonce-taken';
    if (purpose === 'pay' && before?.isCancelled === true) return 'cancelled';
    const isFirst = purpose === 'pay' && before === undefined;
    const beyond = isFirst ? this.#limitRefusalOf(order, rules) : null;
    return beyond ?? this.#feeRefusalOf(request, rules);
  }

  #limitRefusalOf(order: PaymentOrder, rules: SignerRules): SigningRefusal | null {
    const limit = limitOf(order, rules);
    return limit !== null && this.#spent.exceeds(order, limit, dayOf(this.#nowMs())) ? 'limit' : null;
  }

  #feeRefusalOf(request: SigningRequest, { feesPerDay }: SignerRules): SigningRefusal | null {
    const { order, nonce } = request;
    const place = nonceKey(order, nonce);
    const day = dayOf(this.#nowMs());
    const spending = { chainId: order.chainId, place, fee: worstFeeOf(request), day };
    return this.#fees.exceeds(spending, feesPerDay, isNothing(request)) ? 'fees' : null;
  }

  #remember({ order, purpose, nonce, day, fee = '0' }: SignedEntry): void {
    const before = this.#signed.get(order.id);
    const isCancelled = purpose === 'cancel' || before?.isCancelled === true;
    this.#signed.set(order.id, { order, nonce, isCancelled });
    this.#holders.set(nonceKey(order, nonce), order.id);
    if (before === undefined && purpose === 'pay') this.#spent.add(order, day);
    this.#fees.add({ chainId: order.chainId, place: nonceKey(order, nonce), fee: BigInt(fee), day });
  }

  #keyOf({ branch, index }: KeyPath): PrivateKeyAccount {
    const { privateKey } = this.#branches[branch].deriveChild(index);
    return privateKeyToAccount(bytesToHex(privateKey!));
  }
}

const nonceKey = ({ chainId, sender }: PaymentOrder, nonce: number): string =>
  `${chainId}/${sender}/${nonce}`;
