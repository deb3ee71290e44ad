/**
 * All projections but the market's, whose candles begin with a history that is in no journal: the
 * projector writes them, `npx glasshouse rebuild` writes them anew, and the audit looks at their
 * tables.
 */
import type { AccountRows } from '@glasshouse/protocol';
import type { Projection } from '../pipeline/projection.ts';
import * as registered from './registered-projections.ts';

/** Every feature with rows in the account channel must be registered, or this does not compile. */
const creators: Readonly<Record<keyof AccountRows, () => readonly Projection[]>> = registered;

export const createProjections = (): readonly Projection[] =>
  Object.values(creators).flatMap((create) => create());

/** For those who need their tables. */
export const PROJECTIONS = createProjections();

/** The address of this module, for the projector's thread. */
export const PROJECTIONS_MODULE = import.meta.url;
