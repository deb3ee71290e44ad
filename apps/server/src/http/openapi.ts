/** The OpenAPI document of every call, made from the protocol. Served at /openapi.json and written to docs/generated. */
import { CALLS, type Call } from '@glasshouse/protocol';
import * as z from 'zod';
import { replyShapeOf } from './envelope.ts';

export function openApiDocument(): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of CALLS) {
    for (const prefix of call.prefixes)
      paths[prefix + call.path] = { [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Glasshouse app API',
      version: '0.1.0',
      description:
        'Every reply is HTTP 200 with {code, msg, data}: code 1 is success, -2 a session that has ended, any other number a refusal with a stable name in `error`. ' +
        'Amounts are decimal strings, times milliseconds since 1970. Bodies may be JSON or form-encoded.',
      license: { name: 'Apache-2.0' },
    },
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } },
    },
    paths,
  };
}

function operation(call: Call): Readonly<Record<string, unknown>> {
  const input = inputSchema(call);
  const body = {
    'application/json': { schema: input },
    'application/x-www-form-urlencoded': { schema: input },
  };
  const headers = call.movesMoney
    ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', pattern: '^[\\w.:-]{1,64}$' } }]
    : [];
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.name.split('/')[0]],
    ...(call.access === 'user' ? { security: [{ session: [] }] } : {}),
    parameters: call.method === 'GET' ? queryParameters(input) : headers,
    ...(call.method === 'GET' ? {} : { requestBody: { content: body } }),
    responses: {
      '200': { description: 'The envelope', content: { 'application/json': { schema: replySchema(call) } } },
    },
  };
}

function inputSchema(call: Call): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
}

function queryParameters(input: z.core.JSONSchema.BaseSchema): readonly unknown[] {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
  }));
}

function replySchema(call: Call): unknown {
  const data = z.toJSONSchema(call.data, { io: 'output', unrepresentable: 'any' });
  const shape = replyShapeOf(call.name);
  return {
    type: 'object',
    required: ['code', 'msg'],
    properties: {
      code: { type: 'integer' },
      msg: { type: 'string' },
      error: { type: 'string' },
      field: { type: 'string' },
      ...(shape === 'plain' ? {} : { status: { type: 'string', enum: ['ok', 'error'] } }),
      [shape === 'huobi-tick' ? 'tick' : 'data']: data,
    },
  };
}
