/** The market's streams for programs: which there are, and their events as JSON. */

export interface MarketStreams {
  /** Whether there is a stream of that name now. */
  has(name: string): boolean;
  /** Somebody begins to listen: the stream runs, and all its listeners get what it shows soon. */
  join(name: string): void;
  /** Nobody listens any more. */
  leave(name: string): void;
  /** Sets who gets the events, each made once for all listeners of its stream. */
  sendTo(send: (name: string, json: string) => void): void;
}
