/**
 * The OpenAPI document of every call and endpoint, made from the protocol. Served at /openapi.json
 * and written to docs/generated.
 */
import { POSTING_REASONS } from '@glasshouse/core';
import { CALLS, REFUSALS, SUCCESS_CODE, type Call, type RefusalName } from '@glasshouse/protocol';
import { ENDPOINTS, type AnyEndpoint } from '@glasshouse/protocol/programs';
import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { REFUSAL_STATUS, replyShapeOf } from './envelope.ts';
import { refusalsOf } from './call-refusals.ts';
import { IDEMPOTENCY_KEY } from './idempotency.ts';
import {
  ENDPOINT_SECURITY,
  endpointOperation,
  ENDPOINTS_DESCRIPTION,
  listsAsJson,
} from './openapi-programs.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

let made: OpenApiDocument | null = null;

/** Made once: a third of a second. */
export function openApiDocument(): OpenApiDocument {
  made ??= makeDocument();
  return made;
}

function makeDocument(): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const call of CALLS) {
    for (const prefix of call.prefixes)
      paths[prefix + call.path] = { [call.method.toLowerCase()]: operation(call, prefix) };
  }
  for (const endpoint of ENDPOINTS as readonly AnyEndpoint[])
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: endpointOperation(endpoint),
    };
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Glasshouse API',
      version: '0.2.0',
      description:
        'Calls under /bb/app and /contract/app: every reply is HTTP 200 with {code, msg, data}: code 1 is success, -2 a session that has ended, any other number a refusal with a stable name in `error`. ' +
        `Bodies may be JSON or form-encoded. ${ENDPOINTS_DESCRIPTION} ` +
        'Amounts are decimal strings, times milliseconds since 1970.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'X-Access-Token' },
        ...ENDPOINT_SECURITY,
      },
    },
    paths,
  });
  for (const endpoint of ENDPOINTS as readonly AnyEndpoint[])
    listsAsJson(document.paths?.[endpoint.path]?.get?.parameters);
  return document;
}

function operation(call: Call, prefix: string): ZodOpenApiOperationObject {
  return {
    operationId: operationId(call, prefix),
    summary: call.summary,
    ...notes(call),
    tags: call.name.split('/').slice(0, 1),
    security: call.access === 'user' ? [{ session: [] }] : [],
    ...request(call),
    responses: {
      '200': {
        description: 'What was asked for, or why it was refused',
        content: contentOf(call),
      },
      ...REFUSED,
    },
  };
}

function contentOf(call: Call): NonNullable<ZodOpenApiResponseObject['content']> {
  const refusal = refusalSchema(call.name, refusalsOf(call));
  if (call.download !== null)
    return { [call.download]: { schema: call.data }, 'application/json': { schema: refusal } };
  return { 'application/json': { schema: z.union([successSchema(call), refusal]) } };
}

/** The call's name; under a further prefix, with that prefix. */
function operationId({ name, prefixes }: Call, prefix: string): string {
  return prefix === prefixes[0] ? name : name + prefix.replaceAll('/', '-');
}

function request(call: Call): Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'> {
  const query = call.input;
  if (call.method === 'GET') return Object.keys(query.shape).length === 0 ? {} : { requestParams: { query } };
  if (call.uploadBytesMax !== null)
    return { requestParams: { query }, requestBody: { content: { 'image/*': {} }, required: true } };
  const content = { schema: call.input };
  return {
    ...(call.movesMoney ? { requestParams: { header: IDEMPOTENCY } } : {}),
    requestBody: {
      content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
      required: !call.input.safeParse({}).success,
    },
  };
}

const IDEMPOTENCY = z.object({ 'Idempotency-Key': z.string().regex(IDEMPOTENCY_KEY).optional() });

function successSchema({ name, ...call }: Call): z.ZodType {
  // A call without data answers null.
  const data = call.data.safeParse(undefined).success ? z.null() : call.data;
  const head = { code: z.literal(SUCCESS_CODE), msg: z.literal('success') };
  const status = z.literal('ok');
  switch (replyShapeOf(name)) {
    case 'plain':
      return z.object({ ...head, data });
    case 'huobi-data':
      return z.object({ ...head, status, data });
    case 'huobi-tick':
      return z.object({ ...head, status, tick: data });
  }
}

/** Adds what the schema cannot express: the numbers of posting reasons, which the core defines. */
function notes({ name }: Call): Pick<ZodOpenApiOperationObject, 'description'> {
  if (name !== 'wallet/get-contract-postings') return {};
  const reasons = POSTING_REASONS.map((reason, i) => `${i + 1} ${reason}`);
  return {
    description: `\`tradeType\` selects postings by their reason: 0 or absent all, ${reasons.join(', ')}.`,
  };
}

const REFUSAL = z.object({
  msg: z.string(),
  status: z.literal('error').optional(),
  data: z.null(),
  field: z.string().optional(),
});

const refusalSchemas = new Map<string, z.ZodType>();
/** One schema for each set of refusals, named after the first call or status that gives it. */
function refusalSchema(owner: string, names: readonly RefusalName[]): z.ZodType {
  const key = names.join();
  const known = refusalSchemas.get(key);
  if (known !== undefined) return known;
  const id = `Refusal-${owner.replaceAll('/', '-')}`;
  // The codes as literals, so that a client's types distinguish success and refusal by `code`.
  const code = z.literal([...new Set(names.map((name) => REFUSALS[name].code))]);
  const error = z.enum(names as [RefusalName]).meta({
    id: `${id}-name`,
    description: 'The stable name of the refusal; the catalogue of refusals says its code and texts',
  });
  const schema = REFUSAL.extend({ code, error }).meta({
    id,
    description: '`error` is stable, `code` its number, `field` the field it is about',
  });
  refusalSchemas.set(key, schema);
  return schema;
}

/** Refusals of the transport, possible on any call before it is handled. */
const REFUSED = Object.fromEntries(
  [...new Set(Object.values(REFUSAL_STATUS))].map((status): [string, ZodOpenApiResponseObject] => {
    const names = Object.entries(REFUSAL_STATUS).flatMap(([name, own]) =>
      own === status ? [name as RefusalName] : [],
    );
    const content = { 'application/json': { schema: refusalSchema(String(status), names) } };
    return [
      String(status),
      { id: `Refused${status}`, description: names.join(', '), ...headersOf(status), content },
    ];
  }),
);

/** 429 and 503 say when to try again. */
function headersOf(status: number): Pick<ZodOpenApiResponseObject, 'headers'> {
  if (status !== 429 && status !== 503) return {};
  const description = 'Seconds after which the request may succeed';
  return { headers: { 'Retry-After': { description, schema: { type: 'integer' } } } };
}
