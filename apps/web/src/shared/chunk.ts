/**
 * Scripts loaded on demand: their time limit, their failures, and retries while the server is
 * unreachable.
 */

/** A navigation that takes longer has failed (R8.3). */
const CHUNK_TIMEOUT_MS = 120_000;
/** The end of that time, for the part that tells that the texts of a section did not load. */
export const TELL_WITHIN_MS = 5_000;
/** So both together take no longer. */
export const TEXTS_WITHIN_MS = CHUNK_TIMEOUT_MS - TELL_WITHIN_MS;

let navigatedAtMs = Date.now();
export function noteNavigation(): void {
  navigatedAtMs = Date.now();
}
/** What is left of the time of the navigation that began last. */
export const navigationMsLeft = (): number => Math.max(0, navigatedAtMs + CHUNK_TIMEOUT_MS - Date.now());

const CHUNK_MESSAGE =
  /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload css|chunkload/i;

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && CHUNK_MESSAGE.test(error.message);
}

const RETRY_AFTER_MS = 2_000;
const REACH_WITHIN_MS = 5_000;

/**
 * Loads a part of a page. While the server is unreachable it retries, so that a disconnection shows
 * only the offline bar and no error screen. A part that the server no longer has fails as any chunk
 * does.
 */
export async function loadPart<T>(load: () => Promise<T>, withinMs = CHUNK_TIMEOUT_MS): Promise<T> {
  const giveUpAtMs = Date.now() + withinMs;
  for (let wasReached = false; ;) {
    try {
      return await within(giveUpAtMs, load());
    } catch (error) {
      if (!isChunkError(error) || wasReached || Date.now() > giveUpAtMs) throw error;
      wasReached = await isServerReached();
      if (!wasReached) await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    }
  }
}

/** Fails at that time as a script does that cannot be loaded. */
async function within<T>(atMs: number, loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('error loading dynamically: too late')), atMs - Date.now());
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function isServerReached(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(REACH_WITHIN_MS) })).ok;
  } catch {
    return false;
  }
}
