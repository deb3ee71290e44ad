/** Mining as a product of the server. */
import { fixedTermFeature } from '../../offers/fixed-terms/feature.ts';
import { miningHandlers } from './routes.ts';
import { minerRowOf } from './rows.ts';
import { CAPITAL, DEMO } from './seeds.ts';
import { MINING } from './source.ts';
import { miningTold } from './told-changes.ts';

export const feature = fixedTermFeature(MINING, {
  rank: 7,
  calls: miningHandlers,
  rowOf: minerRowOf,
  demo: DEMO,
  capital: CAPITAL,
  toldChanges: miningTold,
});
