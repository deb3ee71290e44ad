/**
 * The events of an account on a line: who follows them, and whether they go on without a gap where
 * the last line ended (docs/features/trading-api.md, "Going on after a cut").
 */
import type { SocketResult, UserEvent, UserMessage } from '@glasshouse/protocol/programs';

export interface EventFollower {
  /**
   * Called whenever events begin to come. True: they go on behind the last one. False: some may be
   * missing, so the account must be read anew; the events that follow are later than this call.
   */
  resumed(isWhole: boolean): void;
  event(event: UserEvent): void;
}

type Subscribed = SocketResult<'userDataStream.subscribe'>;

export class AccountEvents {
  readonly #followers = new Set<EventFollower>();
  /** Messages that came before all followers knew where they go on; null while they do. */
  #held: UserMessage[] | null = [];
  #lastSeq: number | null = null;
  #misfits = 0;

  /** How many messages were not the next one. */
  get misfits(): number {
    return this.#misfits;
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  /** Whether events come now. */
  get isOn(): boolean {
    return this.#held === null;
  }

  add(follower: EventFollower): void {
    this.#followers.add(follower);
    if (this.isOn) follower.resumed(false);
  }

  /** What to subscribe with on a new line. */
  asked(): { readonly after?: number } {
    this.pause();
    return this.#lastSeq === null ? {} : { after: this.#lastSeq };
  }

  /** Nobody has subscribed on the present line. */
  pause(): void {
    this.#held = [];
  }

  /** The answer to what was asked: tells the followers, and then what has come since. */
  resume({ seq, isWhole }: Subscribed): boolean {
    const isWholeHere = isWhole && this.#lastSeq !== null;
    if (!isWholeHere) this.#lastSeq = seq;
    const held = this.#held ?? [];
    this.#held = null;
    for (const follower of this.#followers) follower.resumed(isWholeHere);
    return held.every((message) => this.take(message));
  }

  /** Returns false if a message is not the next one: the line can no longer be trusted. */
  take(message: UserMessage): boolean {
    if (this.#held !== null) {
      this.#held.push(message);
      return true;
    }
    const { seq, event } = message;
    if (seq !== undefined) {
      if (seq !== (this.#lastSeq ?? 0) + 1) {
        this.#misfits++;
        this.#lastSeq = null;
        this.pause();
        return false;
      }
      this.#lastSeq = seq;
    }
    for (const follower of this.#followers) follower.event(event);
    return true;
  }
}
