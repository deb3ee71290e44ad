/** What is sold of each offer, in all and by owner, and the quotas that limit it. */

export interface Quotas {
  /** Units that may be sold in all; 0 means no limit. */
  readonly quota: number;
  /** Units that one owner may hold; 0 means no limit. */
  readonly maxPerOwner: number;
}

const OWNERS_MIN = 16;

/** What is sold of one offer. */
export class Sold {
  total = 0;
  /**
   * Owner and units, by turns: a hash table whose entries lie at the first free place from that of
   * their owner on. An owner who has nothing left stays until the table grows.
   */
  #table = new Float64Array(2 * OWNERS_MIN);
  #owners = 0;

  /** Adds what is sold, or negative units of what has ended and counts no longer. */
  count(owner: number, units: number): void {
    this.total += units;
    const at = this.#placeOf(owner);
    const table = this.#table;
    table[at + 1] = table[at + 1]! + units;
    if (table[at] === owner) return;
    table[at] = owner;
    if (4 * ++this.#owners > table.length) this.#grow();
  }

  ofOwner(owner: number): number {
    return this.#table[this.#placeOf(owner) + 1]!;
  }

  /** Which quota further units would exceed. */
  exceeded(owner: number, units: number, { quota, maxPerOwner }: Quotas): 'quota' | 'owner' | null {
    if (quota > 0 && this.total + units > quota) return 'quota';
    return maxPerOwner > 0 && this.ofOwner(owner) + units > maxPerOwner ? 'owner' : null;
  }

  /** Of those who have something, in the order of owners. */
  entries(): (readonly [owner: number, units: number])[] {
    const entries: [number, number][] = [];
    for (let at = 0; at < this.#table.length; at += 2)
      if (this.#table[at + 1] !== 0) entries.push([this.#table[at]!, this.#table[at + 1]!]);
    return entries.sort(([a], [b]) => a - b);
  }

  /** Where an owner's entry is, or goes. No owner is 0. */
  #placeOf(owner: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    // Owners count up: neighbours have neighbouring places.
    let at = (owner << 1) & mask;
    while (table[at] !== owner && table[at] !== 0) at = (at + 2) & mask;
    return at;
  }

  #grow(): void {
    const entries = this.entries();
    let length = 2 * OWNERS_MIN;
    while (length < 8 * entries.length) length *= 2;
    this.#table = new Float64Array(length);
    this.#owners = entries.length;
    for (const [owner, units] of entries) this.#table.set([owner, units], this.#placeOf(owner));
  }
}

export class SoldUnits {
  /** By offer. */
  readonly #sold = new Map<number, Sold>();

  of(offer: number): Sold {
    let sold = this.#sold.get(offer);
    if (sold === undefined) this.#sold.set(offer, (sold = new Sold()));
    return sold;
  }

  totalOf(offer: number): number {
    return this.#sold.get(offer)?.total ?? 0;
  }

  /** What is sold, by offer and owner, in the order of their numbers. */
  *entries(): Iterable<readonly [offer: number, owner: number, units: number]> {
    for (const [offer, sold] of [...this.#sold].sort(([a], [b]) => a - b))
      for (const [owner, units] of sold.entries()) yield [offer, owner, units];
  }
}
