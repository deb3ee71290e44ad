/** Asks a node of a chain with contracts what a token says of itself: its decimals and symbol. */
import {
  BaseError,
  encodeFunctionData,
  erc20Abi,
  hexToBigInt,
  hexToString,
  size,
  slice,
  trim,
  type Address,
  type Client,
  type Hex,
} from 'viem';
import type { TokenFacts } from '../blocks/blocks.ts';
import { isRevert } from './headers.ts';

const WORD_BYTES = 32;
/** The standard's decimals are one byte. */
const DECIMALS_MAX = 255n;

/** Null if no contract is at the address. Throws if the node gives no answer. */
export async function tokenFactsAt(client: Client, contract: Address): Promise<TokenFacts | null> {
  const code = await client.request({ method: 'eth_getCode', params: [contract, 'latest'] });
  if (code === undefined || code === null || size(code) === 0) return null;
  const ask = (functionName: 'decimals' | 'symbol') => answerOf(client, contract, functionName);
  const [decimals, symbol] = await Promise.all([ask('decimals'), ask('symbol')]);
  return { decimals: decimalsIn(decimals), symbol: symbolIn(symbol) };
}

/** What the contract returns; empty if it knows no such function. */
async function answerOf(client: Client, to: Address, functionName: 'decimals' | 'symbol'): Promise<Hex> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName });
  try {
    return await client.request({ method: 'eth_call', params: [{ to, data }, 'latest'] });
  } catch (error) {
    if (error instanceof BaseError && error.walk(isRefused) !== null) return '0x';
    throw error;
  }
}

/** TRON's nodes say a revert in words alone. */
const isRefused = (error: unknown): boolean =>
  isRevert(error) || /\brevert/i.test((error as { readonly details?: string }).details ?? '');

function decimalsIn(answer: Hex): number | null {
  if (size(answer) !== WORD_BYTES) return null;
  const decimals = hexToBigInt(answer);
  return decimals > DECIMALS_MAX ? null : Number(decimals);
}

/** A string as the standard has it, or 32 bytes as the first tokens wrote it. */
function symbolIn(answer: Hex): string {
  if (size(answer) === WORD_BYTES) return hexToString(trim(answer, { dir: 'right' }));
  if (size(answer) < 2 * WORD_BYTES) return '';
  const length = hexToBigInt(slice(answer, WORD_BYTES, 2 * WORD_BYTES));
  const text = slice(answer, 2 * WORD_BYTES);
  return length > BigInt(size(text)) || length === 0n ? '' : hexToString(slice(text, 0, Number(length)));
}
