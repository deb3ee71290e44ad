/** What is sold of each offer, in all and by owner, and the quotas that limit it. */

export interface Quotas {
  /** Units that may be sold in all; 0 means no limit. */
  readonly quota: number;
  /** Units that one owner may hold; 0 means no limit. */
  readonly maxPerOwner: number;
}

interface Sold {
  total: number;
  readonly byOwner: Map<number, { units: number }>;
}

export class SoldUnits {
  /** By offer. */
  readonly #sold = new Map<number, Sold>();

  /** Adds what is sold, or negative units of what has ended and counts no longer. */
  count({ offer, owner }: { readonly offer: number; readonly owner: number }, units: number): void {
    let sold = this.#sold.get(offer);
    if (sold === undefined) this.#sold.set(offer, (sold = { total: 0, byOwner: new Map() }));
    sold.total += units;
    const own = sold.byOwner.get(owner);
    if (own === undefined) sold.byOwner.set(owner, { units });
    else if (own.units === -units) sold.byOwner.delete(owner);
    else own.units += units;
  }

  totalOf(offer: number): number {
    return this.#sold.get(offer)?.total ?? 0;
  }

  ofOwner(offer: number, owner: number): number {
    return this.#sold.get(offer)?.byOwner.get(owner)?.units ?? 0;
  }

  /** What is sold, by offer and owner, in the order of their numbers. */
  *entries(): Iterable<readonly [offer: number, owner: number, units: number]> {
    for (const [offer, { byOwner }] of [...this.#sold].sort(([a], [b]) => a - b))
      for (const [owner, { units }] of [...byOwner].sort(([a], [b]) => a - b)) yield [offer, owner, units];
  }

  /** Which quota further units would exceed. */
  exceeded(
    { offer, owner }: { readonly offer: number; readonly owner: number },
    units: number,
    { quota, maxPerOwner }: Quotas,
  ): 'quota' | 'owner' | null {
    if (quota > 0 && this.totalOf(offer) + units > quota) return 'quota';
    return maxPerOwner > 0 && this.ofOwner(offer, owner) + units > maxPerOwner ? 'owner' : null;
  }
}
