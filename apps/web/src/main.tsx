/** The site's entry point: language before the first rendering, then the router. */
import './app/app.css';
import { reloadOnce } from '#app/chunk-recovery.ts';
import { startSite } from '#app/start.tsx';
import { isChunkError } from '#shared/chunk.ts';

startSite().catch((error: unknown) => {
  // The texts belong to an older version. There is nothing yet that could say so.
  if (!isChunkError(error) || !reloadOnce()) throw error;
});
