/** The core's exchange, as recovery makes it. */
import { Exchange } from '@glasshouse/core';
import type { StateMachineFactory } from './state-machine.ts';

export const exchangeFactory: StateMachineFactory<Exchange> = {
  create: () => new Exchange(),
  restore: (body) => Exchange.restore(body),
};
