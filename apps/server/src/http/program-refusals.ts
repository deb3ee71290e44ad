/**
 * Turns refusals into the errors of the trading API: Binance's code and words, and beside them our
 * own name of the refusal and of the parameter. A refusal that Binance has no words for keeps ours.
 */
import { REFUSALS, type Refusal } from '@glasshouse/protocol';
import type { EndpointShape, ProgramError } from '@glasshouse/protocol/programs';
import { refusalMessage, REFUSAL_STATUS } from './envelope.ts';
import type { Language } from './handler.ts';

/** Of what no refusal names: an order that was rejected. */
const REJECTED: ProgramError = { code: -2010 };

/** The codes of parameters that Binance has one for. */
const OF_FIELDS: Readonly<Record<string, ProgramError>> = {
  symbol: { code: -1121, msg: 'Invalid symbol.' },
  side: { code: -1117, msg: 'Invalid side.' },
  type: { code: -1116, msg: 'Invalid orderType.' },
  timeInForce: { code: -1115, msg: 'Invalid timeInForce.' },
  interval: { code: -1120, msg: 'Invalid interval.' },
};

function errorOf({ error, field, params }: Refusal, { errors }: Asked): ProgramError {
  if (error !== 'request/invalid') return errors[error] ?? REFUSALS[error].program ?? REJECTED;
  const reason = params?.['reason'];
  if (reason === 'is required')
    return {
      code: -1102,
      msg: `Mandatory parameter '${field ?? ''}' was not sent, was empty/null, or malformed.`,
    };
  if (reason === 'is not a field of this call') return { code: -1104 };
  if (reason === 'names a symbol twice')
    return { code: -1151, msg: 'Symbol is present multiple times in the list.' };
  if (String(reason).startsWith('not together with '))
    return { code: -1128, msg: 'Combination of optional parameters invalid.' };
  if (reason === NOT_TAKEN) return { code: -1106, msg: `Parameter '${field ?? ''}' sent when not required.` };
  return OF_FIELDS[field ?? ''] ?? { code: -1130 };
}

/** The reason of a parameter that an order of its type would ignore. */
export const NOT_TAKEN = 'sent when not required';

type Asked = Pick<EndpointShape, 'errors'>;
const ANY: Asked = { errors: {} };

/** The body of an error and its HTTP status. */
export function programRefusal(
  refusal: Refusal,
  language: Language,
  asked: Asked = ANY,
): { readonly status: number; readonly body: ProgramErrorBody } {
  const { code, msg, status } = errorOf(refusal, asked);
  const field = refusal.field === undefined ? {} : { field: refusal.field };
  return {
    status: status ?? REFUSAL_STATUS[refusal.error] ?? 400,
    body: { code, msg: msg ?? refusalMessage(refusal, language), error: refusal.error, ...field },
  };
}

export interface ProgramErrorBody {
  readonly code: number;
  readonly msg: string;
  /** Our name of the refusal. */
  readonly error: string;
  /** The parameter. */
  readonly field?: string;
}

/** Whether a path is one of the trading API. */
export const isOfPrograms = (path: string): boolean => path.startsWith('/api/') || path.startsWith('/sapi/');
