/**
 * The errors that endpoints can give, for the documents: worked out by the function that answers
 * programs, so that no document differs from it.
 */
import { OPERATION_REFUSALS, REFUSALS, type Refusal, type RefusalName } from '@glasshouse/protocol';
import { isAskedOnce, ENDPOINTS, type AnyEndpoint } from '@glasshouse/protocol/programs';
import { valuesIn } from '@glasshouse/texts/module';
import { programRefusal, WRONG_PARAMETERS } from './program-refusals.ts';

export interface PublishedError {
  readonly code: number;
  readonly status: number;
  readonly error: RefusalName;
  /** What it is about, for 'request/invalid': the parameter and what is wrong with it. */
  readonly about: { readonly field: string; readonly reason: string } | null;
  readonly en: string;
  readonly zh: string;
}

const OF_EVERY_ENDPOINT = [
  'request/invalid',
  'request/failed',
  'request/not-ready',
  'request/busy',
  'request/too-large',
  'request/too-many',
  'request/banned',
] as const satisfies readonly RefusalName[];
const OF_SIGNED = [
  'request/key-malformed',
  'request/unknown-key',
  'request/wrong-time',
  'request/wrong-signature',
] as const satisfies readonly RefusalName[];

/** Every refusal that an endpoint can give, in the order of the catalogue. */
export function refusalsOfEndpoint(endpoint: AnyEndpoint): readonly RefusalName[] {
  const { security, operation, grows, orders, refusals } = endpoint;
  const given = new Set<RefusalName>([
    ...OF_EVERY_ENDPOINT,
    ...(security === 'none' ? [] : OF_SIGNED),
    ...(isAskedOnce(endpoint) ? (['request/repeated'] as const) : []),
    ...(orders === 0 ? [] : (['request/too-many-orders'] as const)),
    ...(grows === null ? [] : (['request/daily-limit', 'request/no-room'] as const)),
    ...(operation === null ? [] : (['request/maintenance', ...OPERATION_REFUSALS[operation]] as const)),
    ...refusals,
  ]);
  return (Object.keys(REFUSALS) as RefusalName[]).filter((name) => given.has(name));
}

export function errorsOf(endpoint: AnyEndpoint): readonly PublishedError[] {
  return refusalsOfEndpoint(endpoint).flatMap((error) => {
    if (error !== 'request/invalid') return [publishedError({ error }, endpoint)];
    return WRONG_PARAMETERS.filter(({ field }) => field.startsWith('{') || field in endpoint.input.shape).map(
      (about) => publishedError({ error, field: about.field, params: about }, endpoint),
    );
  });
}

/** Those of all endpoints, and of paths where there is none. The code nearest to zero first. */
export function allErrors(): readonly PublishedError[] {
  const endpoints = ENDPOINTS as readonly AnyEndpoint[];
  const found = [
    publishedError({ error: 'request/unknown-route' }, endpoints[0]!),
    ...endpoints.flatMap((endpoint) => errorsOf(endpoint)),
  ];
  const byText = new Map(found.map((one) => [JSON.stringify(one), one]));
  return [...byText.values()].toSorted((a, b) => b.code - a.code || a.error.localeCompare(b.error));
}

function publishedError(refusal: Refusal, endpoint: AnyEndpoint): PublishedError {
  const { error, field, params } = refusal;
  const named = { ...refusal, params: { ...namesIn(error), ...params } };
  const { status, body } = programRefusal(named, 'en', endpoint);
  const reason = params?.['reason'];
  const about = field === undefined || reason === undefined ? null : { field, reason };
  return {
    code: body.code,
    status,
    error,
    about,
    en: body.msg,
    // A reason that is a name is not translated.
    zh: reason === '{reason}' ? REFUSALS[error].zh : programRefusal(named, 'zh', endpoint).body.msg,
  };
}

/** What a text says of one request stays a name in braces. */
function namesIn(error: RefusalName): Readonly<Record<string, string>> {
  const { en, zh } = REFUSALS[error];
  const names = [...valuesIn(en).keys(), ...valuesIn(zh).keys()];
  return Object.fromEntries(names.map((name) => [name, `{${name}}`]));
}
