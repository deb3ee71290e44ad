/** Other checkouts: the last release, ready to run, and what runs in one. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Release } from './last-release.ts';

/** Not below node_modules, where Node does not run TypeScript. */
const FOLDER = path.join('.cache', 'glasshouse', 'releases');

/**
 * Checks a release out and installs its packages, once: the next run finds it. Releases before it
 * are removed. Throws with the output of what failed.
 */
export function checkoutOf({ version, commit }: Release, root: string): string {
  const folder = path.join(root, FOLDER);
  const tree = path.join(folder, version);
  const stamp = path.join(tree, '.cache', 'installed');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === commit) return tree;
  fs.rmSync(folder, { recursive: true, force: true });
  console.log(`Checking out ${version} (${commit.slice(0, 10)}) into ${path.relative(root, tree)}`);
  // By force, because git still knows those that were removed.
  call(root, 'git', 'worktree', 'add', '--force', '--detach', tree, commit);
  console.log('Installing its packages');
  call(tree, 'npm', 'ci');
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, commit);
  return tree;
}

/** The Node that a checkout has installed: a release is as fast as the Node that it comes with. */
export function nodeOf(tree: string): string {
  const own = path.join(tree, 'node_modules', 'node', 'bin', 'node');
  return fs.existsSync(own) ? own : process.execPath;
}

/** Builds the site of a checkout by its own tools. */
export async function buildSite(tree: string): Promise<void> {
  const { buildWeb } = (await import(path.join(tree, 'tools', 'build-web.ts'))) as {
    buildWeb: (onStart: () => void) => Promise<boolean>;
  };
  await buildWeb(() => console.log(`Building the site of ${tree}`));
}

function call(cwd: string, program: string, ...args: readonly string[]): void {
  // Of an npm that runs this, which would install into the folder that it was started in.
  const { npm_config_local_prefix: _, ...env } = process.env;
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}
