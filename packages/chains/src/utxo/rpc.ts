/** A connection to a node of the Bitcoin family, and the blocks that it knows. */
import type { BlockHeader, HeaderSource } from '../blocks/blocks.ts';

/** The error that a node returned instead of a result. */
class UtxoRpcError extends Error {
  override readonly name = 'UtxoRpcError';
  readonly code: number;

  constructor(method: string, { code, message }: { readonly code: number; readonly message: string }) {
    super(`${method}: ${message} (${code})`);
    this.code = code;
  }
}

/** Error codes of nodes: no such block or transaction; no block at this height. */
const NOT_FOUND = -5;
const NO_SUCH_HEIGHT = -8;

interface RpcHeader {
  readonly hash: string;
  readonly height: number;
  /** Confirmations; -1 if the block has left the chain. */
  readonly confirmations: number;
  readonly previousblockhash?: string;
}

interface Reply {
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
}

const NO_PARENT = '0'.repeat(64);

export class UtxoHeaders implements HeaderSource {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;

  /** `url` contains user name and password, which nodes require. */
  constructor(url: string, timeoutMs: number) {
    const { username, password, ...place } = partsOf(url);
    this.#url = place.url;
    const secret = Buffer.from(`${username}:${password}`).toString('base64');
    this.#headers = username === '' ? {} : { authorization: `Basic ${secret}` };
    this.#timeoutMs = timeoutMs;
  }

  async head(): Promise<BlockHeader> {
    const header = await this.headerByHash((await this.call('getbestblockhash', [])) as string);
    if (header === null) throw new Error('the node does not know the block that it called the newest');
    return header;
  }

  async headerAt(height: number): Promise<BlockHeader | null> {
    const hash = await this.orNull(this.call('getblockhash', [height]), NO_SUCH_HEIGHT);
    return hash === null ? null : this.headerByHash(hash as string);
  }

  /** The header of a block by its hash; null unless the block is in the chain. */
  protected async headerByHash(hash: string): Promise<BlockHeader | null> {
    const found = await this.orNull(this.call('getblockheader', [hash]), NOT_FOUND);
    if (found === null) return null;
    const { height, confirmations, previousblockhash: parentHash = NO_PARENT } = found as RpcHeader;
    return confirmations < 0 ? null : { height, hash, parentHash };
  }

  protected async call(method: string, params: readonly unknown[]): Promise<unknown> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#headers },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    const text = await response.text();
    // Nodes return errors with an HTTP error status and the reason as JSON.
    if (!text.startsWith('{')) throw new Error(`${method}: the node answers with status ${response.status}`);
    const { result, error } = JSON.parse(withExactAmounts(text)) as Reply;
    if (error !== null) throw new UtxoRpcError(method, error);
    return result;
  }

  /** Turns an answer with this error code into null. */
  protected async orNull<T>(answer: Promise<T>, code: number = NOT_FOUND): Promise<T | null> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof UtxoRpcError && error.code === code) return null;
      throw error;
    }
  }
}

function partsOf(text: string): {
  readonly url: string;
  readonly username: string;
  readonly password: string;
} {
  const url = new URL(text);
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  [url.username, url.password] = ['', ''];
  return { url: url.href, username, password };
}

/**
 * Fields that contain amounts. Inside a JSON string quotes are escaped, so this never matches
 * there.
 */
const AMOUNTS = /"(value|feerate)":\s*(-?[\d.]+(?:[eE][+-]?\d+)?)/g;
const DECIMALS = 8;

/** Turns amounts into strings, because a floating-point number cannot hold all of them exactly. */
const withExactAmounts = (text: string): string => text.replace(AMOUNTS, '"$1":"$2"');

/** Smallest units of a decimal as nodes write it, such as 1.50000000 or 1e-8. */
export function unitsOf(text: string): bigint {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`${text} is no amount`);
  const shift = DECIMALS + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && digits % scale !== 0n) throw new Error(`${text} is finer than the chain counts`);
  const units = shift < 0 ? digits / scale : digits * scale;
  return sign === '-' ? -units : units;
}
