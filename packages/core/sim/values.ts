/** Values that random commands of all features draw. */
import fc from 'fast-check';
import { OWNERS } from './owners.ts';

export const owner = fc.constantFrom(...OWNERS);
/** Numbers that no amount, price or limit may be. */
export const wild = fc.constantFrom(0, -1, 1.5, Number.NaN, 2 ** 53, 2 ** 60, Infinity);
