/** An Ethereum node (Anvil) for one test, which mines blocks on request. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  getAddress,
  erc20Abi,
  http,
  numberToHex,
  walletActions,
  type Abi,
  type Address,
  type Hex,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { compileToken } from './token.ts';

/** The mnemonic that Anvil gives its accounts by default. */
const MNEMONIC = 'test test test test test test test test test test test junk';
const FORWARDER: Address = '0xf0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0';
/** Calls the address in its data with the value of its own call. */
const FORWARDER_CODE: Hex = '0x6000600060006000346000355af100';
const PACKAGE = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');

export class Anvil {
  readonly url: string;
  readonly #stop: () => Promise<void>;
  readonly rich = mnemonicToAccount(MNEMONIC, { addressIndex: 0 });
  readonly reader;
  readonly control;
  readonly #wallet;

  private constructor(url: string, stop: () => Promise<void>) {
    this.url = url;
    this.#stop = stop;
    const transport = http(url, { retryCount: 0 });
    this.reader = createPublicClient({ chain: foundry, transport, pollingInterval: 20, cacheTime: 0 });
    this.control = createTestClient({ chain: foundry, mode: 'anvil', transport }).extend(walletActions);
    this.#wallet = createWalletClient({ account: this.rich, chain: foundry, transport });
  }

  /** `seconds`: the time of its first block, in seconds since 1970. */
  static async start(seconds?: number): Promise<Anvil> {
    const bin = path.join(path.dirname(PACKAGE), 'bin.mjs');
    const args = ['--port', '0', '--host', '127.0.0.1', '--no-mining', '--order', 'fifo'];
    if (seconds !== undefined) args.push('--timestamp', String(seconds));
    const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const kill = (): void => void child.kill('SIGTERM');
    process.once('exit', kill);
    const stop = async () => {
      process.off('exit', kill);
      child.kill('SIGTERM');
      await ended;
    };
    for await (const line of createInterface({ input: child.stdout })) {
      const [, url] = /Listening on (\S+)/.exec(line) ?? [];
      if (url !== undefined) {
        child.stdout.resume();
        return new Anvil(`http://${url}`, stop);
      }
    }
    throw new Error('Anvil ended before it listened');
  }

  async stop(): Promise<void> {
    await this.#stop();
  }

  async mine(blocks = 1): Promise<void> {
    for (let i = 0; i < blocks; i++) await this.control.mine({ blocks: 1 });
  }

  async send(to: Address, value: bigint): Promise<Hex> {
    return this.#wallet.sendTransaction({ to, value, gas: 60_000n });
  }

  /** Sends coins through a contract, which leaves no trace of the recipient in the block. */
  async sendByContract(to: Address, value: bigint): Promise<Hex> {
    await this.control.setCode({ address: FORWARDER, bytecode: FORWARDER_CODE });
    const data = `0x${to.slice(2).padStart(64, '0')}` as const;
    return this.#wallet.sendTransaction({ to: FORWARDER, value, data, gas: 100_000n });
  }

  /** Sends coins from any account, also without its key. */
  async sendFrom(from: Address, to: Address, value: bigint): Promise<Hex> {
    await this.control.impersonateAccount({ address: from });
    return this.control.sendUnsignedTransaction({ from, to, value: numberToHex(value) } as never);
  }

  /** A billion tokens, all of the first account. */
  async deployToken({ decimals = 6, symbol = 'USDT' } = {}): Promise<Token> {
    const { abi, bytecode } = compileToken();
    const args = [10n ** BigInt(decimals + 9), decimals, symbol];
    const hash = await this.#wallet.deployContract({ abi, bytecode, args, gas: 3_000_000n });
    await this.mine();
    const { contractAddress } = await this.reader.getTransactionReceipt({ hash });
    return new Token(this, abi, getAddress(contractAddress!));
  }

  /**
   * Replaces the newest blocks by as many new ones, without the old transactions. The first new
   * block contains `transactions`: signed ones, or calls of the second account.
   */
  async reorganise(depth: number, transactions: readonly (Hex | Call)[] = []): Promise<void> {
    const from = mnemonicToAccount(MNEMONIC, { addressIndex: 1 }).address;
    const given = transactions.map((one) => [typeof one === 'string' ? one : { from, ...one }, 0]);
    // Viem's types do not know the method.
    const request = this.control.request as (call: { method: string; params: unknown }) => Promise<unknown>;
    await request({ method: 'anvil_reorg', params: [depth, given] });
  }

  /** A transaction as it was signed. */
  async rawOf(hash: Hex): Promise<Hex> {
    const request = this.control.request as (call: { method: string; params: unknown }) => Promise<unknown>;
    return (await request({ method: 'eth_getRawTransactionByHash', params: [hash] })) as Hex;
  }

  async callContract(to: Address, data: Hex): Promise<Hex> {
    return this.#wallet.sendTransaction({ to, data, gas: 200_000n });
  }
}

export interface Call {
  readonly to: Address;
  readonly data: Hex;
}

export class Token {
  readonly #node: Anvil;
  readonly #abi: Abi;
  readonly address: Address;

  constructor(node: Anvil, abi: Abi, address: Address) {
    this.#node = node;
    this.#abi = abi;
    this.address = address;
  }

  async transfer(to: Address, value: bigint): Promise<Hex> {
    return this.#call('transfer', [to, value]);
  }

  /** Sends tokens of any account, also without its key. */
  async transferFrom(from: Address, to: Address, value: bigint): Promise<Hex> {
    const data = encodeFunctionData({ abi: this.#abi, functionName: 'transfer', args: [to, value] });
    await this.#node.control.impersonateAccount({ address: from });
    const call = { from, to: this.address, data } as never;
    return this.#node.control.sendUnsignedTransaction(call);
  }

  async split(first: Address, second: Address, value: bigint): Promise<Hex> {
    return this.#call('split', [first, second, value]);
  }

  /** A transfer of zero tokens, which emits a Transfer event all the same. */
  emptyTransfer(to: Address): Call {
    const data = encodeFunctionData({ abi: this.#abi, functionName: 'transfer', args: [to, 0n] });
    return { to: this.address, data };
  }

  async balanceOf(address: Address): Promise<bigint> {
    const question = { address: this.address, abi: erc20Abi, functionName: 'balanceOf' } as const;
    return this.#node.reader.readContract({ ...question, args: [address] });
  }

  async setFee(ppm: bigint): Promise<Hex> {
    return this.#call('setFee', [ppm]);
  }

  async #call(functionName: string, args: readonly unknown[]): Promise<Hex> {
    return this.#node.callContract(this.address, encodeFunctionData({ abi: this.#abi, functionName, args }));
  }
}
