/**
 * Refusals that were decided before any command, under the Idempotency-Key of their request: sent
 * again it is refused again, whatever has changed. Commands keep their own answers.
 */
import type { Refusal } from '@glasshouse/protocol';
import type { RefusalMemory } from '../http/answer-once.ts';
import type { Caller } from '../http/handler.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { clientKey } from './sequencer.ts';

type Keyed = Pick<Caller, 'userId' | 'idempotency'>;

export class RefusedRequests implements RefusalMemory {
  readonly #pipeline: Pick<Pipeline, 'remember' | 'remembered'>;

  constructor(pipeline: Pick<Pipeline, 'remember' | 'remembered'>) {
    this.#pipeline = pipeline;
  }

  async find(caller: Keyed): Promise<Refusal | null> {
    const request = requestOf(caller);
    return request === null ? null : this.#pipeline.remembered(request);
  }

  /** False if the key has another answer by now. */
  async add(caller: Keyed, refusal: Refusal): Promise<boolean> {
    const request = requestOf(caller);
    if (request === null) return true;
    const known = await this.#pipeline.remember(refusal, request);
    return known.error === refusal.error || known.error === 'request/not-ready';
  }
}

function requestOf({ userId, idempotency }: Keyed) {
  if (idempotency === null) return null;
  return { owner: userId, key: clientKey(idempotency.key), requestHash: idempotency.requestHash };
}
