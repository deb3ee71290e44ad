/** What a product of fixed terms says of itself on the server. All else follows from it. */
import type { Command, CoreEvent, Exchange, FixedTermOrder, PostingReason } from '@glasshouse/core';
import {
  numbersOf,
  stateWords,
  type FixedTermState as StateOfTerms,
  type FixedTermStates,
} from '@glasshouse/protocol/fixed-term-states';
import type { Schema } from '../../db/schema.ts';
import type { FixedTermOrdersTable, FixedTermTotalsTable } from './tables.ts';

type Features = Exchange['features'];
/** The features whose offers are fixed terms. */
export type FixedTermFeature = {
  [F in keyof Features]: Features[F] extends { readonly terms: unknown } ? F : never;
}[keyof Features];

type TablesOf<Row> = { [T in keyof Schema]: Schema[T] extends Row ? T : never }[keyof Schema];
export type OrdersTable = TablesOf<FixedTermOrdersTable>;
type TotalsTable = TablesOf<FixedTermTotalsTable>;

interface PurchaseFields {
  readonly offer: number;
  readonly amount: number;
  readonly dailyRatePpb: number;
}
interface OfferFields {
  readonly offer: number;
  readonly minAmount: number;
  readonly dailyRatePpb: number;
}

/** A state of its orders. Its number is its place in the list. */
export interface FixedTermState {
  /** As files of orders have it. */
  readonly name: string;
  /** The number of the state before it; null for the first one. */
  readonly follows: number | null;
  readonly isOpen: boolean;
  readonly earns: StateOfTerms['earns'];
  /** The number of the state among whose orders lists show it, mostly its own. */
  readonly listedAs: number;
}

/** What a product says of itself. */
export interface FixedTermDescription<Name extends FixedTermFeature, States extends FixedTermStates> {
  readonly feature: Name;
  /** From its terms.ts in the protocol. */
  readonly states: States;
  /** What an order is called, and several of them. */
  readonly named: { readonly one: string; readonly many: string };
  /** The house account that pays the interest. */
  readonly reserve: number;
  readonly orders: OrdersTable;
  readonly totals: TotalsTable;
  readonly buy: Extract<Command, PurchaseFields>['type'];
  /** The event that reports an order. */
  readonly event: Extract<CoreEvent, FixedTermOrder>['type'];
  /** The reason of postings for which interest is paid. */
  readonly interest: PostingReason;
}

/** Keeps the exact types of a description. */
export const describeFixedTerm = <const Name extends FixedTermFeature, const States extends FixedTermStates>(
  described: FixedTermDescription<Name, States>,
): FixedTermDescription<Name, States> => described;

export interface FixedTermSource extends Omit<
  FixedTermDescription<FixedTermFeature, FixedTermStates>,
  'states' | 'interest'
> {
  readonly define: Extract<Command, OfferFields>['type'];
  readonly states: readonly FixedTermState[];
  /** The reasons of postings on accounts of the owner: bought, returned, interest. */
  readonly reasons: readonly PostingReason[];
}

export function sourceOf({
  states,
  interest,
  ...described
}: FixedTermDescription<FixedTermFeature, FixedTermStates>): FixedTermSource {
  const { feature } = described;
  const numbers = numbersOf(states);
  return {
    ...described,
    define: `define-${feature}-offer`,
    states: Object.entries(states).map(([name, { follows, isOpen, earns, listedAs = name }]) => ({
      name: stateWords(name, '-'),
      follows: follows === null ? null : numbers[follows]!,
      isOpen,
      earns,
      listedAs: numbers[listedAs]!,
    })),
    reasons: [`${feature}-bought`, `${feature}-returned`, interest],
  };
}

/** The order that an event reports, or null. */
export function orderOf({ event: own }: FixedTermSource, event: CoreEvent): FixedTermOrder | null {
  return event.type === own ? (event as Extract<CoreEvent, FixedTermOrder>) : null;
}
