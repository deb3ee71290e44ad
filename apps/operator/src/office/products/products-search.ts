/** The query parameters of the page of products. */
export interface ProductsSearch {
  /** A product with offers, 'contracts' or 'tiers'; absent: the first product. */
  readonly view?: string;
  /** The number of the offer that is open, or 'new'; of contracts, a pair or 'durations'. */
  readonly open?: string;
}

export function productsSearch({ view, open }: Readonly<Record<string, unknown>>): ProductsSearch {
  return {
    ...(typeof view === 'string' && view !== '' ? { view } : {}),
    // A number in an address is read as one.
    ...(typeof open === 'string' || typeof open === 'number' ? { open: String(open) } : {}),
  };
}
