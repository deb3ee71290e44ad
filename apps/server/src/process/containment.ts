/**
 * A net under listeners, timers and jobs beside the exchange. What belongs to one connection ends
 * that connection, and a job that runs again runs again. What may have touched the exchange has no
 * net: it throws, and the process ends and recovers.
 */
import { errorFields, type Log } from './log.ts';

/**
 * Returns `work` with the net under it: what it throws, or rejects with, is logged, and `end` runs
 * with the same arguments.
 */
export type Contain = <Args extends readonly unknown[]>(
  what: string,
  work: (...args: Args) => unknown,
  end?: (...args: Args) => void,
) => (...args: Args) => void;

export function containment(log: Pick<Log, 'error'>): Contain {
  return <Args extends readonly unknown[]>(
    what: string,
    work: (...args: Args) => unknown,
    end?: (...args: Args) => void,
  ) => {
    const caught = (error: unknown, args: Args): void => {
      log.error({ what, ...errorFields(error) }, 'a failure was contained');
      end?.(...args);
    };
    return (...args: Args): void => {
      try {
        const result = work(...args);
        if (result instanceof Promise) result.catch((error: unknown) => caught(error, args));
      } catch (error) {
        caught(error, args);
      }
    };
  };
}
