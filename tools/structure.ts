/**
 * `npx glasshouse structure [TREE]`: how the folders of a source tree hang together. A room is an
 * entry of its top level, a folder or a file. Prints the number of rooms, of arrows (one room
 * imports another) and of imports against the main direction of two rooms, which each need a look.
 * TREE is another checkout, for a comparison.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './run.ts';

const TREES = ['apps/server/src', 'packages/core/src', 'packages/chains/src'] as const;
const TEST = /\.test\.tsx?$|(^|\/)testing\//;
const IMPORT = /(?:from|import)\s*\(?'(\.{1,2}\/[^']+)'/g;

const tree = path.resolve(process.argv[2] ?? ROOT);
for (const folder of TREES) {
  const { rooms, arrows, against, pairs } = structureOf(path.join(tree, folder));
  console.log(`${folder}: ${rooms} rooms, ${arrows} arrows, ${against} imports against the main direction`);
  for (const pair of pairs) console.log(`  ${pair}`);
}

interface Structure {
  readonly rooms: number;
  readonly arrows: number;
  readonly against: number;
  /** The pairs of rooms with imports against their main direction, most first. */
  readonly pairs: readonly string[];
}

function structureOf(folder: string): Structure {
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !TEST.test(file));
  const imports = new Map<string, number>();
  for (const file of files) {
    const from = roomOf(file);
    for (const target of importsOf(folder, file)) {
      const to = roomOf(target);
      if (to === from || target.startsWith('..')) continue;
      imports.set(`${from} ${to}`, (imports.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  const pairs = [...imports].flatMap(([arrow, count]) => {
    const [from = '', to = ''] = arrow.split(' ');
    const back = imports.get(`${to} ${from}`) ?? 0;
    const isLesser = back > count || (back === count && from < to);
    return isLesser ? [{ from, to, count }] : [];
  });
  return {
    rooms: fs.readdirSync(folder).filter((entry) => !TEST.test(entry)).length,
    arrows: imports.size,
    against: pairs.reduce((sum, { count }) => sum + count, 0),
    pairs: pairs
      .toSorted((a, b) => b.count - a.count)
      .map(({ from, to, count }) => `${from} -> ${to}: ${count}`),
  };
}

function roomOf(file: string): string {
  return file.split(path.sep)[0] ?? '';
}

/** What a file imports from its own tree, as paths within it. */
function importsOf(folder: string, file: string): readonly string[] {
  const text = fs.readFileSync(path.join(folder, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, specifier = '']) =>
    path.normalize(path.join(path.dirname(file), specifier)),
  );
}
