/**
 * Decides, for all channels of the stream, whether frames are missing before one that arrives. What
 * a channel feeds then has a gap, and is fetched anew by whoever listens.
 */

export interface NumberedFrame {
  readonly channel: string;
  readonly seq: number;
  /** The frame before it; null for a snapshot, which begins a subscription. */
  readonly previous: number | null;
}

const CUT = -1;

export class MissedFrames {
  readonly #seqs = new Map<string, number>();

  /** The connection is another one: every channel that was heard of has a gap. */
  cutAll(): void {
    for (const channel of this.#seqs.keys()) this.#seqs.set(channel, CUT);
  }

  /** Nobody listens to the channel any more, so nothing has to follow on. */
  forget(channel: string): void {
    this.#seqs.delete(channel);
  }

  /** Takes note of a frame. A snapshot may be ahead of the frames that listeners had before. */
  areBefore({ channel, seq, previous }: NumberedFrame): boolean {
    const heard = this.#seqs.get(channel) ?? seq;
    this.#seqs.set(channel, Math.max(seq, heard));
    return heard === CUT || (previous !== null && previous > heard);
  }
}
