/** Mining as a product of the server. */
import { fixedTermProduct } from '../../offers/fixed-terms/product.ts';
import { miningHandlers } from './routes.ts';
import { minerRowOf } from './rows.ts';
import { CAPITAL, DEMO } from './seeds.ts';
import { MINING } from './source.ts';
import { miningTold } from './told-changes.ts';

export const product = fixedTermProduct(MINING, {
  rank: 7,
  handlers: miningHandlers,
  rowOf: minerRowOf,
  demo: DEMO,
  capital: CAPITAL,
  toldChanges: miningTold,
});
