/**
 * The auditor's own rules of fixed terms: what can be bought, what is set aside, when a term is
 * over, who is paid. Each product says what the end of a term does.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { CoreEvent, FixedTermOffer, FixedTermOrder, Outcome, Tick } from '../../src/index.ts';
import type { Audited, AuditedDue, AuditedReserve, Verdict } from '../feature.ts';
import { OwedSums } from './owed.ts';

const [EXCHANGE, HOUSE] = [2, 0];
const DAY = 24 * 60 * 60 * 1000;
const ORDERS_MAX = 200;
const UNITS_MAX = 2 ** 53 - 1;

type OrderEvent = Extract<CoreEvent, FixedTermOrder>;
export type AuditedTerm = { -readonly [K in keyof Omit<FixedTermOrder, 'type'>]: FixedTermOrder[K] };

interface Purchase {
  readonly owner: number;
  readonly offer: number;
  readonly amount: number;
  readonly dailyRatePpb: number;
  readonly days: number;
}

interface Parts {
  readonly feature: string;
  readonly event: OrderEvent['type'];
  readonly wallet: number;
  readonly reserve: number;
  /** Whether units of an order that has ended can be sold again. */
  readonly frees: boolean;
  /** Called at the end of an order's term. */
  readonly onEnd: (term: AuditedTerm, tickMs: number) => void;
}

/** All fields of an order, in the order in which breaches show them. */
const FIELDS = [
  'order',
  'owner',
  'offer',
  'place',
  'asset',
  'amount',
  'dailyRatePpb',
  'days',
  'interest',
  'boughtMs',
  'dueMs',
  'status',
  'endedMs',
] as const satisfies readonly (keyof AuditedTerm)[];

const isBetween = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

export class AuditedFixedTerms {
  readonly open: AuditedTerm[] = [];
  readonly #audited: Audited;
  readonly #parts: Parts;
  readonly #offers = new Map<number, FixedTermOffer>();
  /** Every purchase that counts towards a quota. */
  readonly #counted: AuditedTerm[] = [];
  readonly #told: string[] = [];
  readonly #due: { readonly term: AuditedTerm; readonly at: number; readonly tickMs: number }[] = [];
  #last = 0;

  constructor(audited: Audited, parts: Parts) {
    this.#audited = audited;
    this.#parts = parts;
  }

  define({ type: _type, ...offer }: FixedTermOffer & { readonly type: string }): Verdict {
    if (!this.#audited.decimals.has(offer.asset)) return 'wallet/unknown-asset';
    const { minAmount, maxPerOwner, quota, opensMs, closesMs } = offer;
    const isSound =
      isBetween(offer.offer, 1, 1_000_000) &&
      isBetween(offer.dailyRatePpb, 1, 10_000_000) &&
      isBetween(offer.days, 1, 3_650) &&
      isBetween(minAmount, 1, UNITS_MAX) &&
      [maxPerOwner, quota].every((most) => most === 0 || isBetween(most, minAmount, UNITS_MAX)) &&
      isBetween(opensMs, 0, UNITS_MAX) &&
      (closesMs === 0 || isBetween(closesMs, opensMs + 1, UNITS_MAX)) &&
      (offer.isOpen === 0 || offer.isOpen === 1);
    const known = this.#offers.get(offer.offer);
    if (!isSound || (known !== undefined && known.asset !== offer.asset)) return 'request/invalid';
    this.#offers.set(offer.offer, offer);
    return null;
  }

  buy(purchase: Purchase, { id }: Outcome, timeMs: number): Verdict {
    const { books, held, owners, report } = this.#audited;
    const { wallet, reserve } = this.#parts;
    const { owner, amount } = purchase;
    if (!owners.has(owner)) return 'wallet/account-unknown';
    const offer = this.#offers.get(purchase.offer);
    const refusal = offer === undefined ? 'unknown-offer' : this.#refusal(offer, purchase, timeMs);
    if (offer === undefined || refusal !== null) return `${this.#parts.feature}/${refusal!}` as RefusalName;
    const { asset, dailyRatePpb, days } = offer;
    const units = BigInt(amount);
    if (books.get(owner, EXCHANGE, asset).available < units) return 'wallet/insufficient-balance';
    const interest = (units * BigInt(dailyRatePpb) * BigInt(days)) / 10n ** 9n;
    if (books.get(reserve, HOUSE, asset).available < interest)
      return `${this.#parts.feature}/reserve-short` as RefusalName;
    if (held.closes('exchange', owner, { asset, units })) return 'wallet/held';
    books.expect([owner, EXCHANGE, asset], -units);
    books.expect([owner, wallet, asset], 0n, units);
    books.expect([reserve, HOUSE, asset], -interest, interest);
    const term: AuditedTerm = {
      order: ++this.#last,
      owner,
      offer: offer.offer,
      place: this.#placeOf(offer.offer),
      asset,
      amount,
      dailyRatePpb,
      days,
      interest: Number(interest),
      boughtMs: timeMs,
      dueMs: timeMs + days * DAY,
      status: 0,
      endedMs: 0,
    };
    if (id !== term.order) report(`order ${id} was bought, due was ${term.order}`);
    this.open.push(term);
    this.#counted.push(term);
    this.tell(term);
    return null;
  }

  readonly #places = new Map<number, number>();

  #placeOf(offer: number): number {
    const place = (this.#places.get(offer) ?? 0) + 1;
    this.#places.set(offer, place);
    return place;
  }

  #refusal(offer: FixedTermOffer, purchase: Purchase, timeMs: number): string | null {
    const { owner, amount, dailyRatePpb, days } = purchase;
    const hasClosed = offer.closesMs > 0 && offer.closesMs <= timeMs;
    if (offer.isOpen !== 1 || timeMs < offer.opensMs || hasClosed) return 'not-on-sale';
    if (offer.days !== days || offer.dailyRatePpb !== dailyRatePpb) return 'terms-changed';
    if (!isBetween(amount, 1, UNITS_MAX)) return 'amount-missing';
    if (amount < offer.minAmount) return 'below-minimum';
    const counted = this.#counted.filter((term) => term.offer === offer.offer);
    const sum = (terms: readonly AuditedTerm[]): bigint =>
      terms.reduce((units, term) => units + BigInt(term.amount), BigInt(amount));
    const sold = sum(counted);
    if (sold > BigInt(UNITS_MAX)) return 'quota-exceeded';
    if (offer.quota > 0 && sold > BigInt(offer.quota)) return 'quota-exceeded';
    const own = counted.filter((term) => term.owner === owner);
    if (offer.maxPerOwner > 0 && sum(own) > BigInt(offer.maxPerOwner)) return 'owner-limit';
    return this.open.filter((term) => term.owner === owner).length >= ORDERS_MAX ? 'too-many-orders' : null;
  }

