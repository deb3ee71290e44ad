/** For tests: waits until the pipeline has processed what ticks made due, and has committed it. */
import type { Exchange } from '@glasshouse/core';
import type { Pipeline } from '../pipeline/pipeline.ts';

export async function dueDone({ pipeline }: { readonly pipeline: Pipeline<Exchange> }): Promise<void> {
  // Memory is ahead of the commit in flight, so only what is read between two batches counts.
  while ((await pipeline.read(() => pipeline.exchange.dueCount)) > 0)
    await new Promise((resolve) => setImmediate(resolve));
}
