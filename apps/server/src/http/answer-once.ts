/**
 * A request that moves money and has an Idempotency-Key is answered once, by refusals too, wherever
 * they were decided. Proofs are not remembered: a person who mistypes a password may try again.
 */
import { isRefusal, type Call, type Refusal } from '@glasshouse/protocol';
import type { Caller } from './handler.ts';

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
  const isDecision = call.refusals.includes(reply.error) && !reply.error.startsWith('identity/');
  return !isDecision || (await memory.add(caller, reply)) ? reply : decide();
}
