/** Creates the core's exchange for recovery. */
import { Exchange } from '@glasshouse/core';
import type { StateMachineFactory } from './state-machine.ts';

export const exchangeFactory: StateMachineFactory<Exchange> = {
  create: () => new Exchange(),
  restore: (body) => Exchange.restore(body),
};
