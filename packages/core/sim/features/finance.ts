/** The simulation of finance. */
import { fixedTermSimulation } from '../fixed-term-simulation.ts';

export const { setUp, steps, audit, states } = fixedTermSimulation({
  feature: 'finance',
  define: 'define-finance-offer',
  buy: 'buy-finance',
  event: 'finance-order-changed',
  wallet: 3,
  reserve: 10,
  states: ['hosting', 'completed'],
});
