/**
 * The one rule for requests that lock money for a term or take a loan: they need the fund password
 * of an owner who has one.
 */
import type { Refusal, RefusalName } from '@glasshouse/protocol';
import type { Caller } from '../http/handler.ts';
import type { Ports } from './ports.ts';
import { isRepeated } from './sequencer.ts';

interface Lock {
  /** Why the exchange would refuse the request anyway. */
  readonly refusal: () => RefusalName | null;
  readonly fundPassword: string | undefined;
}

/**
 * Why the request may not go on. The fund password is checked last, because there are few tries of
 * it. Null for a request that was sent before: its answer is the one of then.
 */
export async function refuseLock(
  { sequencer, ownerProof }: Pick<Ports, 'sequencer' | 'ownerProof'>,
  caller: Caller,
  { refusal, fundPassword }: Lock,
): Promise<Refusal | null> {
  if (await isRepeated(sequencer, caller)) return null;
  const error = await sequencer.read(refusal);
  return error === null ? ownerProof.refuseFundPassword(caller, fundPassword) : { error };
}
