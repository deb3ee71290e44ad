/**
 * The steps of price by which the order book can be grouped. The site and the server share them.
 */

/**
 * In units of the last decimal of the pair's prices. Bids are grouped downwards and asks upwards,
 * so that a group never looks better than its orders.
 */
export const DEPTH_STEPS = [1, 10, 100, 1000] as const;
export type DepthStep = (typeof DEPTH_STEPS)[number];

/** The price of the group that contains a price, both in units of the last decimal. */
export function groupPrice(side: 'bids' | 'asks', price: number, step: number): number {
  return (side === 'bids' ? Math.floor(price / step) : Math.ceil(price / step)) * step;
}

/** The channel of a pair's order book. */
export const depthChannel = (symbol: string, step: DepthStep): string =>
  step === 1 ? `depth:${symbol}` : `depth:${symbol}:${step}`;
