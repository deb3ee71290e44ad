/**
 * The simulation of a product of fixed terms whose orders are paid at the end of their term, from
 * one description: its steps, the rules of the auditor, and its states.
 */
import type { Command, CoreEvent, FixedTermOrder } from '../src/index.ts';
import { AuditedFixedTerms } from './auditor/fixed-terms.ts';
import type { Audited, AuditedFeature, StatesOf } from './feature.ts';
import { fixedTermSetUp, fixedTermSteps, type SimulatedTerms } from './fixed-term-steps.ts';

interface PaidAtEnd<Define, Buy, Type, States> {
  readonly feature: string;
  readonly define: Define;
  readonly buy: Buy;
  readonly event: Type;
  /** The numbers of its accounts. */
  readonly wallet: number;
  readonly reserve: number;
  /** The names of both states, in the order of their numbers. */
  readonly states: States;
}

/** The number of the second state. */
const LAST = 1;

type OfferCommand = SimulatedTerms['define'];
type PurchaseCommand = SimulatedTerms['buy'];
type OrderEvent = Extract<CoreEvent, FixedTermOrder>['type'];

export function fixedTermSimulation<
  const Define extends OfferCommand,
  const Buy extends PurchaseCommand,
  const Type extends OrderEvent,
  const First extends string,
  const Last extends string,
>(product: PaidAtEnd<Define, Buy, Type, readonly [First, Last]>) {
  const { feature, define, buy, event, wallet, reserve, states } = product;
  const [first, last] = states;
  type Own = Extract<Command, { readonly type: Define | Buy }>;
  type State = First | Last;

  /** Interest is set aside at the purchase, and paid with the deposit at the end. */
  function audit(audited: Audited): AuditedFeature<Own> {
    const terms: AuditedFixedTerms = new AuditedFixedTerms(audited, {
      feature,
      event,
      wallet,
      reserve,
      frees: false,
      onEnd: (term, endedMs) => terms.end(term, { isPaid: true, status: LAST, endedMs }),
    });
    const rules = {
      [define]: terms.define.bind(terms),
      [buy]: terms.buy.bind(terms),
    };
    return {
      rules: rules as unknown as AuditedFeature<Own>['rules'],
      see: (told) => terms.see(told),
      needs: () => false,
      reserve: terms.reserve,
      due: terms.due,
    };
  }

  const none = { none: [], [first]: [], [last]: [] };
  const orders: StatesOf<Extract<CoreEvent, { readonly type: Type }>, State> = {
    of: feature,
    idOf: ({ order }: FixedTermOrder) => order,
    stateOf: ({ status }: FixedTermOrder) => (status === LAST ? last : first),
    transitions: {
      [buy]: { ...none, none: [first] },
      'process-due': { ...none, [first]: [last] },
    } as StatesOf<CoreEvent, State>['transitions'],
  };
  return {
    setUp: fixedTermSetUp(product),
    steps: fixedTermSteps(product),
    audit,
    states: { [event]: orders } as { readonly [K in Type]: typeof orders },
  };
}
