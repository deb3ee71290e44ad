/**
 * A node of TRON, as the payer uses it: blocks and balances over its Ethereum-like JSON-RPC,
 * transactions over TRON's own HTTP API, because the JSON-RPC neither returns their costs nor
 * accepts any.
 */
import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  hexToBigInt,
  hexToNumber,
  type Address,
  type Hex,
} from 'viem';
import type { BlockHeader } from '../blocks/blocks.ts';
import { EvmHeaders } from '../evm/headers.ts';
import type { Holding } from '../evm/payment-nodes.ts';
import type { MinedTronTransaction, TronNode } from './nodes.ts';
import { evmAddress } from './source.ts';
import { addressWord, hexAddress, transferWords, type TronTransfer } from './transactions.ts';

export interface TronPaymentNodeOptions {
  /** The address of the node's JSON-RPC. */
  readonly url: string;
  /** The address of the node's HTTP API, without `/wallet`. */
  readonly httpUrl: string;
  readonly timeoutMs: number;
}

/** A node's information about a transaction. Nodes omit empty fields and zeros. */
interface Information {
  readonly id?: string;
  readonly blockNumber?: number;
  readonly fee?: number;
  readonly result?: string;
  readonly receipt?: { readonly result?: string };
  readonly log?: readonly {
    readonly address: string;
    readonly topics?: readonly string[];
    readonly data?: string;
  }[];
}

interface Simulation {
  readonly energy_used?: number;
  readonly result?: { readonly message?: string };
  readonly transaction?: { readonly ret?: readonly { readonly ret?: string }[] };
}

/** The path prefix of requests for the state after the newest final block. */
const SOLID = 'walletsolidity';

interface SolidBlock {
  readonly block_header?: { readonly raw_data?: { readonly number?: number } };
}

interface ConstantResult {
  readonly constant_result?: readonly string[];
}

export class TronPaymentNode extends EvmHeaders implements TronNode {
  readonly #httpUrl: string;
  readonly #timeoutMs: number;

  constructor({ url, httpUrl, timeoutMs }: TronPaymentNodeOptions) {
    super(url, timeoutMs);
    this.#httpUrl = httpUrl.replace(/\/$/, '');
    this.#timeoutMs = timeoutMs;
  }

  async timeOf({ hash, height }: BlockHeader): Promise<number> {
    const params: [Hex, false] = [hash as Hex, false];
    const block = await this.client.request({ method: 'eth_getBlockByHash', params });
    if (block?.hash !== hash) throw new Error(`the node does not have block ${height} (${hash})`);
    return hexToNumber(block.timestamp) * 1_000;
  }

  async energyPrice(): Promise<bigint> {
    return hexToBigInt(await this.client.request({ method: 'eth_gasPrice' }));
  }

  async energyFor({ owner, to, token, units }: TronTransfer): Promise<bigint | 'reverts'> {
    if (token === null) return 0n;
    const simulated = await this.#ask<Simulation>('triggerconstantcontract', {
      owner_address: hexAddress(owner),
      contract_address: hexAddress(token),
      function_selector: 'transfer(address,uint256)',
      parameter: transferWords({ to, units }),
    });
    if (simulated.transaction?.ret?.some(({ ret }) => ret === 'FAILED') === true) return 'reverts';
    if (simulated.energy_used === undefined)
      throw new Error(`the node simulates nothing: ${simulated.result?.message ?? ''}`);
    return BigInt(simulated.energy_used);
  }

  async balanceOf({ address, token }: Holding): Promise<bigint> {
    const holder = evmAddress(address) as Address;
    if (token === null) {
      const params: [Address, 'latest'] = [holder, 'latest'];
      return hexToBigInt(await this.client.request({ method: 'eth_getBalance', params }));
    }
    const question = { abi: erc20Abi, functionName: 'balanceOf' } as const;
    const call = {
      to: evmAddress(token) as Address,
      data: encodeFunctionData({ ...question, args: [holder] }),
    };
    const data = await this.client.request({ method: 'eth_call', params: [call, 'latest'] });
    return decodeFunctionResult({ ...question, data });
  }

  async solidHeight(): Promise<number> {
    const { block_header: header } = await this.#ask<SolidBlock>('getnowblock', {}, SOLID);
    // Nodes omit a zero.
    return header?.raw_data?.number ?? 0;
  }

  async finalBalanceOf({ address, token }: Holding): Promise<bigint> {
    if (token === null) {
      const question = { address: hexAddress(address) };
      return BigInt(
        (await this.#ask<{ readonly balance?: number }>('getaccount', question, SOLID)).balance ?? 0,
      );
    }
    const { constant_result: [units] = [] } = await this.#ask<ConstantResult>(
      'triggerconstantcontract',
      {
        owner_address: hexAddress(address),
        contract_address: hexAddress(token),
        function_selector: 'balanceOf(address)',
        parameter: addressWord(address),
      },
      SOLID,
    );
    if (units === undefined || !/^[\da-f]{64}$/i.test(units))
      throw new Error(`the node does not tell what ${address} has of ${token}`);
    return BigInt(`0x${units}`);
  }

  async minedOf(txid: string, upTo: BlockHeader): Promise<MinedTronTransaction | null> {
    // Checked first, so that the answer comes from a chain with this block.
    if ((await this.headerAt(upTo.height))?.hash !== upTo.hash)
      throw new Error(`the node does not have block ${upTo.height} (${upTo.hash})`);
    const told = await this.#ask<Information>('gettransactioninfobyid', { value: txid });
    if (told.id !== undefined) return minedIn(told, txid);
    // A node without history has no information on any transaction, so an empty answer does not
    // prove that this one is unmined.
    if (await this.#has('gettransactionbyid', txid))
      throw new Error('the node does not tell what transactions have done');
    return null;
  }

  async knows(txid: string): Promise<boolean> {
    return (await this.#has('gettransactionbyid', txid)) || this.#has('gettransactionfrompending', txid);
  }

  async send(raw: string): Promise<void> {
    await this.#ask('broadcasthex', { transaction: raw });
  }

  async #has(method: string, txid: string): Promise<boolean> {
    return (await this.#ask<{ readonly txID?: string }>(method, { value: txid })).txID === txid;
  }

  async #ask<T>(method: string, question: unknown, state = 'wallet'): Promise<T> {
    const response = await fetch(`${this.#httpUrl}/${state}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    const answer = (await response.json()) as T & { readonly Error?: string };
    if (!response.ok || answer.Error !== undefined)
      throw new Error(`${method}: the node answers ${response.status} ${answer.Error ?? ''}`);
    return answer;
  }
}

function minedIn(told: Information, txid: string): MinedTronTransaction {
  const { id, blockNumber, fee = 0, result, receipt, log = [] } = told;
  if (id !== txid || blockNumber === undefined) throw new Error(`the node tells of another one than ${txid}`);
  const done = receipt?.result ?? 'SUCCESS';
  return {
    txid,
    height: blockNumber,
    succeeded: result !== 'FAILED' && done === 'SUCCESS',
    fee: BigInt(fee),
    logs: log.map(({ address, topics = [], data = '' }) => ({
      address: `0x${address}`,
      topics: topics.map((topic) => `0x${topic}`),
      data: `0x${data}`,
    })),
  };
}
