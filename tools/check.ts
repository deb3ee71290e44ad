/**
 * `npm run check`: everything to pass before a review. Types, lint, format, imports, unused code,
 * house rules, requirements without a test, generated files.
 */
import { requireOwnNode, run, type Ran } from './run.ts';
import { noteFailure } from './test-report.ts';
import { typeCheckOf } from './type-check.ts';

requireOwnNode();

const TYPED = [
  'packages/money',
  'packages/protocol',
  'packages/client',
  'packages/texts',
  'packages/core',
  'packages/chains',
  'packages/ui',
  'apps/web',
  'apps/operator',
  'tsconfig.json',
];

const steps: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  ...TYPED.map((project) => ({ name: `types ${project}`, command: typeCheckOf(project) })),
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  {
    name: 'imports',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
      'packages',
      'apps',
      'tools',
      'bench',
      'examples',
      'e2e',
    ],
  },
  { name: 'unused code', command: ['knip', '--no-progress'] },
  { name: 'house rules', command: ['node', 'tools/tidy.ts'] },
  { name: 'requirements', command: ['node', 'tools/coverage-requirements.ts', '--check'] },
  { name: 'texts', command: ['node', 'tools/check-texts.ts'] },
  { name: 'generated files', command: ['node', 'tools/generate.ts', '--check'] },
];

/** dependency-cruiser reports success even if it could read nothing. */
function isHollow(ran: Ran): boolean {
  return ran.name === 'imports' && !/\(\d{2,} modules/.test(ran.output);
}

const AT_ONCE = 2;
const failed: string[] = [];
const waiting = [...steps];

async function work(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const ran = await run(step.name, step.command);
    const isFailed = ran.code !== 0 || isHollow(ran);
    console.log(`${isFailed ? '✖' : '✔'} ${ran.name} (${ran.seconds.toFixed(1)} s)`);
    if (!isFailed) continue;
    failed.push(ran.name);
    noteFailure(`check: ${ran.name}`, ran.output);
    console.log(ran.output.trimEnd());
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
if (failed.length > 0) {
  console.log(`\n${failed.length} of ${steps.length} checks failed: ${failed.join(', ')}`);
  process.exit(1);
}
console.log(`\nAll ${steps.length} checks passed.`);
