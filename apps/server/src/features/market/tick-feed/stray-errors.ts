/**
 * ccxt rejects promises that nobody awaits, for instance when an exchange answers a subscription
 * with an error. Node ends a process or a thread for that, and one exchange would take the prices
 * of all others away.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const CCXT = path.dirname(fileURLToPath(import.meta.resolve('ccxt')));
/** An exchange may cause them with each message. */
const TELL_EVERY_MS = 1_000;

/** Tells such errors of this process or thread. All others end it, as ever. */
export function tellStrayErrors(tell: (error: unknown) => void): void {
  let toldAtMs = -Infinity;
  process.on('unhandledRejection', (error) => {
    if (!isOfCcxt(error)) throw error;
    if (performance.now() - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = performance.now();
    tell(error);
  });
}

/** It also rejects with what an exchange has said as it is; our own code throws errors alone. */
function isOfCcxt(error: unknown): boolean {
  return !(error instanceof Error) || (error.stack ?? '').includes(CCXT);
}
