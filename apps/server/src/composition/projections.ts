/**
 * All projections but the market's, whose candles begin with a history that is in no journal: the
 * projector writes them, `npx glasshouse rebuild` writes them anew, and the audit looks at their
 * tables.
 */
import type { Projection } from '../pipeline/projection.ts';
import * as registered from './registered-projections.ts';

export const createProjections = (): readonly Projection[] =>
  Object.values(registered).flatMap((create) => create());

/** For those who need their tables. */
export const PROJECTIONS = createProjections();

/** The address of this module, for the projector's thread. */
export const PROJECTIONS_MODULE = import.meta.url;
