/**
 * The parameters of a request and the text that its signature is of. A request over HTTP is signed
 * as it was sent: the query, then the body, without the signature itself. One over a socket is
 * signed as its parameters sorted by name.
 */
import type { Refusal } from '@glasshouse/protocol';
import { invalidField } from '../http/invalid-input.ts';

/** Parameters by name: text from a query or a form, JSON values from a socket. */
export type RawParameters = Readonly<Record<string, unknown>>;

export interface SentParameters {
  readonly parameters: RawParameters;
  /** The text that is signed. */
  readonly payload: string;
  readonly signature: string | null;
  /** Whether the answer over a socket tells the limits; null if the request does not say. */
  readonly showsLimits: boolean | null;
}

/** No endpoint has half as many. */
const PARAMETERS_MAX = 64;
const TOO_MANY = invalidField('parameters', 'has too many fields');

/** Whether a request over a socket has more parameters than one over HTTP may. */
export function refuseWide(sent: RawParameters): Refusal | null {
  return Object.keys(sent).length > PARAMETERS_MAX ? TOO_MANY : null;
}

export function parametersOfHttp(query: string, body: string): SentParameters | Refusal {
  const parameters: Record<string, string> = Object.create(null) as Record<string, string>;
  let signature: string | null = null;
  let count = 0;
  const signed: string[] = [];
  for (const text of [query, body]) {
    const kept: string[] = [];
    for (const part of text === '' ? [] : text.split('&')) {
      if (++count > PARAMETERS_MAX) return TOO_MANY;
      const at = part.indexOf('=');
      const name = decoded(at === -1 ? part : part.slice(0, at));
      const value = decoded(at === -1 ? '' : part.slice(at + 1));
      if (name === null || value === null) return invalidField('parameters', 'not valid percent encoding');
      if (name === 'signature') {
        if (signature !== null) return invalidField('signature', 'was sent twice');
        signature = value;
        continue;
      }
      if (name in parameters) return invalidField(name.slice(0, 64), 'was sent twice');
      parameters[name] = value;
      kept.push(part);
    }
    signed.push(kept.join('&'));
  }
  return { parameters, payload: signed.join(''), signature, showsLimits: null };
}

/** As forms encode it: a plus is a space. */
function decoded(text: string): string | null {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

export function parametersOfSocket(sent: RawParameters): SentParameters | Refusal {
  const wide = refuseWide(sent);
  if (wide !== null) return wide;
  const { signature, ...signed } = sent;
  if (signature !== undefined && typeof signature !== 'string') return invalidField('signature', 'not text');
  const payload = Object.keys(signed)
    .sort()
    .map((name) => `${name}=${textOf(signed[name])}`)
    .join('&');
  const { returnRateLimits: showsLimits = null, ...parameters } = signed;
  if (showsLimits !== null && typeof showsLimits !== 'boolean')
    return invalidField('returnRateLimits', 'true or false');
  return { parameters, payload, signature: signature ?? null, showsLimits };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
