/**
 * Preloaded into the crash server (`node --import`), also into its database thread: once the file
 * named by FAIL_FSYNC_WHEN exists, every fsync fails with EIO, as on a dying disk.
 */
import fs from 'node:fs';

const trigger = process.env.FAIL_FSYNC_WHEN ?? '';

function failing<A extends unknown[]>(original: (...args: A) => void): (...args: A) => void {
  return (...args) => {
    if (trigger !== '' && fs.existsSync(trigger))
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    original(...args);
  };
}

fs.fsyncSync = failing(fs.fsyncSync);
fs.fdatasyncSync = failing(fs.fdatasyncSync);
