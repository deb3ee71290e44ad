/**
 * Marks browser tests that only the nightly run does: those of details whose page another test
 * opens, or whose rule a lower test shows.
 */

interface Nightly {
  readonly tag: '@nightly';
  readonly annotation: { readonly type: 'nightly'; readonly description: string };
}

/** `reason`: what the default run has instead. */
export function nightly(reason: string): Nightly {
  return { tag: '@nightly', annotation: { type: 'nightly', description: reason } };
}
