/**
 * Restricts the data folder to its owner: the database holds people's documents and the journal,
 * and its socket takes operating commands.
 */
import fs from 'node:fs';
import path from 'node:path';

/** Other users get no rights on new files. */
const OWNER_ALONE = 0o077;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Creates the folder if it is missing, and removes other users' rights on everything in it. */
export function keepToOwner(dataDir: string): void {
  process.umask(OWNER_ALONE);
  fs.mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  close(path.resolve(dataDir));
}

function close(folder: string): void {
  narrow(folder, FOLDER_MODE);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) close(inside);
    else if (entry.isFile()) narrow(inside, FILE_MODE);
  }
}

function narrow(place: string, mode: number): void {
  if ((fs.statSync(place).mode & OWNER_ALONE) !== 0) fs.chmodSync(place, mode);
}
