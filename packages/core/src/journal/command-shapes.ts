/**
 * The shape of each command: which fields it has and what each may be, complete by type. `faultOf` is the door of the journal: what is not
 * of its shape would be written as something else, and replay to another state. Whether a command makes sense is the core's own question.
 */
import { MARKET_STATUS, SELF_TRADE, STOP_KIND, TIME_IN_FORCE, type CommandType } from '../commands.ts';
import { RULE_FEATURES } from '../rules.ts';
import { REASONS, type CommandOf } from './codec.ts';

type Check = (value: unknown) => boolean;

const CLIENT_ORDER_ID_MAX = 64;
const CODE_MAX = 16;

const whole: Check = (value) => Number.isSafeInteger(value);
const oneOf = (values: readonly unknown[]): Check => {
  const allowed = new Set(values);
  return (value) => allowed.has(value);
};
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const text =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max;
const textOrNull: Check = (value) => value === null || text(CLIENT_ORDER_ID_MAX)(value);
const side = oneOf([0, 1]);
const timeInForce = oneOf(Object.values(TIME_IN_FORCE));
const selfTrade = oneOf(Object.values(SELF_TRADE));

/** Exactly these fields. */
function record(checks: Readonly<Record<string, Check>>): Check {
  const fields = Object.entries(checks);
  return (value) => typeof value === 'object' && value !== null && wrongField(value, fields) === null;
}

type Shapes = {
  readonly [T in CommandType]: Readonly<Record<Exclude<keyof CommandOf<T>, 'type'>, Check>>;
};

const SHAPES: Shapes = {
  'set-rules': { feature: oneOf(RULE_FEATURES), version: whole },
  'process-due': { limit: whole },
  'define-asset': { asset: whole, code: text(CODE_MAX), decimals: whole },
  'define-market': {
    market: whole,
    base: whole,
    quote: whole,
    priceDecimals: whole,
    lotDecimals: whole,
    indexDecimals: whole,
    makerFeePpm: whole,
    takerFeePpm: whole,
    minNotional: whole,
    maxNotional: whole,
    limitBandPpm: whole,
    marketBandPpm: whole,
    maxOpenOrders: whole,
  },
  'define-seconds-contract': {
    market: whole,
    feeRatePpm: whole,
    maxPositions: whole,
    maxUserStake: whole,
    maxOpenStake: whole,
    durations: listOf(record({ seconds: whole, profitRatePpm: whole, minStake: whole, maxStake: whole })),
  },
  'open-account': { owner: whole },
  issue: { owner: whole, wallet: whole, asset: whole, amount: whole, reason: oneOf(REASONS) },
  transfer: { owner: whole, from: whole, to: whole, asset: whole, amount: whole },
  'place-order': {
    owner: whole,
    market: whole,
    side,
    price: whole,
    lots: whole,
    quoteAmount: whole,
    timeInForce,
    selfTrade,
    clientOrderId: textOrNull,
  },
  'place-conditional': {
    owner: whole,
    market: whole,
    side,
    kind: oneOf(Object.values(STOP_KIND)),
    trigger: whole,
    trailPpm: whole,
    price: whole,
    lots: whole,
    quoteAmount: whole,
    timeInForce,
    selfTrade,
    clientOrderId: textOrNull,
  },
  'place-oco': {
    owner: whole,
    market: whole,
    side,
    price: whole,
    lots: whole,
    trigger: whole,
    stopPrice: whole,
    selfTrade,
    clientOrderId: textOrNull,
  },
  'amend-order': { owner: whole, order: whole, price: whole, lots: whole },
  'cancel-order': { owner: whole, order: whole },
  'cancel-all': { owner: whole, market: whole },
  'replace-quotes': { owner: whole, market: whole, bids: listOf(whole), asks: listOf(whole) },
  'set-market-status': { market: whole, status: oneOf(Object.values(MARKET_STATUS)) },
  'define-fee-tiers': {
    asset: whole,
    tiers: listOf(record({ volume: whole, makerSharePpm: whole, takerSharePpm: whole })),
  },
  'set-referrer': { owner: whole, referrer: whole, sharePpm: whole },
  'open-position': { owner: whole, market: whole, direction: oneOf([1, 2]), stake: whole, seconds: whole },
  tick: { tick: whole, tickMs: whole, prices: listOf(whole) },
};

const FIELDS = new Map(
  Object.entries<Readonly<Record<string, Check>>>(SHAPES).map(([type, shape]) => [
    type,
    Object.entries(shape),
  ]),
);

/** The first field that is not what it may be, 'type' where there is no such command; null where all is well. */
export function faultOf(command: object): string | null {
  const fields = FIELDS.get((command as { type?: string }).type ?? '');
  if (fields === undefined) return 'type';
  return wrongField(command, fields, 1);
}

/** The first of the fields that is wrong, or a name that is none of them; `more` own fields are known besides. */
function wrongField(value: object, fields: readonly [string, Check][], more = 0): string | null {
  for (const [name, check] of fields) if (!check((value as Record<string, unknown>)[name])) return name;
  const names = Object.keys(value);
  if (names.length === fields.length + more) return null;
  return names.find((name) => name !== 'type' && fields.every(([known]) => known !== name)) ?? 'type';
}
