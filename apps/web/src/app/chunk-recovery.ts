/**
 * Handles a script or stylesheet of the site that does not load: one reload per minute, then an
 * error screen (R8.3).
 */
const RELOADED_AT_KEY = 'chunk-reloaded-at';
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** False if the page was reloaded for this reason a moment ago; the user then decides. */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
  if (Date.now() - last < RELOAD_AGAIN_AFTER_MS) return false;
  sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  location.reload();
  return true;
}

/**
 * Handles only stylesheets. The router's lazy component reloads by itself on a navigation, and
 * reloading on every vite:preloadError would also reload on hover, because routes are loaded on
 * intent.
 */
export function installChunkRecovery(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (/unable to preload css/i.test(event.payload.message) && document.visibilityState === 'visible')
      reloadOnce();
  });
}
