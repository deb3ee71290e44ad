/** Upkeep that runs each minute while the server runs. */
import { failuresOf } from './each-alone.ts';
import { errorFields, type Log } from './log.ts';

const MINUTE_MS = 60_000;

/**
 * Runs `work` each minute, and the next one only after it has ended; what it throws is logged.
 * Returns the function that stops it, which resolves when work that runs has ended.
 */
export function everyMinute(work: () => Promise<void>, log: Log): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      for (const failure of failuresOf(error)) log.error(errorFields(failure), 'upkeep failed');
    }
    running = null;
  };
  const timer = setInterval(() => void (running ??= run()), MINUTE_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
