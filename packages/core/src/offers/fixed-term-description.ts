/** What a product of fixed terms says of itself in the core. */
import type { RefusalName } from '@glasshouse/protocol';

/** The refusals of a purchase that each product has for itself. */
export type FixedTermFault =
  | 'unknown-offer'
  | 'not-on-sale'
  | 'terms-changed'
  | 'amount-missing'
  | 'below-minimum'
  | 'quota-exceeded'
  | 'owner-limit'
  | 'too-many-orders'
  | 'reserve-short';

export interface FixedTermDescription<Type extends string = string> {
  /** `FeatureDefinition.name`. */
  readonly name: string;
  /** `FeatureDefinition.code`. */
  readonly code: number;
  /** The type of the events that report orders. An order begins with status 0. */
  readonly event: Type;
  /** The customer's wallet where the principal is locked. */
  readonly wallet: number;
  /** The house account that pays the interest. */
  readonly reserve: number;
  /** Codes of the posting reasons. */
  readonly reasons: {
    readonly bought: number;
    readonly reserved: number;
    readonly returned: number;
    readonly interest: number;
  };
  readonly refusals: Readonly<Record<FixedTermFault, RefusalName>>;
  /** Whether the end of an order gives its part of the quota free. */
  readonly hasReturningQuota: boolean;
  /**
   * What happens at the end of a term: the order's new state, and whether its owner is paid or has
   * to redeem.
   */
  readonly atEnd: { readonly status: number; readonly isPaid: boolean };
}
