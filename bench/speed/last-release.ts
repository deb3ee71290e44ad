/**
 * Finds the last release before this commit: the newest tagged version in its history or, without
 * tags, the commit that dated the newest version in CHANGELOG.md.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export interface Release {
  /** Such as '0.2.0'. */
  readonly version: string;
  readonly commit: string;
}

/** Why there is none, for people. */
export interface NoRelease {
  readonly reason: string;
}

const VERSION_TAG = /^v?(\d+\.\d+\.\d+)$/;
const DATED = /^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)/gm;

/** Never the commit of the working tree itself: a release is compared with the one before it. */
export function lastRelease(root: string): Release | NoRelease {
  const tracked = git(root, 'ls-files', '--error-unmatch', 'package.json');
  if (typeof tracked !== 'string') return tracked;
  const head = git(root, 'rev-parse', 'HEAD');
  if (typeof head !== 'string') return head;
  const found = newest(tagged(root).filter(({ commit }) => commit !== head));
  if (found !== undefined) return found;
  // Its oldest commit seems to have written everything.
  if (git(root, 'rev-parse', '--is-shallow-repository') === 'true')
    return {
      reason:
        'this clone is shallow, and no tag of a release is in it: `git fetch --unshallow --tags` fetches them',
    };
  const noted = newest(dated(root).filter(({ commit }) => commit !== head));
  return noted ?? { reason: 'no release before this commit is tagged, and CHANGELOG.md dates none' };
}

function tagged(root: string): Release[] {
  return lines(git(root, 'tag', '--list', '--merged', 'HEAD')).flatMap((tag) => {
    const version = VERSION_TAG.exec(tag)?.[1];
    const commit = git(root, 'rev-list', '-n', '1', tag);
    return version === undefined || typeof commit !== 'string' ? [] : [{ version, commit }];
  });
}

function dated(root: string): Release[] {
  const file = path.join(root, 'CHANGELOG.md');
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return [...text.matchAll(DATED)].flatMap(([heading, version = '']) => {
    const log = git(root, 'log', '--reverse', '--format=%H', `-S${heading}`, '--', 'CHANGELOG.md');
    const [commit] = lines(log);
    return commit === undefined ? [] : [{ version, commit }];
  });
}

function newest(releases: readonly Release[]): Release | undefined {
  return releases.toSorted((a, b) => compareVersions(b.version, a.version))[0];
}

/** Orders versions by their numbers: 0.10.0 comes after 0.9.0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  const at = left.findIndex((part, i) => part !== right[i]);
  return at < 0 ? 0 : left[at]! - (right[at] ?? 0);
}

function lines(output: string | NoRelease): string[] {
  return typeof output === 'string' ? output.split('\n').filter((line) => line !== '') : [];
}

/** Its output, or why it has none. */
function git(root: string, ...args: readonly string[]): string | NoRelease {
  const { status, error, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (error !== undefined) return { reason: `git could not be started (${error.message})` };
  if (status !== 0) return { reason: `this is no clone of the repository (${stderr.trim().split('\n')[0]})` };
  return stdout.trim();
}
