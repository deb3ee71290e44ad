/**
 * Encodes a payment as a transaction of an Ethereum-like chain, and reads its result from the
 * receipt.
 */
import {
  encodeFunctionData,
  erc20Abi,
  getAddress,
  keccak256,
  parseEventLogs,
  parseTransaction,
  type Address,
  type Hex,
  type Log,
  type RpcLog,
} from 'viem';
import { tokenOf, type PaymentTerms } from './payment-terms.ts';
import type { Call, Receipt } from './payment-nodes.ts';
import type { Attempt, PaymentOrder, PaymentOutcome } from '../paying/payments.ts';

/** The `output` of a transaction's own value (see `ChainTransfer`). */
export const NATIVE_OUTPUT = -1;

interface TokenTransfer {
  /** The index of the log among the transaction's logs (see `ChainTransfer`). */
  readonly output: number;
  readonly to: Address;
  readonly coin: string;
  readonly units: bigint;
}

/**
 * The token transfers in the logs of one transaction.
 *
 * @param tokens Coins by the contract's address with its checksum. All others are ignored.
 */
export function tokenTransfers(
  logs: readonly RpcLog[],
  tokens: ReadonlyMap<string, string>,
): readonly TokenTransfer[] {
  return logs.flatMap((log, output) => {
    const coin = tokens.get(getAddress(log.address));
    if (coin === undefined) return [];
    const [event] = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: [log] });
    if (event === undefined) return [];
    return [{ output, to: event.args.to, coin, units: event.args.value }];
  });
}

/** The id of a signed transaction. */
export const txidOfRaw = (raw: string): string => keccak256(raw as Hex);

/** The gas limit and fees that a signed transaction contains, in the form of its attempt. */
export function pricesOfRaw(raw: string): Pick<Attempt, 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(raw as `0x02${string}`);
  return {
    gas: String(gas),
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxPriorityFeePerGas),
  };
}

export function callOf(order: PaymentOrder, purpose: Attempt['purpose'], terms: PaymentTerms): Call {
  const { sender: from, to, coin, units } = order;
  if (purpose === 'cancel') return { from, to: from, value: 0n, data: '0x' };
  const token = tokenOf(terms, coin);
  if (token === null) return { from, to, value: BigInt(units), data: '0x' };
  const args = [to as Address, BigInt(units)] as const;
  return {
    from,
    to: token,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
  };
}

/** The outcome of a payment's mined attempt. */
export function outcomeOf(
  order: PaymentOrder,
  { receipt, purpose }: { readonly receipt: Receipt; readonly purpose: Attempt['purpose'] },
  terms: PaymentTerms,
): PaymentOutcome {
  const { txid, height, gasUsed, gasPrice } = receipt;
  const ended = { txid, output: null, cost: (gasUsed * gasPrice).toString(), height };
  if (purpose === 'cancel') return { ...ended, result: 'cancelled' };
  if (!receipt.succeeded) return { ...ended, result: 'failed' };
  const output = outputOf(order, receipt, tokenOf(terms, order.coin));
  return output === null ? { ...ended, result: 'different' } : { ...ended, result: 'paid', output };
}

/**
 * The `output` of the ordered transfer in a receipt; null if the receipt does not contain it.
 * Addresses are in Ethereum's form.
 */
export function outputOf(
  order: Pick<PaymentOrder, 'sender' | 'to' | 'units'>,
  { logs }: Pick<Receipt, 'logs'>,
  token: string | null,
): number | null {
  if (token === null) return NATIVE_OUTPUT;
  const isOrdered = logs.map((log) => {
    if (getAddress(log.address) !== getAddress(token)) return false;
    const [event] = parseEventLogs({
      abi: erc20Abi,
      eventName: 'Transfer',
      logs: [log as unknown as Log],
    });
    if (event === undefined) return false;
    const { from, to, value } = event.args;
    return from === order.sender && to === order.to && value === BigInt(order.units);
  });
  const output = isOrdered.indexOf(true);
  return output === -1 ? null : output;
}
