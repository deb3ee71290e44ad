/** Builds the site and the back office, each if its sources have changed since its last build. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './run.ts';

/** With their sources, besides what all share. */
const PAGES = ['apps/web', 'apps/operator'] as const;
const SHARED = ['packages/ui', 'packages/protocol', 'packages/money', 'package-lock.json'];

/** Returns whether a build was necessary. Throws with the build's output when it fails. */
export async function buildWeb(onStart: () => void): Promise<boolean> {
  let wasNecessary = false;
  for (const pages of PAGES) {
    const begin = wasNecessary ? () => {} : onStart;
    if (await build(pages, begin)) wasNecessary = true;
  }
  return wasNecessary;
}

async function build(pages: (typeof PAGES)[number], onStart: () => void): Promise<boolean> {
  const folder = path.join(ROOT, ...pages.split('/'));
  const stamp = path.join(folder, 'dist', '.built-from');
  const digest = digestOf([pages, ...SHARED]);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === digest) return false;
  onStart();
  const built = await run(
    'vite build',
    ['node', path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', folder],
    { NODE_ENV: 'production' },
  );
  if (built.code !== 0) throw new Error(`${pages} could not be built:\n${built.output}`);
  fs.writeFileSync(stamp, digest);
  return true;
}

function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) addTo(hash, path.join(ROOT, source));
  return hash.digest('hex');
}

function addTo(hash: ReturnType<typeof createHash>, file: string): void {
  const stat = fs.statSync(file);
  if (!stat.isDirectory()) {
    hash.update(`${path.relative(ROOT, file)}\n`).update(fs.readFileSync(file));
    return;
  }
  for (const name of fs.readdirSync(file).toSorted()) {
    if (name === 'dist' || name === 'node_modules' || name.startsWith('.')) continue;
    addTo(hash, path.join(file, name));
  }
}
