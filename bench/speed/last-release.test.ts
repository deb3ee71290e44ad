/**
 * Goal: the last release is found, or the reason why there is none is told. Method: small
 * repositories in temporary folders.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { compareVersions, lastRelease } from './last-release.ts';

class Repository {
  readonly folder: string;

  constructor(context: TestContext) {
    this.folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'glasshouse-release-')));
    context.after(() => fs.rmSync(this.folder, { recursive: true }));
    this.git('init', '--quiet');
  }

  git(...args: readonly string[]): string {
    const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
    return execFileSync('git', [...who, ...args], { cwd: this.folder, encoding: 'utf8' }).trim();
  }

  /** Commits a changelog with these headings, the newest first; returns the commit. */
  commit(...headings: readonly string[]): string {
    const text = ['# Changelog', ...headings.map((heading) => `## ${heading}`), ''].join('\n\n');
    fs.writeFileSync(path.join(this.folder, 'CHANGELOG.md'), text);
    fs.writeFileSync(path.join(this.folder, 'package.json'), '{}');
    this.git('add', '.');
    this.git('commit', '--quiet', '--allow-empty', '-m', 'a commit');
    return this.git('rev-parse', 'HEAD');
  }
}

const reasonIn = (folder: string): string => {
  const found = lastRelease(folder);
  return 'reason' in found ? found.reason : assert.fail(`found ${found.version}`);
};

test('R14.4 the last release is the newest tagged version of the history, by its numbers', (context) => {
  const repository = new Repository(context);
  repository.commit('0.9.0 (2026-01-01)');
  repository.git('tag', 'v0.9.0');
  const commit = repository.commit('0.10.0 (2026-02-01)', '0.9.0 (2026-01-01)');
  repository.git('tag', '-a', '-m', 'annotated', 'v0.10.0');
  repository.git('tag', 'experiment-1.0.0');
  const before = repository.git('rev-parse', '--abbrev-ref', 'HEAD');
  repository.git('checkout', '--quiet', '-b', 'elsewhere');
  repository.commit('0.11.0 (2026-03-01)', '0.10.0 (2026-02-01)');
  repository.git('tag', 'v0.11.0');
  repository.git('checkout', '--quiet', before);
  repository.commit('0.11.0 (unreleased)', '0.10.0 (2026-02-01)');
  assert.deepEqual(lastRelease(repository.folder), { version: '0.10.0', commit });
  assert.ok(compareVersions('0.10.0', '0.9.0') > 0);
  assert.equal(compareVersions('1.2.3', '1.2.3'), 0);
});

test('R14.4 a release is compared with the one before it, not with itself', (context) => {
  const repository = new Repository(context);
  const commit = repository.commit('0.2.0 (2026-01-01)');
  repository.git('tag', 'v0.2.0');
  assert.match(reasonIn(repository.folder), /no release before this commit/);
  repository.commit('0.3.0 (2026-02-01)', '0.2.0 (2026-01-01)');
  repository.git('tag', 'v0.3.0');
  assert.deepEqual(lastRelease(repository.folder), { version: '0.2.0', commit });
});

test('R14.4 without tags the last release is the commit that dated it in the changelog', (context) => {
  const repository = new Repository(context);
  repository.commit('0.2.0 (unreleased)');
  assert.match(reasonIn(repository.folder), /CHANGELOG\.md dates none/);
  const commit = repository.commit('0.2.0 (2026-01-01)');
  assert.match(reasonIn(repository.folder), /no release before this commit/);
  repository.commit('0.3.0 (unreleased)', '0.2.0 (2026-01-01)');
  assert.deepEqual(lastRelease(repository.folder), { version: '0.2.0', commit });
});

test('R14.4 a shallow clone, a folder without git and a missing git are told, each as what it is', (context) => {
  const repository = new Repository(context);
  repository.commit('0.2.0 (2026-01-01)');
  repository.commit('0.3.0 (unreleased)', '0.2.0 (2026-01-01)');
  const shallow = path.join(repository.folder, 'shallow');
  repository.git('clone', '--quiet', '--depth', '1', `file://${repository.folder}`, shallow);
  assert.match(reasonIn(shallow), /shallow.*git fetch --unshallow --tags/);
  // What is unpacked inside a repository has no history there.
  const unpacked = path.join(repository.folder, 'unpacked');
  fs.mkdirSync(unpacked);
  fs.writeFileSync(path.join(unpacked, 'package.json'), '{}');
  assert.match(reasonIn(unpacked), /no clone/);
  const folders = process.env['PATH'];
  try {
    process.env['PATH'] = unpacked;
    assert.match(reasonIn(repository.folder), /git could not be started/);
  } finally {
    process.env['PATH'] = folders;
  }
});
