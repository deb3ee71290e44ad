/**
 * Names of files in documents: whoever moves a file finds the documents that name it. A name may
 * leave out folders, as in `ws/stream-slots.ts`.
 */
import path from 'node:path';

const NAMED = /`([\w./-]+\.(?:ts|tsx|mjs|sql))`/g;

/** Returns the function that finds names of files which none of `files` has. */
export function unknownFilesOf(files: readonly string[]): (text: string) => string[] {
  const byName = Map.groupBy(files, (file) => path.posix.basename(file));
  const names = [...byName.keys()];
  const isKnown = (named: string): boolean => {
    const folders = path.posix
      .dirname(named)
      .split('/')
      .filter((folder) => folder !== '.');
    // Migrations and tests are also named by the end of their name.
    return names
      .filter((name) => name.endsWith(path.posix.basename(named)))
      .flatMap((name) => byName.get(name) ?? [])
      .some((file) => folders.every((folder) => file.split('/').includes(folder)));
  };
  return (text) =>
    [...text.matchAll(NAMED)].map(([, named = '']) => named).filter((named) => !isKnown(named));
}
