/**
 * A simulated TRON chain on Anvil. It applies TRON's rules for a transaction in a block: its
 * reference block, its expiration, one inclusion per id, and its fee limit. One unit of TRX is one
 * wei of Anvil, and energy is gas.
 */
import { createHash } from 'node:crypto';
import { TronWeb, Trx, utils, type Types } from 'tronweb';
import { numberToHex, type Hex } from 'viem';
import { hexAddress, transferWords, type TronTransfer } from '../src/tron/transactions.ts';
import type { Anvil } from './anvil.ts';

/** The number of later blocks after which TRON calls a block final: two thirds of 27 witnesses. */
export const SOLID_AFTER = 19;
export const BLOCK_MS = 3_000;
export const ENERGY_PRICE = 420n;
/** The cost of a TRX transfer, per gas: its bytes, and the activation of a new recipient. */
const BYTES_PRICE = 13n;
const ACTIVATION_PRICE = 53n;
const TRANSFER_GAS = 21_000n;
const LIFETIME_MS_MAX = 86_400_000;

export interface RpcBlock {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
}

interface RpcReceipt {
  readonly blockNumber: Hex;
  readonly status: Hex;
  readonly gasUsed: Hex;
  readonly effectiveGasPrice: Hex;
  readonly logs: readonly { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }[];
}

export type TronRaw = Types.SignedTransaction;

interface CallValue {
  readonly owner_address: string;
  readonly contract_address?: string;
  readonly to_address?: string;
  readonly data?: string;
  readonly call_value?: number;
  readonly amount?: number;
}

/** The fate of transactions whose blocks leave the chain. */
export type Replaced = 'returned' | 'lost';

export class TronChain {
  readonly node: Anvil;
  energyPrice = ENERGY_PRICE;
  /** Whether nodes keep the results of transactions (`storage.transHistory.switch`). */
  hasHistory = true;
  /** The time of the newest block. */
  timeMs = 0;
  #height = 0;
  /** Accepted transactions that are in no block yet, by id. */
  readonly #waiting = new Map<string, TronRaw>();
  /** Mined transactions, by id. */
  readonly #taken = new Map<string, { readonly height: number; readonly transaction: TronRaw }>();
  /** TRON's ids by Anvil's, and the reverse; without 0x. */
  readonly #ours = new Map<string, string>();
  readonly #theirs = new Map<string, string>();

  private constructor(node: Anvil) {
    this.node = node;
  }

  static async on(node: Anvil): Promise<TronChain> {
    const chain = new TronChain(node);
    await chain.ask('anvil_setNextBlockBaseFeePerGas', ['0x0']);
    await chain.mine();
    return chain;
  }

  async ask<T>(method: string, params: readonly unknown[]): Promise<T> {
    const ask = this.node.control.request as (call: { method: string; params: unknown }) => Promise<T>;
    return ask({ method, params });
  }

  ourId = (theirs: string): string | undefined => this.#ours.get(theirs);
  theirId = (ours: string): string | undefined => this.#theirs.get(ours);

  get waiting(): readonly string[] {
    return [...this.#waiting.keys()];
  }

  /** Accepts a transaction (null), or returns TRON's refusal. */
  async take(transaction: TronRaw): Promise<string | null> {
    const id = createHash('sha256').update(Buffer.from(transaction.raw_data_hex, 'hex')).digest('hex');
    if (id !== transaction.txID) return 'SIGERROR';
    const encoded = utils.transaction.txPbToRawDataHex(utils.transaction.txJsonToPb(transaction));
    if (encoded.toLowerCase() !== transaction.raw_data_hex.toLowerCase()) return 'CONTRACT_VALIDATE_ERROR';
    const signer = TronWeb.address.toHex(Trx.ecRecover(transaction) as string);
    if (signer.toLowerCase() !== valueOf(transaction).owner_address.toLowerCase()) return 'SIGERROR';
    if (this.#waiting.has(id) || this.#taken.has(id)) return 'DUP_TRANSACTION_ERROR';
    const refusal = await this.#refusalOf(transaction);
    if (refusal === null) this.#waiting.set(id, transaction);
    return refusal;
  }

  /**
   * Checks expiration and reference block against the newest block. Returns TRON's refusal, or
   * null.
   */
  async #refusalOf({ raw_data: raw }: TronRaw): Promise<string | null> {
    if (raw.expiration <= this.timeMs || raw.expiration > this.timeMs + LIFETIME_MS_MAX)
      return 'TRANSACTION_EXPIRATION_ERROR';
    const low = Number.parseInt(raw.ref_block_bytes, 16);
    const height = this.#height - ((this.#height - low) & 0xffff);
    const block = height < 0 ? null : await this.#blockAt(height);
    return block?.hash.slice(18, 34) === raw.ref_block_hash.toLowerCase() ? null : 'TAPOS_ERROR';
  }

  async #blockAt(height: number): Promise<RpcBlock | null> {
    return this.ask<RpcBlock | null>('eth_getBlockByNumber', [numberToHex(height), false]);
  }

