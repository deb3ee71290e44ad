/**
 * npm run mutations [-- NAME...]: plants one bug after the other in a copy of the sources and runs
 * the simulation against each until a seed fails. Prints what found it. Exit code 0: all were
 * found; 1: one survived, or no longer fits the sources. With --generated it tries the mutants
 * generated from the core's sources instead (generated/mutations.ts).
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runGenerated } from './generated/mutations.ts';
import { MUTATIONS, type Mutation } from './planted-bugs.ts';
import { makeTree } from './source-tree.ts';

const SEEDS = '400';
/** A bug that makes the simulation hang counts as found. */
const RUN_MS_MAX = 180_000;

interface Found {
  readonly bug: string;
  readonly file: string;
  readonly found: string;
  readonly by: string;
}

const { values, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    generated: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string' },
    file: { type: 'string' },
  },
});
if (values.generated) process.exit(await runGenerated(generatedOptions()));

const tree = makeTree();
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

function generatedOptions(): Parameters<typeof runGenerated>[0] {
  const numberOf = (name: 'sample' | 'seed'): number | undefined => {
    const value = values[name];
    if (value === undefined) return undefined;
    if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} is a whole number from 1`);
    return Number(value);
  };
  const [sample, seed] = [numberOf('sample'), numberOf('seed')];
  return {
    ...(sample === undefined ? {} : { sample }),
    ...(seed === undefined ? {} : { seed }),
    ...(values.file === undefined ? {} : { file: values.file }),
  };
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
