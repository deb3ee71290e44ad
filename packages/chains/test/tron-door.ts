/**
 * A door in front of Anvil that looks like a node of TRON: transactions come in TRON's own form by
 * its HTTP, are checked as TRON checks them, and run on Anvil. Reading is the part of Ethereum's
 * JSON-RPC that TRON's nodes have, with TRON's ids. It has no energy, and no vote of witnesses.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TronWeb, Trx, utils, type Types } from 'tronweb';
import { numberToHex, type Hex } from 'viem';
import type { Anvil } from './anvil.ts';

/** Blocks on top of one until TRON calls it final: two thirds of 27 witnesses. */
export const SOLID_AFTER = 19;
const EXECUTION_GAS = 500_000;
const METHODS: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
]);

interface RpcBlock {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
}

interface Refusal {
  readonly result: false;
  readonly code: string;
}

const refused = (code: string): Refusal => ({ result: false, code });

export class TronDoor {
  readonly url: string;
  readonly #node: Anvil;
  readonly #close: () => Promise<void>;
  /** Ids of TRON by those of Anvil, and the other way round; without 0x. */
  readonly #ours = new Map<string, string>();
  readonly #theirs = new Map<string, string>();

  private constructor(node: Anvil, server: ReturnType<typeof createServer>) {
    this.#node = node;
    const { port } = server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}`;
    this.#close = async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    };
    server.on('request', (request: IncomingMessage, response) => {
      response.setHeader('content-type', 'application/json');
      this.#answer(request).then(
        (answer) => response.end(JSON.stringify(answer)),
        (error: unknown) => response.writeHead(500).end(JSON.stringify({ Error: String(error) })),
      );
    });
  }

  static async open(node: Anvil): Promise<TronDoor> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TronDoor(node, server);
  }

  async close(): Promise<void> {
    await this.#close();
  }

  async #answer(request: IncomingMessage): Promise<unknown> {
    const body = JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
    if (request.url === '/jsonrpc') return this.#rpc(body as never);
    if (request.url === '/wallet/broadcasttransaction') return this.#broadcast(body as never);
    if (/^\/wallet\/get(nowblock|block)$/.test(request.url ?? '')) return this.#newest();
    throw new Error(`the door does not know ${request.url}`);
  }

  async #ask<T>(method: string, params: readonly unknown[]): Promise<T> {
    const ask = this.#node.control.request as (call: { method: string; params: unknown }) => Promise<T>;
    return ask({ method, params });
  }

  async #newest() {
    const { number, hash, parentHash, timestamp } = await this.#ask<RpcBlock>('eth_getBlockByNumber', [
      'latest',
      false,
    ]);
    return {
      // The height is a part of a block's id.
      blockID: BigInt(number).toString(16).padStart(16, '0') + hash.slice(18),
      block_header: {
        raw_data: {
          number: Number(number),
          timestamp: Number(timestamp) * 1000,
          parentHash: parentHash.slice(2),
        },
      },
    };
  }

  async #broadcast(transaction: Types.SignedTransaction): Promise<unknown> {
    const raw = Buffer.from(transaction.raw_data_hex, 'hex');
    const id = createHash('sha256').update(raw).digest('hex');
    if (id !== transaction.txID) return refused('SIGERROR');
    const encoded = utils.transaction.txPbToRawDataHex(utils.transaction.txJsonToPb(transaction));
    if (encoded.toLowerCase() !== transaction.raw_data_hex.toLowerCase())
      return refused('CONTRACT_VALIDATE_ERROR');
    const [contract] = transaction.raw_data.contract;
    const call = contract!.parameter.value as {
      owner_address: string;
      contract_address: string;
      data: string;
    };
    const signer = TronWeb.address.toHex(Trx.ecRecover(transaction) as string);
    if (signer.toLowerCase() !== call.owner_address.toLowerCase()) return refused('SIGERROR');
    if (this.#theirs.has(id)) return refused('DUP_TRANSACTION_ERROR');
    const { block_header: newest } = await this.#newest();
    if (transaction.raw_data.expiration <= newest.raw_data.timestamp)
      return refused('TRANSACTION_EXPIRATION_ERROR');
    const from = `0x${call.owner_address.slice(2)}`;
    await this.#ask('anvil_impersonateAccount', [from]);
    await this.#ask('anvil_setBalance', [from, numberToHex(10n ** 20n)]);
    const [to, data] = [`0x${call.contract_address.slice(2)}`, `0x${call.data}`];
    const hash = await this.#ask<Hex>('eth_sendTransaction', [
      { from, to, data, gas: numberToHex(EXECUTION_GAS) },
    ]);
    this.#theirs.set(id, hash.slice(2));
    this.#ours.set(hash.slice(2), id);
    return { result: true, txid: id };
  }

  async #rpc({
    id,
    method,
    params = [],
  }: {
    id: number;
    method: string;
    params?: unknown[];
  }): Promise<unknown> {
    const failed = (code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } });
    if (!METHODS.has(method)) return failed(-32_601, `the method ${method} does not exist/is not available`);
    const asked = [...params];
    if (method.startsWith('eth_getTransaction')) {
      const known = this.#theirs.get(String(asked[0]).slice(2));
      asked[0] = known === undefined ? asked[0] : `0x${known}`;
    }
    if (asked[0] === 'finalized') {
      const height = Number(await this.#ask('eth_blockNumber', []));
      asked[0] = numberToHex(Math.max(0, height - SOLID_AFTER));
    }
    const result = await this.#ask(method, asked);
    // Ids of Anvil's own transactions stay as they are: those of the house that runs the chain.
    const told = JSON.stringify(result).replaceAll(/"0x([\da-f]{64})"/g, (all, hash: string) =>
      this.#ours.has(hash) ? `"0x${this.#ours.get(hash)}"` : all,
    );
    return { jsonrpc: '2.0', id, result: JSON.parse(told) as unknown };
  }
}
