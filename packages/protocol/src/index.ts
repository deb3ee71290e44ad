/**
 * What server and clients agree on: calls, refusals, stream frames. Each feature's shapes are at
 * '@glasshouse/protocol/<feature>'.
 */
import type * as z from 'zod';
import type { Call } from './call.ts';
import type { Chapter } from './chapter.ts';
import * as features from './features.ts';
import type { ActCall } from './office-act.ts';
import * as operatorFeatures from './operator-features.ts';

export {
  defineCall,
  defineOperatorCall,
  isRead,
  SESSION_INVALID_CODE,
  SUCCESS_CODE,
  type Call,
  type DataOf,
  type Envelope,
  type InputOf,
  type ParsedInputOf,
} from './call.ts';
export type { ChapterTable } from './chapter.ts';
export { ACCOUNT_TEXTS } from './account-texts.ts';
export { GROWTH, type Growth, type GrowthLimit } from './growth.ts';
export { OPERATION_REFUSALS } from './operation-refusals.ts';
export { isPermitted, OPERATOR_ROLES, type OperatorRole, type Permission } from './operator-roles.ts';
export { OPERATIONS, type Operation } from './operations.ts';
export { POSTING_REASON_TEXTS, type ReasonName, type RecordCountsOf } from './posting-reasons.ts';
export type { ReasonText, ShownReason } from './reason-text.ts';
export { isAct, type ActCall, type ActShape, type ActState, type EffectLine } from './office-act.ts';
export { isRefusal, REFUSALS, type Refusal, type RefusalName } from './refusals.ts';
export { SESSION_ENDS, type SessionEnd } from './session-ends.ts';

type Features = typeof features;
type FeatureCall = Features[keyof Features]['calls'][number];

/** Every call of the app API. */
export const CALLS: readonly FeatureCall[] = Object.values(features).flatMap(
  ({ calls }): readonly FeatureCall[] => calls,
);

type OperatorFeatures = typeof operatorFeatures;
type OperatorCall = OperatorFeatures[keyof OperatorFeatures]['calls'][number];

/** Every call of the back office. */
export const OPERATOR_CALLS: readonly OperatorCall[] = Object.values(operatorFeatures).flatMap(
  ({ calls }): readonly OperatorCall[] => calls,
);
export type OperatorCallName = OperatorCall['name'];
export type OperatorCallNamed<N extends OperatorCallName> = Extract<OperatorCall, { readonly name: N }>;
/** The operator calls that are acts. */
export type ActName = Extract<OperatorCall, ActCall>['name'];

/** The features for the page for programs. */
export const CHAPTERS: readonly (Chapter & { readonly name: string; readonly calls: readonly Call[] })[] =
  Object.entries(features).map(([name, { chapter, calls }]) => ({ ...chapter, name, calls }));

/** The name of every call, and the call that bears it. */
export type CallName = FeatureCall['name'];
export type CallNamed<N extends CallName> = Extract<FeatureCall, { readonly name: N }>;

type AddedOf<F> = F extends { readonly addedRow: infer R extends z.ZodType } ? z.output<R> : never;
/** The rows that the account channel adds, by feature: fills, postings. */
export type AddedRows = {
  readonly [F in keyof Features as Features[F] extends { readonly addedRow: unknown } ? F : never]: AddedOf<
    Features[F]
  >;
};

type RowOf<F> = F extends { readonly accountRow: infer R extends z.ZodType } ? z.output<R> : never;
/** The rows of the account channel, by feature. */
export type AccountRows = {
  readonly [F in keyof Features as Features[F] extends { readonly accountRow: unknown } ? F : never]: RowOf<
    Features[F]
  >;
};
