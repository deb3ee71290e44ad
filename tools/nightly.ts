/**
 * Says whether this is the nightly run (`npm run test:nightly`), and how many runs a test has in it
 * and by default. docs/testing.md lists what only the nightly run does.
 */

export const IS_NIGHTLY = process.env['NIGHTLY'] === '1';

/** How many runs, seeds, kills or files of a kind. */
export function runs(byDefault: number, nightly: number): number {
  return IS_NIGHTLY ? nightly : byDefault;
}

/** Options of a test that is skipped by default; `reason`: what the default run has instead. */
export function nightly(reason: string): { readonly skip: string | false } {
  return { skip: IS_NIGHTLY ? false : `nightly: ${reason}` };
}
