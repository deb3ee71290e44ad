/** Writes the orders of mining. */
import { fixedTermProjections } from '../../offers/fixed-terms/projection.ts';
import { sourceOf } from '../../offers/fixed-terms/source.ts';
import type { Projection } from '../../pipeline/projection.ts';
import { mining } from './description.ts';

export const createProjections = (): readonly Projection[] =>
  Object.values(fixedTermProjections(sourceOf(mining)));
