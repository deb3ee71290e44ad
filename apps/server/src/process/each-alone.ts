/** Runs work on many items so that the failure of one does not stop the others. */

/** Works on the items one after the other. Throws all failures at the end as one AggregateError. */
export async function eachAlone<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(...failuresOf(error));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed`);
}

/** Runs independent steps, each even if another one has failed. */
export const runSteps = (steps: readonly (() => Promise<unknown>)[]): Promise<void> =>
  eachAlone(steps, (run) => run());

export const failuresOf = (error: unknown): readonly unknown[] =>
  error instanceof AggregateError ? error.errors : [error];
