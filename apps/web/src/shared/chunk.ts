/** Scripts that are loaded when they are needed: how long that may take, how it fails, and trying again while the server is away. */

/** A navigation that has not finished after this long has failed. */
export const CHUNK_TIMEOUT_MS = 120_000;

const CHUNK_MESSAGE =
  /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload css|chunkload/i;

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && CHUNK_MESSAGE.test(error.message);
}

const RETRY_AFTER_MS = 2_000;
const REACH_WITHIN_MS = 5_000;

/**
 * Loads a part of a page. While the server cannot be reached it waits and tries again, so that a break of the connection stays one
 * (the bar tells it) and never becomes an error screen; a part that the server no longer has fails as any chunk does.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const giveUpAtMs = Date.now() + CHUNK_TIMEOUT_MS;
  for (let wasReached = false; ;) {
    try {
      return await load();
    } catch (error) {
      if (!isChunkError(error) || wasReached || Date.now() > giveUpAtMs) throw error;
      wasReached = await isServerReached();
      if (!wasReached) await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    }
  }
}

async function isServerReached(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(REACH_WITHIN_MS) })).ok;
  } catch {
    return false;
  }
}