  /** Mines blocks with the waiting transactions; if `isEmpty`, without them. */
  async mine(blocks = 1, { isEmpty = false, isLate = false } = {}): Promise<void> {
    await this.#look();
    for (let i = 0; i < blocks; i++) {
      if (!isEmpty) for (const id of this.waiting) await this.#include(id);
      // A witness that misses its turn leaves a gap.
      this.timeMs += BLOCK_MS * (isLate && i === 0 ? 2 : 1);
      this.#height++;
      await this.ask('evm_setNextBlockTimestamp', [this.timeMs / 1_000]);
      await this.node.mine();
    }
  }

  async #look(): Promise<void> {
    const head = await this.ask<RpcBlock>('eth_getBlockByNumber', ['latest', false]);
    this.timeMs = Number(head.timestamp) * 1_000;
    this.#height = Number(head.number);
  }

  async #include(id: string): Promise<void> {
    const transaction = this.#waiting.get(id)!;
    this.#waiting.delete(id);
    if ((await this.#refusalOf(transaction)) !== null) return;
    const call = await this.#callOf(transaction);
    await this.ask('anvil_impersonateAccount', [call.from]);
    // Anvil refuses some transactions, such as one that sends more TRX than there is. TRON's nodes
    // drop those.
    const hash = await this.ask<Hex>('eth_sendTransaction', [call]).catch(() => null);
    if (hash === null) return;
    this.#theirs.set(id, hash.slice(2));
    this.#ours.set(hash.slice(2), id);
    this.#taken.set(id, { height: this.#height + 1, transaction });
  }

  async #callOf(transaction: TronRaw) {
    const value = valueOf(transaction);
    const from = hexOf(value.owner_address);
    if (value.contract_address === undefined) {
      const to = hexOf(value.to_address!);
      const isNew = BigInt(await this.ask<Hex>('eth_getBalance', [to, 'latest'])) === 0n;
      const gasPrice = numberToHex(isNew ? ACTIVATION_PRICE : BYTES_PRICE);
      return { from, to, value: numberToHex(value.amount!), gas: numberToHex(TRANSFER_GAS), gasPrice };
    }
    const gas = BigInt(transaction.raw_data.fee_limit ?? 0) / this.energyPrice;
    return {
      from,
      to: hexOf(value.contract_address),
      data: `0x${value.data}`,
      value: numberToHex(value.call_value ?? 0),
      gas: numberToHex(gas),
      gasPrice: numberToHex(this.energyPrice),
    };
  }

  /** Moves tokens in the next block without a TRON transaction. */
  async steal({ owner, to, token, units }: TronTransfer & { readonly token: string }): Promise<void> {
    const from = hexOf(hexAddress(owner));
    const data = `0xa9059cbb${transferWords({ to, units })}`;
    await this.ask('anvil_impersonateAccount', [from]);
    const call = { from, to: hexOf(hexAddress(token)), data, gasPrice: numberToHex(BYTES_PRICE) };
    await this.ask('eth_sendTransaction', [call]);
  }

  /**
   * Replaces the newest blocks by as many new ones, either empty or with the waiting transactions.
   */
  async reorganise(depth: number, replaced: Replaced, { isEmpty = true } = {}): Promise<void> {
    const from = this.#height - depth;
    await this.ask('anvil_rollback', [depth]);
    await this.#look();
    for (const [id, { height, transaction }] of this.#taken) {
      if (height <= from) continue;
      this.#taken.delete(id);
      if (replaced === 'returned') this.#waiting.set(id, transaction);
    }
    await this.mine(depth, { isEmpty, isLate: true });
  }

  /** Undoes the settings that an earlier run changed. */
  reset(): void {
    this.energyPrice = ENERGY_PRICE;
    this.hasHistory = true;
    this.loseWaiting();
  }

  /** Drops the waiting transactions on all nodes. */
  loseWaiting(): void {
    this.#waiting.clear();
  }

  /**
   * A node's information about a mined transaction, in TRON's format; an empty object if it is in
   * no block.
   */
  async informationOf(id: string, isSolid: boolean): Promise<Record<string, unknown>> {
    const taken = this.#taken.get(id);
    // Transactions of Anvil's own accounts keep Anvil's ids.
    const hash = `0x${taken === undefined ? id : this.#theirs.get(id)}`;
    const receipt = this.hasHistory
      ? await this.ask<RpcReceipt | null>('eth_getTransactionReceipt', [hash])
      : null;
    if (receipt === null) return {};
    const height = Number(receipt.blockNumber);
    if (isSolid && height > this.#height - SOLID_AFTER) return {};
    const [used, price] = [BigInt(receipt.gasUsed), BigInt(receipt.effectiveGasPrice)];
    const isCall = taken === undefined || valueOf(taken.transaction).contract_address !== undefined;
    const isDone = receipt.status === '0x1';
    const isOut = used * price > BigInt(taken?.transaction.raw_data.fee_limit ?? 0) - price;
    const failure = isOut ? 'OUT_OF_ENERGY' : 'REVERT';
    return {
      id,
      fee: Number(used * price),
      blockNumber: height,
      receipt: isCall ? { energy_usage_total: Number(used), result: isDone ? 'SUCCESS' : failure } : {},
      ...(isDone ? {} : { result: 'FAILED' }),
      log: receipt.logs.map(({ address, topics, data }) => ({
        address: address.slice(2),
        topics: topics.map((topic) => topic.slice(2)),
        data: data.slice(2),
      })),
    };
  }

  /** A mined transaction; null if it is in no block. */
  inBlock = (id: string): TronRaw | null => this.#taken.get(id)?.transaction ?? null;

  isWaiting = (id: string): boolean => this.#waiting.has(id);

  /** The height of the newest block that no reorganisation can remove. */
  get solidHeight(): number {
    return Math.max(0, this.#height - SOLID_AFTER);
  }

  /** The TRX balance of an address at the newest final block, in TRON's format. */
  async accountAt(address: string): Promise<Record<string, unknown>> {
    const at = [hexOf(address), numberToHex(this.solidHeight)];
    const balance = Number(await this.ask<Hex>('eth_getBalance', at));
    return balance === 0 ? {} : { address, balance };
  }

  /** The result of a contract call at the newest final block. */
  async callAt(question: Question): Promise<Record<string, unknown>> {
    const at = [questionCall(question), numberToHex(this.solidHeight)];
    const answer = await this.ask<Hex>('eth_call', at);
    return { result: { result: true }, constant_result: [answer.slice(2)] };
  }

  /** The energy that a contract call needs, or that it fails, in TRON's format. */
  async simulate(question: Question): Promise<Record<string, unknown>> {
    const call = questionCall(question);
    const gas = await this.ask<Hex>('eth_estimateGas', [call]).catch(() => null);
    const message = Buffer.from('REVERT opcode executed').toString('hex');
    return gas === null
      ? { result: { result: true, message }, energy_used: 0, transaction: { ret: [{ ret: 'FAILED' }] } }
      : { result: { result: true }, energy_used: Number(gas), transaction: { ret: [{}] } };
  }
}

/** A read-only contract call. */
interface Question {
  readonly owner_address: string;
  readonly contract_address: string;
  readonly function_selector: string;
  readonly parameter: string;
}

const questionCall = (question: Question) => ({
  from: hexOf(question.owner_address),
  to: hexOf(question.contract_address),
  data: TronWeb.sha3(question.function_selector).slice(0, 10) + question.parameter,
});

const valueOf = (transaction: TronRaw): CallValue =>
  transaction.raw_data.contract[0]!.parameter.value as unknown as CallValue;

/** An address in Ethereum's form. */
const hexOf = (address: string): string => `0x${address.slice(2)}`;
