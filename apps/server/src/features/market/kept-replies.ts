/** Public replies that are made once for each version of what they show and shared by all who ask. */
import { Serialised } from '../../http/handler.ts';

/** What is shown may only be what was published after its commit: `version` changes with each publication. */
export interface Published {
  readonly version: number;
}

/** Replies that are kept; at the limit all are made anew. */
const KEPT_MAX = 300;

export class KeptReplies {
  readonly #published: Published;
  readonly #replies = new Map<string, { readonly version: number; readonly reply: Serialised }>();

  constructor(published: Published) {
    this.#published = published;
  }

  /** `version` where the reply shows something that has one of its own, such as a book. */
  of(key: string, make: () => unknown, version = this.#published.version): Serialised {
    const kept = this.#replies.get(key);
    if (kept?.version === version) return kept.reply;
    const made = make();
    const reply = made instanceof Serialised ? made : new Serialised(JSON.stringify(made));
    if (this.#replies.size >= KEPT_MAX) this.#replies.clear();
    this.#replies.set(key, { version, reply });
    return reply;
  }
}
