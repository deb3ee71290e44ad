/** What a client of the stream may send. */
export const STREAM_LIMITS = {
  /**
   * What a client may request within one ping interval. A frame costs one; so does each channel it
   * names, because each brings a snapshot; the account's snapshot costs ten, because it is read
   * from the exchange. One more closes the stream.
   */
  requestsPerInterval: 300,
  accountCosts: 10,
  frameBytes: 16_384,
  pingIntervalMs: 15_000,
} as const;
