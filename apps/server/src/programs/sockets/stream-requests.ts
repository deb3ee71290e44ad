/**
 * What a program may ask of a socket of market streams: to subscribe, to unsubscribe, and what it
 * listens to. The codes and words of errors are Binance's where it has some.
 */
import { isJsonDeep } from '../../http/body-shape.ts';
import { SUBSCRIPTION_LIMITS, type Listener, type Subscriptions } from './subscriptions.ts';

type Id = string | number | null;

interface StreamError {
  /** 0: no such property, 1: a value of the wrong type, 2: a wrong request, 3: no JSON. */
  readonly code: 0 | 1 | 2 | 3;
  readonly msg: string;
}
const invalid = (what: string): StreamError => ({ code: 2, msg: `Invalid request: ${what}` });

/** Characters of what was sent that an error repeats. */
const REPEATED_MAX = 64;

interface Asked {
  readonly listener: Listener;
  readonly subscriptions: Subscriptions;
  readonly params: unknown;
}
type Answer = { readonly result: unknown } | { readonly error: StreamError };

const METHODS: Readonly<Record<string, (asked: Asked) => Answer>> = {
  SUBSCRIBE: ({ listener, subscriptions, params }) => {
    const names = namesOf(params);
    if (names === null) return { error: invalid('params must be a list of stream names') };
    switch (subscriptions.add(listener, names)) {
      case 'unknown':
        return { error: unknownStream(subscriptions.unknownOf(names) ?? '') };
      case 'too-many':
        return { error: invalid(`more than ${SUBSCRIPTION_LIMITS.ofOneSocket} streams on one connection`) };
      case 'full':
        return { error: invalid('too many subscriptions on this server, please try again later') };
      default:
        return DONE;
    }
  },
  UNSUBSCRIBE: ({ listener, subscriptions, params }) => {
    const names = namesOf(params);
    if (names === null) return { error: invalid('params must be a list of stream names') };
    subscriptions.remove(listener, names);
    return DONE;
  },
  LIST_SUBSCRIPTIONS: ({ listener, params }) =>
    params === undefined || (Array.isArray(params) && params.length === 0)
      ? { result: [...listener.names] }
      : { error: invalid('too many parameters') },
  SET_PROPERTY: ({ listener, params }) => {
    const [name, value, ...more] = listOf(params);
    const error = wrongProperty(name, more);
    if (error !== null) return { error };
    if (typeof value !== 'boolean')
      return { error: { code: 1, msg: 'Invalid value type: expected Boolean' } };
    listener.isCombined = value;
    return DONE;
  },
  GET_PROPERTY: ({ listener, params }) => {
    const [name, ...more] = listOf(params);
    const error = wrongProperty(name, more);
    return error === null ? { result: listener.isCombined } : { error };
  },
};
const DONE: Answer = { result: null };

export const unknownStream = (name: string): StreamError =>
  invalid(`unknown stream ${name.slice(0, REPEATED_MAX)}`);

/** The answer to a message, as JSON. */
export function answerStreamRequest(
  text: string,
  { listener, subscriptions }: Pick<Asked, 'listener' | 'subscriptions'>,
): string {
  const sent = parsed(text);
  if (sent === undefined) return written(null, { error: { code: 3, msg: 'Invalid JSON' } });
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return written(null, { error: invalid('expected an object') });
  const { method, params, id = null } = sent as Readonly<Record<string, unknown>>;
  if (!isId(id))
    return written(null, {
      error: invalid('request ID must be a whole number, up to 36 letters and digits, or null'),
    });
  if (method === undefined) return written(id, { error: invalid('missing field `method`') });
  const perform = typeof method === 'string' && Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (perform === undefined) {
    const variant = JSON.stringify(method).slice(0, REPEATED_MAX).replaceAll('"', '');
    const known = Object.keys(METHODS)
      .map((name) => `\`${name}\``)
      .join(', ');
    return written(id, { error: invalid(`unknown variant \`${variant}\`, expected one of ${known}`) });
  }
  return written(id, perform({ listener, subscriptions, params }));
}

const written = (id: Id, answer: Answer): string => JSON.stringify({ ...answer, id });

/** Undefined for what is no JSON or is nested too deeply. */
function parsed(text: string): unknown {
  if (isJsonDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isId = (id: unknown): id is Id =>
  id === null || Number.isSafeInteger(id) || (typeof id === 'string' && /^[\w-]{0,36}$/.test(id));

/** At least one name; null for anything else. */
function namesOf(params: unknown): readonly string[] | null {
  const isList = Array.isArray(params) && params.length > 0;
  return isList && params.every((name) => typeof name === 'string') ? params : null;
}

const listOf = (params: unknown): readonly unknown[] => (Array.isArray(params) ? params : []);

function wrongProperty(name: unknown, more: readonly unknown[]): StreamError | null {
  if (typeof name !== 'string') return invalid('property name must be a string');
  if (more.length > 0) return invalid('too many parameters');
  return name === 'combined' ? null : { code: 0, msg: 'Unknown property' };
}
