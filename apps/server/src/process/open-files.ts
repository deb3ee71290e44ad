/**
 * Divides the files that the process may have open (`ulimit -n`) between strangers' connections and
 * what the exchange itself needs. Where nothing is left, a commit fails and the process ends.
 */
import fs from 'node:fs';

/** Of the embedded database, which closes its oldest file beyond it. */
export const DATABASE_FILES_MAX = 400;
/** Logs of ticks, sockets of PostgreSQL, of mail and of chains, threads, decoders of photos. */
const OWN_FILES = 224;
/** Fewer would serve a handful of visitors. */
const PLACES_MIN = 64;

/** A restart would not help. */
export class TooFewFiles extends Error {}

export const FILES_MIN = DATABASE_FILES_MAX + OWN_FILES + PLACES_MIN;

/** Node raises its soft limit to the hard one when it starts. */
export function openFilesMax(): number {
  try {
    const line = /^Max open files\s+(\d+)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'));
    return line === null ? Infinity : Number(line[1]);
  } catch {
    // Another system than Linux.
    return Infinity;
  }
}

/** How many files connections and running requests may have open. */
export function placesWithin(filesMax: number): number {
  if (filesMax < FILES_MIN)
    throw new TooFewFiles(`The process may open ${filesMax} files (ulimit -n). It needs ${FILES_MIN}.`);
  return filesMax - DATABASE_FILES_MAX - OWN_FILES;
}
