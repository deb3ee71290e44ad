/** What a client of the stream may send. */
export const STREAM_LIMITS = {
  /**
   * What a client may request within one ping interval. A frame costs one, of any kind, and one
   * more for every 256 bytes; so does each channel it names, because each brings a snapshot; the
   * account's snapshot costs fifty, because it is read from the exchange. One more closes the
   * stream.
   */
  requestsPerInterval: 300,
  bytesPerRequest: 256,
  accountCosts: 50,
  /** More than 64 channels with the longest names. */
  frameBytes: 6_144,
  /**
   * Each fragment of a frame, and each piece in which it arrives, keeps the buffer alive that it
   * was read into.
   */
  fragments: 16,
  pieces: 64,
  pingIntervalMs: 15_000,
} as const;
