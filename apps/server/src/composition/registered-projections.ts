/**
 * The features whose rows follow from the journal, one line each, by the names of their folders.
 * Apart from `registered-features.ts`, because the projector's thread loads these files alone.
 */
export { createProjections as finance } from '../features/finance/projection.ts';
export { createProjections as 'flash-exchange' } from '../features/flash-exchange/projection.ts';
export { createProjections as fund } from '../features/fund/projection.ts';
export { createProjections as funding } from '../features/funding/projection.ts';
export { createProjections as mining } from '../features/mining/projection.ts';
export { createProjections as 'seconds-contract' } from '../features/seconds-contract/projection.ts';
export { createProjections as spot } from '../features/spot/projection.ts';
export { createProjections as subscription } from '../features/subscription/projection.ts';
export { createProjections as wallet } from '../features/wallet/projection.ts';
