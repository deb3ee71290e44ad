/** Finance as a product of the server. */
import { fixedTermFeature } from '../../offers/fixed-terms/feature.ts';
import { orderRowOf } from '../../offers/fixed-terms/rows.ts';
import { financeHandlers } from './routes.ts';
import { CAPITAL, DEMO } from './seeds.ts';
import { FINANCE } from './source.ts';
import { financeTold } from './told-changes.ts';

export const feature = fixedTermFeature(FINANCE, {
  rank: 6,
  calls: financeHandlers,
  rowOf: (catalogue, order, nowMs) => orderRowOf(catalogue, order, { nowMs, ...FINANCE }),
  demo: DEMO,
  capital: CAPITAL,
  toldChanges: financeTold,
});
