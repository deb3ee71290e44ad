/** The endpoints of the trading API in the OpenAPI document. */
import { errorBody, weightOf, type AnyEndpoint, type EndpointFailure } from '@glasshouse/protocol/programs';
import * as z from 'zod';
import type { createDocument, ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { AGAIN_LATER } from './envelope.ts';
import { errorsOf, type PublishedError } from './published-errors.ts';

type Document = ReturnType<typeof createDocument>;
type SecuritySchemes = NonNullable<NonNullable<Document['components']>['securitySchemes']>;
type Parameters = NonNullable<NonNullable<NonNullable<Document['paths']>[string]['get']>['parameters']>;

export const ENDPOINTS_DESCRIPTION =
  'Endpoints under /api/v3 and /sapi/v1 have the shapes of Binance’s spot API: the answer is the data as such, an error {code, msg, error, field} with an HTTP status of its own. ' +
  '`x-weight` counts against the limit of a network a minute (of several examples, the one up to which a request goes), `x-orders` against those of a user’s new orders, `x-permission` is what the key must be allowed to do, `x-socket-method` the method at /ws-api/v3. ' +
  'Parameters may be in the query or in a form. A signed request needs both schemes, apiKey and signature.';

export const ENDPOINT_SECURITY: SecuritySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-MBX-APIKEY' },
  signature: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description:
      'Of the query and then the form, as they are sent, without the signature: HMAC-SHA-256 in hex, RSA (PKCS #1 v1.5, SHA-256) or Ed25519 in base64, by the kind of the key. May be in the form',
  },
};

/** What belongs to the signature of a request, beside its parameters. */
const SIGNED = {
  timestamp: z.number().int().meta({ description: 'When it was signed, in milliseconds since 1970' }),
  recvWindow: z
    .number()
    .min(0)
    .max(60_000)
    .optional()
    .meta({ description: 'For how many milliseconds after that it holds; 5000 if absent' }),
};

export function endpointOperation(endpoint: AnyEndpoint): ZodOpenApiOperationObject {
  const { name, summary, security, orders, socketMethod, method } = endpoint;
  const isSigned = security !== 'none';
  const input = isSigned ? endpoint.input.extend(SIGNED) : endpoint.input;
  const isForm = method === 'POST' || method === 'PUT';
  return {
    operationId: name,
    summary,
    tags: ['trading-api', ...name.split('/').slice(0, 1)],
    security: isSigned ? [{ apiKey: [], signature: [] }] : [],
    ...(isForm ? { requestBody: { content: { [FORM]: { schema: input } }, required: true } } : {}),
    ...(isForm || Object.keys(input.shape).length === 0 ? {} : { requestParams: { query: input } }),
    responses: {
      '200': {
        description: 'What was asked for',
        headers: usedHeaders(orders),
        content: json(endpoint.data),
      },
      ...refused(endpoint),
    },
    'x-weight': publishedWeight(endpoint),
    'x-orders': orders,
    'x-permission': isSigned ? security : null,
    'x-socket-method': socketMethod,
  };
}

const FORM = 'application/x-www-form-urlencoded';
const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

/** A number, or the weights of examples, each with the parameters that it is of. */
export function publishedWeight({ weight }: AnyEndpoint): number | { parameters: string; weight: number }[] {
  if (typeof weight === 'number') return weight;
  return weight.examples.map((example) => ({
    parameters: parametersOf(example),
    weight: weightOf<Record<string, unknown>>(weight, example),
  }));
}

/** Such as 'limit=500', 'symbol' or 'symbols[20]'; empty for none. */
function parametersOf(example: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(example).map(([name, value]) => {
    if (Array.isArray(value)) return `${name}[${value.length}]`;
    return typeof value === 'string' ? name : `${name}=${String(value)}`;
  });
  return shown.join('&');
}

const count = (description: string) => ({ description, schema: { type: 'integer' as const } });

function usedHeaders(orders: number): NonNullable<ZodOpenApiResponseObject['headers']> {
  const weight = { 'X-MBX-USED-WEIGHT-1M': count('The weight that the network has used in this minute') };
  if (orders === 0) return weight;
  return {
    ...weight,
    'X-MBX-ORDER-COUNT-10S': count('New orders of the user in these ten seconds'),
    'X-MBX-ORDER-COUNT-1D': count('New orders of the user on this day (UTC)'),
  };
}

const RETRY_AFTER = { 'Retry-After': count('Seconds after which the request may succeed') };

/** The errors of an endpoint by their HTTP status. */
function refused(endpoint: AnyEndpoint): Record<string, ZodOpenApiResponseObject> {
  const errors = errorsOf(endpoint);
  const statuses = [...new Set([...errors, ...endpoint.failures].map(({ status }) => status))].toSorted(
    (a, b) => a - b,
  );
  return Object.fromEntries(
    statuses.map((status): [string, ZodOpenApiResponseObject] => {
      const own = errors.filter((one) => one.status === status);
      const failures = endpoint.failures.filter((one) => one.status === status);
      const schemas = [
        ...(own.length === 0 ? [] : [errorSchema(endpoint.name, own)]),
        ...failures.map((failure) => failureSchema(failure, endpoint.data)),
      ];
      const names = [...new Set(own.map(({ error }) => error)), ...failures.map(({ msg }) => msg)];
      return [
        String(status),
        {
          description: names.join(', '),
          ...(AGAIN_LATER.has(status) ? { headers: RETRY_AFTER } : {}),
          content: json(schemas.length === 1 ? schemas[0]! : z.union(schemas)),
        },
      ];
    }),
  );
}

const schemas = new Map<string, z.ZodType>();

/** One schema for each set of errors, named after the first endpoint that gives it. */
function errorSchema(owner: string, errors: readonly PublishedError[]): z.ZodType {
  const codes = [...new Set(errors.map(({ code }) => code))];
  const names = [...new Set(errors.map(({ error }) => error))];
  const key = `${codes.join()} ${names.join()}`;
  const known = schemas.get(key);
  if (known !== undefined) return known;
  const schema = errorBody.extend({ code: z.literal(codes), error: z.enum(names) }).meta({
    id: `Error-${owner.replaceAll('/', '-')}-${errors[0]!.status}`,
    description:
      '`code` and `msg` are Binance’s where it has some, `error` is the stable name, `field` the parameter',
  });
  schemas.set(key, schema);
  return schema;
}

const failureSchema = ({ code, msg }: EndpointFailure, data: z.ZodType): z.ZodType =>
  z.object({ code: z.literal(code), msg: z.literal(msg), data });

/** A list in a query is JSON text, which OpenAPI says by a media type instead of a schema. */
export function listsAsJson(parameters: Parameters = []): void {
  for (const parameter of parameters) {
    if (!('in' in parameter)) continue;
    const { schema } = parameter;
    if (typeof schema !== 'object' || !('type' in schema) || schema.type !== 'array') continue;
    delete parameter.schema;
    parameter.content = { 'application/json': { schema } };
  }
}
