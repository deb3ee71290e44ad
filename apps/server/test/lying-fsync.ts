/**
 * Preloaded into the crash server as the control of the power-cut test: an fsync that reports
 * success and does nothing. The test must detect it.
 */
import fs from 'node:fs';

fs.fsyncSync = () => {};
fs.fdatasyncSync = () => {};
