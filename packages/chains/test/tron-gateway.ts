/**
 * A gateway in front of a chain that looks like a node of TRON: transactions come in TRON's own
 * form by its HTTP. Reading is the part of Ethereum's JSON-RPC that TRON's nodes have, with TRON's
 * ids.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { utils } from 'tronweb';
import { numberToHex } from 'viem';
import type { Anvil } from './anvil.ts';
import { TronChain, type RpcBlock, type TronRaw } from './tron-chain.ts';

const METHODS: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
]);
/** They know no state but the newest one. */
const NEWEST_ONLY: ReadonlySet<string> = new Set(['eth_call', 'eth_getBalance']);

/** Of tronweb's own copy of protobuf, which it keeps there. */
interface Protobuf {
  readonly Transaction: {
    deserializeBinary(bytes: Uint8Array): {
      serializeBinary(): Uint8Array;
      getRawData(): {
        serializeBinary(): Uint8Array;
        getContractList(): readonly { getType(): number }[];
      };
      getSignatureList_asU8(): readonly Uint8Array[];
    };
  };
}

const KINDS: Readonly<Record<number, string>> = { 1: 'TransferContract', 31: 'TriggerSmartContract' };
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What bytes mean to tronweb. Throws if it would write them in another way. */
export function readByTronweb(raw: string): TronRaw {
  const { Transaction } = (globalThis as unknown as { readonly TronWebProto: Protobuf }).TronWebProto;
  const read = Transaction.deserializeBinary(Buffer.from(raw, 'hex'));
  if (hexOf(read.serializeBinary()) !== raw) throw new Error('tronweb writes it in another way');
  const rawHex = hexOf(read.getRawData().serializeBinary());
  const [contract] = read.getRawData().getContractList();
  const rawData = utils.deserializeTx.deserializeTransaction(KINDS[contract!.getType()]!, rawHex);
  return {
    txID: createHash('sha256').update(Buffer.from(rawHex, 'hex')).digest('hex'),
    raw_data: rawData,
    raw_data_hex: rawHex,
    signature: read.getSignatureList_asU8().map(hexOf),
    visible: false,
  } as unknown as TronRaw;
}

export class TronGateway {
  readonly url: string;
  readonly chain: TronChain;
  readonly #close: () => Promise<void>;

  private constructor(chain: TronChain, server: ReturnType<typeof createServer>) {
    this.chain = chain;
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

  static async open(node: Anvil): Promise<TronGateway> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TronGateway(await TronChain.on(node), server);
  }

  async close(): Promise<void> {
    await this.#close();
  }

  async #answer(request: IncomingMessage): Promise<unknown> {
    const body = JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
    const { chain } = this;
    const id = String(body['value']);
    switch (request.url) {
      case '/jsonrpc':
        return this.#rpc(body as never);
      case '/wallet/broadcasttransaction':
        return this.#broadcast(body as never);
      case '/wallet/broadcasthex':
        return this.#broadcast(readByTronweb(String(body['transaction'])));
      case '/wallet/getnowblock':
      case '/wallet/getblock':
        return this.#block('latest');
      case '/wallet/gettransactioninfobyid':
        return chain.informationOf(id, false);
      case '/wallet/gettransactionbyid':
        return chain.inBlock(id) ?? {};
      case '/wallet/gettransactionfrompending':
        return chain.isWaiting(id) ? { txID: id } : {};
      case '/wallet/triggerconstantcontract':
        return chain.simulate(body as never);
      default:
        return this.#answerFinal(request.url, body);
    }
  }

  /** By the state after the newest final block. */
  async #answerFinal(path: string | undefined, body: Record<string, unknown>): Promise<unknown> {
    const { chain } = this;
    switch (path) {
      case '/walletsolidity/getnowblock':
        return this.#block(numberToHex(chain.solidHeight));
      case '/walletsolidity/getaccount':
        return chain.accountAt(String(body['address']));
      case '/walletsolidity/triggerconstantcontract':
        return chain.callAt(body as never);
      case '/walletsolidity/gettransactioninfobyid':
        return chain.informationOf(String(body['value']), true);
      default:
        throw new Error(`the gateway does not know ${path}`);
    }
  }

  async #block(tag: string) {
    const params = [tag, false];
    const { number, hash, parentHash, timestamp } = await this.chain.ask<RpcBlock>(
      'eth_getBlockByNumber',
      params,
    );
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

  async #broadcast(transaction: TronRaw): Promise<unknown> {
    const code = await this.chain.take(transaction);
    return code === null ? { result: true, txid: transaction.txID } : { result: false, code };
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
    if (NEWEST_ONLY.has(method) && params[1] !== 'latest')
      return failed(-32_602, 'QUANTITY not supported, just support TAG as latest');
    const { chain } = this;
    if (method === 'eth_gasPrice') return { jsonrpc: '2.0', id, result: numberToHex(chain.energyPrice) };
    const asked = [...params];
    if (method.startsWith('eth_getTransaction')) {
      const known = chain.theirId(String(asked[0]).slice(2));
      asked[0] = known === undefined ? asked[0] : `0x${known}`;
    }
    if (asked[0] === 'finalized') asked[0] = numberToHex(chain.solidHeight);
    const result = await chain.ask(method, asked);
    // Ids of Anvil's own transactions stay as they are: those of the house that runs the chain.
    const told = JSON.stringify(result).replaceAll(/"0x([\da-f]{64})"/g, (all, hash: string) => {
      const ours = chain.ourId(hash);
      return ours === undefined ? all : `"0x${ours}"`;
    });
    return { jsonrpc: '2.0', id, result: JSON.parse(told) as unknown };
  }
}
