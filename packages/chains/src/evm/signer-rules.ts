/** The signer's rules. The signer has its own copy, so that a caller cannot relax them. */
import { decodeFunctionData, erc20Abi, getAddress, isAddress, type Hex } from 'viem';
import { HOT_WALLET, type KeyPath, type PaymentOrder } from '../paying/payments.ts';
import type { SigningLimit, SigningRefusal, SigningRequest } from '../paying/signing.ts';

export interface SignerRules {
  readonly chainId: number;
  readonly nativeCoin: string;
  /** Token contracts by coin. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Limits of withdrawals by coin. A coin without a limit is not paid out. */
  readonly withdrawals: Readonly<Record<string, SigningLimit>>;
  /** The limit of top-ups: native coins to deposit addresses, for the fees of sweeps. */
  readonly topUps: SigningLimit;
  /** The address to which the hot wallet's excess may go; null forbids it. */
  readonly coldAddress: string | null;
  readonly maxFeePerGas: bigint;
  readonly gasMax: bigint;
  /** The limit of all fees per UTC day, in the native coin's smallest unit. */
  readonly feesPerDay: bigint;
}

/** Checks a request by itself, without regard to earlier ones. Returns the refusal, or null. */
export function refusalOf(
  request: SigningRequest,
  rules: SignerRules,
  addressOf: (key: KeyPath) => string,
): SigningRefusal | null {
  const { order, purpose } = request;
  if (!isFrame(request, rules) || order.sender !== addressOf(order.from)) return 'rules';
  if (purpose === 'cancel') {
    const isNothing = request.to === order.sender && request.value === '0' && request.data === '0x';
    return isNothing ? null : 'not-as-ordered';
  }
  if (!isDestination(order, rules, addressOf)) return 'rules';
  return isAsOrdered(request, rules) ? null : 'not-as-ordered';
}

/** The limit for the order's kind and coin; null if there is none, because the coins stay ours. */
export function limitOf(
  { kind, coin }: PaymentOrder,
  rules: Pick<SignerRules, 'withdrawals' | 'topUps'>,
): SigningLimit | null {
  if (kind === 'withdrawal') return rules.withdrawals[coin] ?? { perPayment: 0n, perDay: 0n };
  return kind === 'top-up' ? rules.topUps : null;
}

/** The largest fee that the chain can charge for the transaction. */
export const worstFeeOf = ({ gas, maxFeePerGas }: SigningRequest): bigint =>
  BigInt(gas) * BigInt(maxFeePerGas);

const AMOUNT = /^(0|[1-9]\d{0,77})$/;

/** Whether the transaction moves no coins: a cancellation, or the filler of a nonce. */
export const isNothing = ({ order, purpose }: SigningRequest): boolean =>
  purpose === 'cancel' || order.kind === 'filler';

/** Checks chain, gas and fees, and the format of all numbers. */
function isFrame(request: SigningRequest, rules: SignerRules): boolean {
  const { order, nonce, value, gas, maxFeePerGas, maxPriorityFeePerGas } = request;
  const amounts = [order.units, value, gas, maxFeePerGas, maxPriorityFeePerGas];
  return (
    order.chainId === rules.chainId &&
    Number.isSafeInteger(nonce) &&
    nonce >= 0 &&
    amounts.every((amount) => AMOUNT.test(amount)) &&
    BigInt(gas) <= rules.gasMax &&
    BigInt(maxFeePerGas) <= rules.maxFeePerGas &&
    BigInt(maxPriorityFeePerGas) <= BigInt(maxFeePerGas)
  );
}

/** Whether the rules allow the order itself. Also used where orders are stored, without keys. */
export function allowsOrder(
  order: PaymentOrder,
  rules: SignerRules,
  addressOf: (key: KeyPath) => string,
): boolean {
  const { chainId, coin, from, sender, units } = order;
  const isCounted = coin === rules.nativeCoin || Object.hasOwn(rules.tokens, coin);
  return (
    chainId === rules.chainId &&
    isCounted &&
    AMOUNT.test(units) &&
    sender === addressOf(from) &&
    isDestination(order, rules, addressOf)
  );
}

function isDestination(
  order: PaymentOrder,
  rules: SignerRules,
  addressOf: (key: KeyPath) => string,
): boolean {
  const { kind, to, toKey, sender, coin, units } = order;
  if (kind === 'filler') return to === sender && units === '0' && coin === rules.nativeCoin;
  if (!isAddress(to) || getAddress(to) !== to || BigInt(units) === 0n) return false;
  return (toKey === null || to === addressOf(toKey)) && isWay(order, rules);
}

/** Whether an order of this kind may go from its key to its destination. */
export function isWay(
  { kind, from, to, toKey, coin }: PaymentOrder,
  rules: Pick<SignerRules, 'coldAddress' | 'nativeCoin'>,
): boolean {
  if (kind === 'sweep') return from.branch === 'deposit' && isSameKey(toKey, HOT_WALLET);
  if (!isSameKey(from, HOT_WALLET)) return false;
  if (kind === 'withdrawal') return toKey === null;
  if (kind === 'cold') return toKey === null && to === rules.coldAddress;
  return kind === 'top-up' && toKey?.branch === 'deposit' && coin === rules.nativeCoin;
}

/**
 * Whether the transaction does what the order says. Decodes the transaction instead of building one
 * to compare.
 */
function isAsOrdered(
  { order, to, value, data }: SigningRequest,
  { nativeCoin, tokens }: SignerRules,
): boolean {
  if (order.coin === nativeCoin) return to === order.to && value === order.units && data === '0x';
  const token = tokens[order.coin];
  if (token === undefined || getAddress(to) !== getAddress(token) || value !== '0') return false;
  if (!TRANSFER.test(data)) return false;
  const call = decodeFunctionData({ abi: erc20Abi, data: data as Hex });
  return (
    call.functionName === 'transfer' && call.args[0] === order.to && call.args[1] === BigInt(order.units)
  );
}

/** The selector of `transfer(address,uint256)` and its two words. */
const TRANSFER = /^0xa9059cbb[\da-f]{128}$/;

const isSameKey = (a: KeyPath | null, b: KeyPath): boolean => a?.branch === b.branch && a.index === b.index;
