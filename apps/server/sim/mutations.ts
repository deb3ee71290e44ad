/**
 * npx glasshouse mutations [NAME...] [--seeds N]: plants one bug after the other in a copy of the
 * sources and runs the simulation against each until one of N (1,500) seeds fails. Prints what
 * found it. Exit code 0: all were found; 1: one survived, is unknown, or no longer fits the
 * sources. With --generated it tries the mutants generated from the core's sources instead
 * (generated/mutations.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runGenerated } from './generated/mutations.ts';
import { MUTATIONS, type Mutation } from './planted-bugs.ts';
import { makeTree } from './source-tree.ts';

/** A simulation that says nothing for so long hangs, which counts as found. */
const SILENCE_MS_MAX = 90_000;

interface Found {
  readonly bug: string;
  readonly file: string;
  readonly found: string;
  readonly by: string;
}

const { values, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1500' },
    generated: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string' },
    file: { type: 'string' },
  },
});
if (values.generated) process.exit(await runGenerated(generatedOptions()));

const planted = MUTATIONS.filter(({ name }) => only.length === 0 || only.includes(name));
const unknown = only.filter((name) => !planted.some((mutation) => mutation.name === name));
if (unknown.length > 0) {
  console.error(`There is no planted bug ${unknown.map((name) => `"${name}"`).join(', ')}.`);
  process.exit(1);
}
console.log(`First ${values.seeds} seeds without a bug, which all have to pass`);
const tree = makeTree();
// With as many seeds: one that fails by itself would pass for the finder of bugs.
const unchanged = await run();
if (unchanged.status !== 0) {
  console.log(`The simulation fails without any planted bug:\n${unchanged.output}`);
  process.exit(1);
}
const results: Found[] = [];
for (const mutation of planted) {
  const result = await tryOne(mutation);
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

interface Ran {
  /** Null: it hung. */
  readonly status: number | null;
  readonly output: string;
}
async function run(): Promise<Ran> {
  const simulation = spawn(process.execPath, [
    path.join(tree, 'apps/server/sim/simulate.ts'),
    '--seeds',
    values.seeds,
    '--failures',
    '1',
  ]);
  let output = '';
  const silence = setTimeout(() => simulation.kill('SIGKILL'), SILENCE_MS_MAX);
  for (const stream of [simulation.stdout, simulation.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      silence.refresh();
    });
  const [status] = (await once(simulation, 'close')) as [number | null];
  clearTimeout(silence);
  return { status, output };
}

async function tryOne({ name, file, from, to }: Mutation): Promise<Found> {
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
    const { status, output } = await run();
    if (status === 0) return { bug: name, file, found: 'SURVIVED', by: `${values.seeds} seeds` };
    const lines = output.split('\n');
    const seed = lines.find((line) => line.includes('FAILED'))?.split(';')[0];
    const breach = lines.find((line) => line.startsWith('  '))?.trim();
    const thrown = status === null ? 'it hung' : lines.find((line) => /Error/.test(line))?.trim();
    return {
      bug: name,
      file,
      found: 'found',
      by: seed === undefined ? (thrown ?? `it ended with ${status}`) : `${seed}: ${breach}`,
    };
  } finally {
    fs.writeFileSync(target, source);
  }
}
