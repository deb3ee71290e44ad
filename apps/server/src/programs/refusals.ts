/**
 * Turns refusals into the errors of the trading API: Binance's code and words, and beside them our
 * own name of the refusal and of the parameter. A refusal that Binance has no words for keeps ours.
 */
import type { Refusal, RefusalName } from '@glasshouse/protocol';
import type { EndpointShape, ErrorBody } from '@glasshouse/protocol/programs';
import { refusalMessage, REFUSAL_STATUS } from '../http/envelope.ts';
import type { Language } from '../http/handler.ts';

interface ProgramError {
  readonly code: number;
  /** Binance's words; absent: ours. */
  readonly msg?: string;
  /** The HTTP status; 400 if absent. */
  readonly status?: number;
}

const filter = (name: string): ProgramError => ({ code: -1013, msg: `Filter failure: ${name}` });
const rejected = (msg?: string): ProgramError => (msg === undefined ? { code: -2010 } : { code: -2010, msg });
const CLOSED: ProgramError = { code: -1013, msg: 'Market is closed.' };

/** The reason of a parameter that an order of its type would ignore. */
export const NOT_TAKEN = 'sent when not required';

/** From https://developers.binance.com/docs/binance-spot-api-docs/errors (2026). */
const ERRORS: Readonly<Partial<Record<RefusalName, ProgramError>>> = {
  'request/failed': {
    code: -1000,
    msg: 'An unknown error occurred while processing the request.',
    status: 500,
  },
  'request/not-ready': { code: -1001, status: 503 },
  'request/busy': {
    code: -1008,
    msg: 'Server is currently overloaded with other requests. Please try again in a few minutes.',
    status: 503,
  },
  'request/maintenance': { code: -1001, status: 503 },
  'request/no-room': { code: -1001, status: 503 },
  'request/too-many': { code: -1003, status: 429 },
  'request/banned': { code: -1003, status: 418 },
  'request/daily-limit': { code: -1015, status: 429 },
  'request/too-many-orders': { code: -1015, status: 429 },
  'request/unknown-route': { code: -1000, status: 404 },
  'request/too-large': { code: -1101, status: 413 },
  'request/wrong-time': { code: -1021, msg: 'Timestamp for this request is outside of the recvWindow.' },
  'request/wrong-signature': { code: -1022, msg: 'Signature for this request is not valid.' },
  'request/repeated': { code: -1022 },
  'request/key-malformed': { code: -2014, msg: 'API-key format invalid.', status: 401 },
  'request/unknown-key': { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.', status: 401 },
  'market/unknown-pair': { code: -1121, msg: 'Invalid symbol.' },
  'market/halted': CLOSED,
  'market/not-open': CLOSED,
  'spot/price-missing': {
    code: -1102,
    msg: "Mandatory parameter 'price' was not sent, was empty/null, or malformed.",
  },
  'spot/price-off-tick': filter('PRICE_FILTER'),
  'spot/amount-off-lot': filter('LOT_SIZE'),
  'spot/price-out-of-range': filter('PERCENT_PRICE'),
  'spot/held-price': filter('PERCENT_PRICE'),
  'spot/below-minimum': filter('NOTIONAL'),
  'spot/above-maximum': filter('NOTIONAL'),
  'spot/too-many-orders': filter('MAX_NUM_ORDERS'),
  'spot/visible-out-of-range': filter('ICEBERG_PARTS'),
  'spot/would-take': rejected('Order would immediately match and take.'),
  'spot/would-trigger': rejected('Stop price would trigger immediately.'),
  'spot/client-order-id-taken': rejected('Duplicate order sent.'),
  'spot/no-liquidity': rejected(),
  'wallet/insufficient-balance': rejected('Account has insufficient balance for requested action.'),
};

/** A parameter that is wrong, by what is wrong with it. The words name it as `{field}`. */
const OF_REASONS: readonly (ProgramError & { readonly reason: string })[] = [
  {
    reason: 'is required',
    code: -1102,
    msg: "Mandatory parameter '{field}' was not sent, was empty/null, or malformed.",
  },
  { reason: 'is not a field of this call', code: -1104 },
  { reason: NOT_TAKEN, code: -1106, msg: "Parameter '{field}' sent when not required." },
  { reason: 'not together with ', code: -1128, msg: 'Combination of optional parameters invalid.' },
  {
    reason: 'names a symbol twice',
    code: -1151,
    msg: 'Symbol is present multiple times in the list.',
  },
];

/** The same by the parameter, where Binance has a code for it. */
const OF_FIELDS: Readonly<Record<string, ProgramError>> = {
  symbol: { code: -1121, msg: 'Invalid symbol.' },
  side: { code: -1117, msg: 'Invalid side.' },
  type: { code: -1116, msg: 'Invalid orderType.' },
  timeInForce: { code: -1115, msg: 'Invalid timeInForce.' },
  interval: { code: -1120, msg: 'Invalid interval.' },
};
const WRONG: ProgramError = { code: -1130 };

function errorOf({ error, field = '', params }: Refusal, { unknownOrderCode }: Asked): ProgramError {
  if (error === 'spot/unknown-order') return UNKNOWN_ORDERS[unknownOrderCode];
  if (error !== 'request/invalid') return ERRORS[error] ?? rejected();
  const reason = String(params?.['reason']);
  const known = OF_REASONS.find((one) => reason.startsWith(one.reason)) ?? OF_FIELDS[field] ?? WRONG;
  return known.msg === undefined ? known : { ...known, msg: known.msg.replace('{field}', () => field) };
}

/** Binance has one code for cancels and changes, another for queries. */
const UNKNOWN_ORDERS: Readonly<Record<EndpointShape['unknownOrderCode'], ProgramError>> = {
  [-2011]: { code: -2011, msg: 'Unknown order sent.' },
  [-2013]: { code: -2013, msg: 'Order does not exist.' },
};

/** What a wrong parameter can be answered with: examples of each code, for the documents. */
export const WRONG_PARAMETERS: readonly { readonly field: string; readonly reason: string }[] = [
  ...OF_REASONS.map(({ reason }) => ({
    field: '{field}',
    reason: reason.endsWith(' ') ? `${reason}{other}` : reason,
  })),
  ...Object.keys(OF_FIELDS).map((field) => ({ field, reason: 'not offered' })),
  { field: '{field}', reason: '{reason}' },
];

type Asked = Pick<EndpointShape, 'unknownOrderCode'>;
const ANY: Asked = { unknownOrderCode: -2013 };

/** The body of an error and its HTTP status. */
export function programRefusal(
  refusal: Refusal,
  language: Language,
  asked: Asked = ANY,
): { readonly status: number; readonly body: ErrorBody } {
  const { code, msg, status } = errorOf(refusal, asked);
  const field = refusal.field === undefined ? {} : { field: refusal.field };
  return {
    status: status ?? REFUSAL_STATUS[refusal.error] ?? 400,
    body: { code, msg: msg ?? refusalMessage(refusal, language), error: refusal.error, ...field },
  };
}

/** Whether a path is one of the trading API. */
export const isOfPrograms = (path: string): boolean => path.startsWith('/api/') || path.startsWith('/sapi/');
