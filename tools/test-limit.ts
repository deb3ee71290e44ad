/**
 * Ends a test file that does not end by itself, and tells what it waited for. Node's own
 * `--test-timeout` limits a test, but not what keeps its process alive afterwards.
 */
import { isMainThread } from 'node:worker_threads';

/** Many times what the longest needs on a quiet machine. */
const FILE_MS_MAX = 1_200_000;

// Node sets it for the process of a file, not for the one that starts them all.
if (process.env['NODE_TEST_CONTEXT'] === 'child-v8' && isMainThread)
  setTimeout(() => {
    const waitsFor = process.getActiveResourcesInfo().join(', ');
    console.error(`${process.argv[1]} does not end after ${FILE_MS_MAX / 1000} s; it waits for: ${waitsFor}`);
    process.exit(1);
  }, FILE_MS_MAX).unref();
