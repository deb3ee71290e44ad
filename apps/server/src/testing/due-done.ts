/** For tests: waits until the pipeline has processed what ticks made due. */
import type { Exchange } from '@glasshouse/core';
import type { Pipeline } from '../pipeline/pipeline.ts';

export async function dueDone({ pipeline }: { readonly pipeline: Pipeline<Exchange> }): Promise<void> {
  while (pipeline.exchange.dueCount > 0)
    await new Promise<void>((resolve) => {
      const stop = pipeline.onCommitted(() => {
        stop();
        resolve();
      });
    });
}
