/** Preloaded into the crash server as the control of the power-cut test: an fsync that says yes and does nothing. The test must notice. */
import fs from 'node:fs';

fs.fsyncSync = () => {};
fs.fdatasyncSync = () => {};
