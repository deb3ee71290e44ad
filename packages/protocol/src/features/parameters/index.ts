/** Public parameters of the platform. Both calls answer under both prefixes. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { OPERATIONS } from '../../operations.ts';
import { nothing } from '../../fields.ts';
import { CLAIM_PARAMETERS, WITHDRAWAL_CLAIM } from './claims.ts';

export { PAGE_SIZE_MAX } from '../../fields.ts';

const prefixes = ['/bb/app', '/contract/app'] as const;
/** The names a client may ask for. */
export const PARAMETER_NAMES = [
  ...CLAIM_PARAMETERS,
  WITHDRAWAL_CLAIM,
  'customer_service_url',
  'customer_service_email',
  'contract_fee_rate',
  'password_length_max',
] as const;
export const getParam = defineCall({
  name: 'parameters/get-param',
  method: 'GET',
  path: '/paramter/getParamListByKeyName',
  prefixes,
  access: 'public',
  summary: 'One parameter by name',
  input: z.object({ paramName: z.enum(PARAMETER_NAMES) }),
  data: z.object({ valueName: z.string() }),
});
export const getContractConfig = defineCall({
  name: 'parameters/get-contract-config',
  method: 'GET',
  path: '/paramter/contractconfig',
  prefixes,
  access: 'public',
  summary: 'Durations of seconds contracts with their rates and limits',
  input: nothing,
  data: z.array(
    z.object({
      second: z.number().int(),
      incomeRate: z.string(),
      openAmountMin: z.string(),
      openAmountMax: z.string(),
    }),
  ),
});
export const getRefusals = defineCall({
  name: 'parameters/get-refusals',
  method: 'GET',
  path: '/paramter/getRefusals',
  prefixes,
  access: 'public',
  summary: 'Every refusal: its name, its code, its HTTP status and both texts',
  input: nothing,
  data: z.array(
    z.object({
      error: z.string(),
      code: z.number().int(),
      status: z.number().int(),
      /** final: the same request will be refused again; transient: it may succeed later. */
      kind: z.enum(['final', 'transient']),
      /** Values of a text are in braces, such as {field}. */
      en: z.string(),
      zh: z.string(),
    }),
  ),
});
/** A bucket of requests: so many at once, refilled by so many a second. */
const rate = z.object({ burst: z.number(), perSecond: z.number() });
const count = z.number().int();
export const getLimits = defineCall({
  name: 'parameters/get-limits',
  method: 'GET',
  path: '/paramter/getLimits',
  prefixes,
  access: 'public',
  summary: 'The limits of requests, sizes and the stream, as this server applies them',
  input: nothing,
  data: z.object({
    /** Calls without a session, pages and files, new connections and streams: of one network. */
    rates: z.object({ calls: rate, files: rate, user: rate, connections: rate, streams: rate }),
    requests: z.object({ atOnceOfOneCaller: count, bodyBytes: count, pageSize: count }),
    stream: z.object({
      channels: count,
      requestsPerInterval: count,
      intervalMs: count,
      frameBytes: count,
      streamsOfOneUser: count,
      streamsOfOneNetwork: count,
    }),
  }),
});
const hours = z.number().int();
const getAccountRules = defineCall({
  name: 'parameters/get-account-rules',
  method: 'GET',
  path: '/paramter/getAccountRules',
  prefixes,
  access: 'public',
  summary: 'What a verified identity is needed for, and how long what protects an account makes one wait',
  input: nothing,
  data: z.object({
    identityFor: z.array(z.enum(OPERATIONS)),
    hours: z.object({
      /** Until a new withdrawal address can be used. */
      address: hours,
      /** For which a changed password, code, passkey or whitelist holds withdrawals. */
      credentials: hours,
      /** For which a changed e-mail address holds them. */
      email: hours,
      /** From the request to unfreeze an account to its end. */
      unfreeze: hours,
      /** Until a limit on oneself that was relaxed applies. */
      limit: hours,
      /** For which too many wrong fund passwords lock it. */
      fundPassword: hours,
    }),
  }),
});
export type AccountRules = z.output<typeof getAccountRules.data>;
export const calls = [getParam, getContractConfig, getRefusals, getLimits, getAccountRules] as const;
/** None of its own. */
export const refusals = {};
export const chapter: Chapter = { title: { en: 'Settings of the platform', zh: '平台参数' } };
