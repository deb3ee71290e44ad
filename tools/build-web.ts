/** Builds the site if its sources have changed since the last build. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './run.ts';

/** The sources of the site. */
const SOURCES = ['apps/web', 'packages/ui', 'packages/protocol', 'packages/money', 'package-lock.json'];
const STAMP = path.join(ROOT, 'apps', 'web', 'dist', '.built-from');

/** Returns whether a build was necessary. Throws with the build's output when it fails. */
export async function buildWeb(onStart: () => void): Promise<boolean> {
  const digest = digestOf(SOURCES);
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === digest) return false;
  onStart();
  const built = await run(
    'vite build',
    [
      'node',
      path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      path.join(ROOT, 'apps', 'web'),
    ],
    { NODE_ENV: 'production' },
  );
  if (built.code !== 0) throw new Error(`the site could not be built:\n${built.output}`);
  fs.writeFileSync(STAMP, digest);
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
