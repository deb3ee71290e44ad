/** Keeps the data folder to its owner: the database holds people's documents and the journal, its socket takes operating commands. */
import fs from 'node:fs';
import path from 'node:path';

/** No rights for anybody else on what is made from now on. */
const OWNER_ALONE = 0o077;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Makes the folder where there is none, and takes from others what rights they have on what is in it. */
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
