/** The site's entry point: language before the first rendering, then the router. */
import './app/app.css';
import { reloadOnce } from '#app/chunk-recovery.ts';
import { startSite } from '#app/start.tsx';
import { isChunkError } from '#shared/chunk.ts';

startSite().catch((error: unknown) => {
  // The texts may belong to an older version.
  if (isChunkError(error) && reloadOnce()) return;
  // In both languages, because there are no texts.
  document.getElementById('not-started')?.removeAttribute('hidden');
  throw error;
});