  /** Ends an order: its deposit goes back, and the interest to its owner or to the house. */
  end(
    term: AuditedTerm,
    { isPaid, ...end }: { readonly isPaid: boolean; readonly status: number; readonly endedMs: number },
  ): void {
    const { books } = this.#audited;
    const { wallet, reserve, frees } = this.#parts;
    const { owner, asset } = term;
    const [units, interest] = [BigInt(term.amount), BigInt(term.interest)];
    books.expect([owner, wallet, asset], 0n, -units);
    books.expect([owner, EXCHANGE, asset], isPaid ? units + interest : units);
    books.expect([reserve, HOUSE, asset], isPaid ? 0n : interest, -interest);
    Object.assign(term, end);
    this.open.splice(this.open.indexOf(term), 1);
    if (frees) this.#counted.splice(this.#counted.indexOf(term), 1);
    this.tell(term);
  }

  /** Whether a tick has ended the term of an order. */
  isOver(term: AuditedTerm): boolean {
    return term.status !== 0 || this.#due.some((due) => due.term === term);
  }

  /** Notes that the command has to report an order as it is. */
  tell(term: AuditedTerm): void {
    this.#told.push(FIELDS.map((field) => term[field]).join('/'));
  }

  see(event: CoreEvent): void {
    if (event.type !== this.#parts.event) return;
    const told = FIELDS.map((field) => (event as OrderEvent)[field]).join('/');
    const due = this.#told.shift();
    if (told !== due) this.#audited.report(`${event.type} ${told}, due was ${due}`);
  }

  /** Interest of the full days so far, of all days at most. */
  get reserve(): AuditedReserve {
    return { owner: this.#parts.reserve, owed: (timeMs) => this.#owed(timeMs) };
  }

  #owed(timeMs: number): OwedSums {
    const sums = new OwedSums();
    for (const { asset, amount, dailyRatePpb, days, interest, boughtMs } of this.open) {
      const passed = Math.min(days, Math.floor((timeMs - boughtMs) / DAY));
      const now = (BigInt(amount) * BigInt(dailyRatePpb) * BigInt(passed)) / 10n ** 9n;
      sums.add(asset, { customers: BigInt(amount), now, atMost: BigInt(interest) });
    }
    return sums;
  }

  readonly due: AuditedDue = {
    onTick: ({ tickMs }: Tick) => {
      const over = this.open.filter((term) => term.dueMs <= tickMs && !this.isOver(term));
      over.sort((a, b) => a.dueMs - b.dueMs || a.order - b.order);
      for (const term of over) this.#due.push({ term, at: this.#audited.nextPlace(), tickMs });
    },
    next: () => this.#due[0]?.at ?? Infinity,
    process: () => {
      const next = this.#due.shift();
      if (next !== undefined) this.#parts.onEnd(next.term, next.tickMs);
    },
    countOf: (events) =>
      events.filter((event) => event.type === this.#parts.event && event.status === 1).length,
  };
}
