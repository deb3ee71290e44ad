/** Public replies, made once for each version of their content and shared by all requests. */
import { Serialised } from '../../http/handler.ts';

/** Published content, which is committed; `version` changes with each publication. */
export interface Published {
  readonly version: number;
}

/** Replies kept, unless their user says otherwise; at the limit all are dropped. */
const KEPT_MAX = 300;

export class KeptReplies {
  readonly #published: Published;
  readonly #max: number;
  readonly #replies = new Map<string, { readonly version: number; readonly reply: Serialised }>();

  constructor(published: Published, max = KEPT_MAX) {
    this.#published = published;
    this.#max = max;
  }

  /** Pass `version` for content with a version of its own, such as a book. */
  of(key: string, make: () => unknown, version = this.#published.version): Serialised {
    const kept = this.#replies.get(key);
    if (kept?.version === version) return kept.reply;
    const made = make();
    const reply = made instanceof Serialised ? made : new Serialised(JSON.stringify(made));
    if (this.#replies.size >= this.#max) this.#replies.clear();
    this.#replies.set(key, { version, reply });
    return reply;
  }
}
