/** The public books: added up over the whole ledger, at most once in a while for all readers. */
import { Serialised, type FeatureHandlers } from '../../http/handler.ts';
import type { Sequencer } from '../../sequencer.ts';
import { booksOf, type BookParts } from './books.ts';

/** Adding up passes over every account, so many readers share one sum. */
const KEPT_MS = 30_000;

export function transparencyHandlers(pipeline: BookParts & Sequencer): FeatureHandlers<'transparency'> {
  let kept: { readonly reply: Promise<Serialised>; readonly madeMs: number } | null = null;
  return {
    'transparency/get-reserves': () => {
      const nowMs = performance.now();
      if (kept === null || nowMs - kept.madeMs > KEPT_MS) {
        const reply = pipeline.read(() => new Serialised(JSON.stringify(booksOf(pipeline))));
        kept = { reply, madeMs: nowMs };
        // What failed is tried again by the next reader.
        reply.catch(() => (kept = null));
      }
      return kept.reply;
    },
  };
}
