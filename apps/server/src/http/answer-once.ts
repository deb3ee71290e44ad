/**
 * A request that moves money and has an Idempotency-Key is answered once, by refusals too, wherever
 * they were decided. Proofs are not remembered: a person who mistypes a password may try again.
 */
import {
  isRefusal,
  OPERATION_REFUSALS,
  type Call,
  type Refusal,
  type RefusalName,
} from '@glasshouse/protocol';
import type { Caller } from './handler.ts';

const OF_PROOFS = /^identity\/(fund-password|wrong-code|google-code|changed-meanwhile)/;

/** Refusals by the caller's key and request. */
export interface RefusalMemory {
  find(caller: Caller): Promise<Refusal | null>;
  /** False if the key has another answer by now. */
  add(caller: Caller, refusal: Refusal): Promise<boolean>;
}

/**
 * `decide` runs again if another request of the key was answered meanwhile: it gets that answer.
 */
export async function answerOnce(
  memory: RefusalMemory,
  { call, caller }: { readonly call: Call; readonly caller: Caller },
  decide: () => unknown,
): Promise<unknown> {
  const refused = await memory.find(caller);
  if (refused !== null) return refused;
  const reply = await decide();
  if (!isRefusal(reply)) return reply;
  return !isDecision(call, reply.error) || (await memory.add(caller, reply)) ? reply : decide();
}

/** Whether the call itself was decided on: by its rules, or by the guard of its operation. */
function isDecision({ refusals, operation }: Call, error: RefusalName): boolean {
  if (OF_PROOFS.test(error)) return false;
  return refusals.includes(error) || (operation !== null && OPERATION_REFUSALS[operation].includes(error));
}
