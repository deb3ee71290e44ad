/** Work on many things, of which one that fails must not stop the others. */

/** One after the other. What failed is thrown at the end, as one AggregateError. */
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

/** Steps that do not need each other. */
export const runSteps = (steps: readonly (() => Promise<unknown>)[]): Promise<void> =>
  eachAlone(steps, (run) => run());

export const failuresOf = (error: unknown): readonly unknown[] =>
  error instanceof AggregateError ? error.errors : [error];
