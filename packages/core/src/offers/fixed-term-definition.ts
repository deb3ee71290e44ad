/**
 * Defines a feature of fixed terms from one description: its commands, reasons, refusals and house
 * account follow from its name. A product that pays at the end of the term needs nothing else.
 */
import type { RefusalName } from '@glasshouse/protocol';
import { command, type CommandOf, type CommandSpec, type FeatureDefinition } from '../contract/feature.ts';
import type { CoreFeature } from '../contract/feature.ts';
import type { FixedTermDescription, FixedTermFault } from './fixed-term-description.ts';
import { FixedTermFeature } from './fixed-term-feature.ts';
import { OFFER_SHAPE, PURCHASE_SHAPE } from './fixed-term-offers.ts';
import type { FixedTermOrder } from './fixed-term-record.ts';

type PrefixOf<R> = R extends `${infer F}/${FixedTermFault}` ? F : never;
type WithAllFaults<F extends string> = F extends string
  ? `${F}/${FixedTermFault}` extends RefusalName
    ? F
    : never
  : never;
/** The features of whose refusals the protocol has all that a purchase needs. */
type FixedTermName = WithAllFaults<PrefixOf<RefusalName>>;

interface Product<N, Buy, Interest, House, Type extends string> extends Pick<
  FixedTermDescription<Type>,
  'code' | 'event' | 'wallet' | 'hasReturningQuota' | 'atEnd'
> {
  readonly name: N;
  /** The command that buys. The one that defines an offer is named after the feature. */
  readonly buy: Buy;
  /** Codes of both in the journal. */
  readonly commandCodes: { readonly define: number; readonly buy: number };
  /** The house account that pays the interest. */
  readonly reserve: readonly [name: House, owner: number];
  /** The last part of the name of the reason for which interest is paid. */
  readonly interest: Interest;
  /** Codes of the reasons in the event log and the database; never reused. */
  readonly reasonCodes: FixedTermDescription['reasons'];
}

type Specs<N extends string, Buy extends string> = {
  readonly [K in `define-${N}-offer`]: CommandSpec<typeof OFFER_SHAPE>;
} & { readonly [K in Buy]: CommandSpec<typeof PURCHASE_SHAPE> };

type ReasonName<
  N extends string,
  Interest extends string,
> = `${N}-${'bought' | 'reserved' | 'returned' | Interest}`;

export function defineFixedTerm<
  const N extends FixedTermName,
  const Buy extends string,
  const Interest extends string,
  const House extends string,
  const Type extends string,
>(product: Product<N, Buy, Interest, House, Type>) {
  const { name, code, buy, commandCodes, interest, reasonCodes } = product;
  const [houseName, reserve] = product.reserve;
  const define = `define-${name}-offer`;
  const description: FixedTermDescription<Type> = {
    name,
    code,
    event: product.event,
    wallet: product.wallet,
    reserve,
    reasons: reasonCodes,
    refusals: refusalsOf(name),
    hasReturningQuota: product.hasReturningQuota,
    atEnd: product.atEnd,
  };
  type Own = Specs<N, Buy>;
  const definition: FeatureDefinition<
    N,
    Own,
    ReasonName<N, Interest>,
    House,
    PaidAtEnd<CommandOf<Own>, Type>
  > = {
    name,
    code,
    newestRules: 1,
    commands: {
      /** Orders that exist keep their rate and their term. */
      [define]: command({ code: commandCodes.define, shape: OFFER_SHAPE }),
      /** Locks an amount of the owner's exchange account for the term of an offer. */
      [buy]: command({ code: commandCodes.buy, shape: PURCHASE_SHAPE }),
    } as Own,
    reasons: {
      [`${name}-bought`]: reasonCodes.bought,
      [`${name}-reserved`]: reasonCodes.reserved,
      [`${name}-returned`]: reasonCodes.returned,
      [`${name}-${interest}`]: reasonCodes.interest,
    } as Record<ReasonName<N, Interest>, number>,
    house: { [houseName]: reserve } as Record<House, number>,
    escrows: [],
    reserve,
    create: (kernel) => new PaidAtEnd(kernel, description, { define, buy }),
  };
  return { ...definition, description };
}

function refusalsOf(name: FixedTermName): FixedTermDescription['refusals'] {
  return {
    'unknown-offer': `${name}/unknown-offer`,
    'not-on-sale': `${name}/not-on-sale`,
    'terms-changed': `${name}/terms-changed`,
    'amount-missing': `${name}/amount-missing`,
    'below-minimum': `${name}/below-minimum`,
    'quota-exceeded': `${name}/quota-exceeded`,
    'owner-limit': `${name}/owner-limit`,
    'too-many-orders': `${name}/too-many-orders`,
    'reserve-short': `${name}/reserve-short`,
  };
}

/** A product whose orders are paid, or change their state, only at the end of their term. */
class PaidAtEnd<C extends { readonly type: string }, Type extends string> extends FixedTermFeature<C, Type> {
  readonly commands: CoreFeature<C, FixedTermOrder<Type>>['commands'];

  constructor(
    kernel: ConstructorParameters<typeof FixedTermFeature>[0],
    description: FixedTermDescription<Type>,
    named: { readonly define: string; readonly buy: string },
  ) {
    super(kernel, description);
    const commands = { [named.define]: this.define, [named.buy]: this.buy };
    this.commands = commands as unknown as CoreFeature<C, FixedTermOrder<Type>>['commands'];
  }
}
