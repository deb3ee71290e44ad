/**
 * Turns refusals into the errors of the trading API: Binance's code and words, and beside them our
 * own name of the refusal and of the parameter. A refusal that Binance has no words for keeps ours.
 */
import { REFUSALS, type Refusal } from '@glasshouse/protocol';
import type { EndpointShape, ErrorBody, ProgramError } from '@glasshouse/protocol/programs';
import { refusalMessage, REFUSAL_STATUS } from './envelope.ts';
import type { Language } from './handler.ts';

/** Of what no refusal names: an order that was rejected. */
const REJECTED: ProgramError = { code: -2010 };

/** The reason of a parameter that an order of its type would ignore. */
export const NOT_TAKEN = 'sent when not required';

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

function errorOf({ error, field = '', params }: Refusal, { errors }: Asked): ProgramError {
  if (error !== 'request/invalid') return errors[error] ?? REFUSALS[error].program ?? REJECTED;
  const reason = String(params?.['reason']);
  const known = OF_REASONS.find((one) => reason.startsWith(one.reason)) ?? OF_FIELDS[field] ?? WRONG;
  return known.msg === undefined ? known : { ...known, msg: known.msg.replace('{field}', () => field) };
}

/** What a wrong parameter can be answered with: examples of each code, for the documents. */
export const WRONG_PARAMETERS: readonly { readonly field: string; readonly reason: string }[] = [
  ...OF_REASONS.map(({ reason }) => ({
    field: '{field}',
    reason: reason.endsWith(' ') ? `${reason}{other}` : reason,
  })),
  ...Object.keys(OF_FIELDS).map((field) => ({ field, reason: 'not offered' })),
  { field: '{field}', reason: '{reason}' },
];

type Asked = Pick<EndpointShape, 'errors'>;
const ANY: Asked = { errors: {} };

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
