/** Which price alerts a price reaches. Pure. */

export interface PriceAlert {
  /** Of one that the server keeps. */
  readonly id?: string;
  readonly symbol: string;
  readonly price: string;
  /** Whether the index price has to rise to it. */
  readonly isAbove: boolean;
}

/** `priceOf` is the index price of a pair by its symbol, if there is one. */
export function reachedBy(
  alerts: readonly PriceAlert[],
  priceOf: (symbol: string) => string | undefined,
): readonly PriceAlert[] {
  return alerts.filter(({ symbol, price, isAbove }) => {
    const now = Number(priceOf(symbol));
    return isAbove ? now >= Number(price) : now <= Number(price);
  });
}
