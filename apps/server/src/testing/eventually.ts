/** Waits until something that nobody announces has happened. */

/** Long enough for any machine. */
const WITHIN_MS = 60_000;
const EVERY_MS = 10;

/** Rejects if it has not become true within a minute. */
export async function eventually(isTrue: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  const endMs = Date.now() + WITHIN_MS;
  while (!(await isTrue())) {
    if (Date.now() > endMs) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
