/**
 * Names of files in documents: whoever moves a file finds the documents that name it. A name may
 * leave out folders, as in `ws/stream-slots.ts`, and what a test or a migration begins with.
 */
import path from 'node:path';

const NAMED = /`([\w./-]+\.(?:ts|tsx|mjs|sql))`/g;

/** Returns the function that finds names of files which none of `files` has. */
export function unknownFilesOf(files: readonly string[]): (text: string) => string[] {
  const known = files.map((file) => ({ file, folders: new Set(file.split('/')) }));
  const isKnown = (named: string): boolean => {
    const [name = '', ...folders] = path.posix.normalize(named).split('/').toReversed();
    return known.some((one) => one.file.endsWith(name) && folders.every((folder) => one.folders.has(folder)));
  };
  return (text) =>
    [...text.matchAll(NAMED)].map(([, named = '']) => named).filter((named) => !isKnown(named));
}
