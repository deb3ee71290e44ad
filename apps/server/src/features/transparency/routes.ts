/**
 * The public books, summed over the whole ledger at most once in 30 seconds for all readers, and
 * the facts of the running platform.
 */
import { FEATURE_NAMES, type Exchange } from '@glasshouse/core';
import type { Platform } from '@glasshouse/protocol/transparency';
import { sourceName } from '../../contract/market-source.ts';
import type { Config } from '../../config.ts';
import { Serialised, type FeatureHandlers } from '../../http/handler.ts';
import type { Sequencer } from '../../contract/sequencer.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { booksOf, type BookParts } from './books.ts';

/** Adding up passes over every account, so many readers share one sum. */
const KEPT_MS = 30_000;

export interface TransparencyParts {
  readonly pipeline: BookParts & Sequencer;
  readonly config: Pick<Config, 'mode' | 'marketSource'>;
}

export function transparencyHandlers(parts: TransparencyParts): FeatureHandlers<'transparency'> {
  const { pipeline, config } = parts;
  const startTime = pipeline.nowMs();
  let kept: { readonly reply: Promise<Serialised>; readonly madeMs: number } | null = null;
  return {
    'transparency/get-reserves': () => {
      const nowMs = performance.now();
      if (kept === null || nowMs - kept.madeMs > KEPT_MS) {
        const reply = pipeline.read(() => new Serialised(JSON.stringify(booksOf(pipeline))));
        kept = { reply, madeMs: nowMs };
        // After a failure the next reader tries again.
        reply.catch(() => (kept = null));
      }
      return kept.reply;
    },
    'transparency/get-platform': () => ({
      version: manifest.version,
      mode: config.mode,
      source: sourceName(config.marketSource),
      startTime,
      rules: rulesOf(pipeline.exchange),
    }),
  };
}

/** A product whose rules never changed is left out. */
function rulesOf({ rules }: Exchange): Platform['rules'] {
  return FEATURE_NAMES.map((product) => ({ product, version: rules.versionOf(product) })).filter(
    ({ version }) => version > 1,
  );
}
