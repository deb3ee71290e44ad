/** Public parameters of the platform. Both calls answer under both prefixes. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { nothing } from '../../fields.ts';

const prefixes = ['/bb/app', '/contract/app'] as const;
/** The names a client may ask for. */
export const PARAMETER_NAMES = [
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
export const calls = [getParam, getContractConfig] as const;
/** None of its own. */
export const refusals = {};
