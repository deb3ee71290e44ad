/** Writes miners, and their number by owner and state. */
import { fixedTermProjections } from '../../offers/fixed-terms/projection.ts';

export const miningProjections = fixedTermProjections({
  table: 'miners',
  totals: 'miner_totals',
  orderOf: (event) => (event.type === 'miner-changed' ? event : null),
  previous: [null, 0, 1, 0],
});
