/**
 * A feature whose offers are fixed terms. A product of them is a description, its commands, and
 * what only it has: orders that are paid at the end of their term need nothing else.
 */
import type { ByteReader, ByteWriter } from '../encoding/byte-stream.ts';
import type { DueItem } from '../due/due-queue.ts';
import type {
  CoreFeature,
  Finding,
  Hold,
  Kernel,
  Obligation,
  Outcome,
  PricedTick,
} from '../contract/feature.ts';
import { done, made } from '../contract/outcomes.ts';
import type { FixedTermDescription } from './fixed-term-description.ts';
import type { FixedTermOffer } from './fixed-term-offers.ts';
import type { FixedTermOrder } from './fixed-term-record.ts';
import { loadFixedTerms, saveFixedTerms } from './fixed-term-snapshot.ts';
import { END_TERM, FixedTerms, type FixedTermPurchase } from './fixed-terms.ts';

export abstract class FixedTermFeature<
  C extends { readonly type: string },
  Type extends string,
> implements CoreFeature<C, FixedTermOrder<Type>> {
  abstract readonly commands: CoreFeature<C, FixedTermOrder<Type>>['commands'];
  readonly snapshotVersion = 1;
  readonly terms: FixedTerms<Type>;
  protected readonly kernel: Kernel;
  readonly #atEnd: FixedTermDescription<Type>['atEnd'];

  constructor(kernel: Kernel, description: FixedTermDescription<Type>) {
    this.kernel = kernel;
    this.terms = new FixedTerms(kernel, description);
    this.#atEnd = description.atEnd;
  }

  /** The command that defines an offer. */
  protected readonly define = (offer: FixedTermOffer): Outcome => made(this.terms.define(offer), offer.offer);

  /** The command that buys. */
  protected readonly buy = (purchase: FixedTermPurchase, timeMs: number): Outcome => {
    const bought = this.terms.buy(purchase, timeMs);
    return typeof bought === 'string' ? done(bought) : made(null, bought);
  };

  onTick(tick: PricedTick): void {
    this.terms.deadlines.onTick(tick);
  }

  /** Ends a term. A product with another action does that itself, and passes on the ends. */
  processDue({ id, action, tickMs }: DueItem): void {
    if (action !== END_TERM) throw new Error(`no action ${action} of fixed terms is known`);
    const { status, isPaid } = this.#atEnd;
    if (isPaid) this.terms.pay(id, { status, endedMs: tickMs });
    else this.terms.setStatus(id, status);
  }

  restoreDue(item: DueItem): void {
    this.terms.deadlines.restoreDue(item);
  }

  onRules(): void {}

  save(out: ByteWriter): void {
    saveFixedTerms(this.terms, out);
  }

  load(input: ByteReader): void {
    loadFixedTerms(this.terms, input);
  }

  holds(): Iterable<Hold> {
    return this.terms.holds();
  }

  obligations(timeMs: number): Obligation[] {
    return this.terms.obligations(timeMs);
  }

  needs(): boolean {
    return false;
  }

  findings(): Finding[] {
    return this.terms.findings();
  }

  open(owner?: number): Iterable<FixedTermOrder<Type>> {
    return this.terms.open(owner);
  }
}
