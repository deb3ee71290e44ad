/**
 * npm run mutations [-- NAME...]: plants one bug after the other in a copy of the sources and runs the simulation against each, until a seed fails.
 * Prints what found it. Exit code 0: all were found; 1: one survived, or does not fit the sources any more.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MUTATIONS, type Mutation } from './planted-bugs.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const COPIED = [
  'packages/core',
  'packages/money',
  'packages/protocol',
  'apps/server/src',
  'apps/server/sim',
  'apps/server/test',
];
const WORKSPACES = ['core', 'money', 'protocol'];
const SEEDS = '400';
/** A bug that makes the simulation hang is found as well. */
const RUN_MS_MAX = 180_000;

interface Found {
  readonly bug: string;
  readonly file: string;
  readonly found: string;
  readonly by: string;
}

const only = process.argv.slice(2);
const tree = makeTree();
process.on('exit', () => fs.rmSync(tree, { recursive: true, force: true }));
if (run().status !== 0) {
  console.log('The simulation fails without any planted bug.');
  process.exit(1);
}
const results: Found[] = [];
for (const mutation of MUTATIONS.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const result = tryOne(mutation);
  results.push(result);
  console.log(`${result.found.padEnd(9)} ${result.bug}: ${result.by}`);
}
const survived = results.filter(({ found }) => found !== 'found');
console.log(`\n${results.length} planted bugs, ${results.length - survived.length} found.`);
process.exit(survived.length === 0 && results.length > 0 ? 0 : 1);

/** The sources as they are, with their own copies of the workspaces and the installed packages of this tree. */
function makeTree(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-mutations-'));
  for (const name of COPIED) fs.cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  for (const name of ['package.json', 'apps/server/package.json'])
    fs.copyFileSync(path.join(ROOT, name), path.join(folder, name));
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(path.join(modules, '@glasshouse'), { recursive: true });
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== '@glasshouse')
      fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  for (const name of WORKSPACES)
    fs.symlinkSync(path.join(folder, 'packages', name), path.join(modules, '@glasshouse', name));
  return folder;
}

function run(seeds = '40'): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(tree, 'apps/server/sim/simulate.ts'), '--seeds', seeds, '--failures', '1'],
    { encoding: 'utf8', timeout: RUN_MS_MAX, maxBuffer: 1 << 28 },
  );
  return { status, output: stdout + stderr };
}

function tryOne({ name, file, from, to }: Mutation): Found {
  const target = path.join(tree, file);
  const source = fs.readFileSync(target, 'utf8');
  const count = source.split(from).length - 1;
  if (count !== 1)
    return { bug: name, file, found: 'MISFIT', by: `${count} places in ${file} read: ${from}` };
  fs.writeFileSync(
    target,
    source.replace(from, () => to),
  );
  try {
    const { status, output } = run(SEEDS);
    if (status === 0) return { bug: name, file, found: 'SURVIVED', by: `${SEEDS} seeds` };
    const lines = output.split('\n');
    const seed = lines.find((line) => line.includes('FAILED'))?.split(';')[0];
    const breach = lines.find((line) => line.startsWith('  '))?.trim();
    const thrown = lines.find((line) => /Error/.test(line))?.trim();
    return {
      bug: name,
      file,
      found: 'found',
      by: seed === undefined ? (thrown ?? 'it hung') : `${seed}: ${breach}`,
    };
  } finally {
    fs.writeFileSync(target, source);
  }
}
