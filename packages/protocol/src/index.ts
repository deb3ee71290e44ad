/**
 * What server and clients agree on: calls, refusals, stream frames. Each feature's shapes are at
 * '@glasshouse/protocol/<feature>'.
 */
import { identityCalls } from './identity/index.ts';
import { kycCalls } from './kyc/index.ts';
import { marketCalls } from './market/index.ts';
import { noticesCalls } from './notices/index.ts';
import { parametersCalls } from './parameters/index.ts';
import { secondsContractCalls } from './seconds-contract/index.ts';
import { spotCalls } from './spot/index.ts';
import { walletCalls } from './wallet/index.ts';

export {
  defineCall,
  SESSION_INVALID_CODE,
  SUCCESS_CODE,
  type Call,
  type DataOf,
  type Envelope,
  type InputOf,
  type ParsedInputOf,
} from './call.ts';
export { OPERATIONS, type Operation } from './operations.ts';
export { isRefusal, REFUSALS, type Refusal, type RefusalName } from './refusals.ts';

/** Every call of the app API, in the order of the documents. */
export const CALLS = [
  ...identityCalls,
  ...kycCalls,
  ...noticesCalls,
  ...marketCalls,
  ...parametersCalls,
  ...secondsContractCalls,
  ...spotCalls,
  ...walletCalls,
] as const;

/** The name of every call, and its definition. */
export type CallName = (typeof CALLS)[number]['name'];
export type CallNamed<N extends CallName> = Extract<(typeof CALLS)[number], { readonly name: N }>;
