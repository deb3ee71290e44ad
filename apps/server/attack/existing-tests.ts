/** Attacks that are also tests of the suite, run in their long form. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { IS_NIGHTLY } from '../../../tools/nightly.ts';
import type { Attack, Measured } from './attack.ts';

const OUTPUT_BYTES_MAX = 50_000_000;

interface TestOf {
  readonly checkout: string;
  readonly file: string;
  readonly env?: Readonly<Record<string, string>>;
}

function runTest({ checkout, file, env = {} }: TestOf): Promise<Measured> {
  const found = path.join(checkout, 'apps/server', file);
  if (!fs.existsSync(found))
    return Promise.resolve({ figure: 'this version has no such test', isMet: false });
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--test', '--test-reporter=tap', found],
      // Without this, a test inside a test would report to the outer one.
      { env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env }, maxBuffer: OUTPUT_BYTES_MAX },
      (error, output) => {
        const [passed, skipped] = [/^# pass (\d+)/m, /^# skipped (\d+)/m].map(
          (each) => each.exec(output)?.[1],
        );
        const said = [...output.matchAll(/^\s*# (\d+ contracts.*)$/gm)].map(([, text]) => text);
        const figure = [`${passed} tests passed, ${skipped} skipped`, ...said].join('; ');
        resolve({ figure: error === null ? figure : `FAILED; ${figure}`, isMet: error === null });
      },
    );
  });
}

export const contractAfterKill: Attack = {
  name: 'contract-after-kill',
  inVersion010: 'losing contracts were refunded',
  requirement: '20 kills on each database: every contract settles at the tick that was due',
  isInShort: false,
  run: ({ checkout, isShort }) =>
    runTest({
      checkout,
      file: 'test/contract-after-kill.test.ts',
      env: { CONTRACT_KILLS: isShort ? '1' : '20' },
    }),
};

export const foresight: Attack = {
  name: 'foresight',
  inVersion010: 'the seed was found in 30 ticks',
  requirement: 'nothing is found',
  // By default the unit tests run it already.
  isInShort: IS_NIGHTLY,
  run: ({ checkout }) => runTest({ checkout, file: 'src/features/market/foresight.test.ts' }),
};

export const guesses: Attack = {
  name: 'guesses',
  inVersion010: 'guesses from many networks shut the owner out',
  requirement: 'of 10,000 guesses at each secret a hundred are checked at most, and the owner can sign in',
  isInShort: false,
  run: ({ checkout }) =>
    runTest({
      checkout,
      file: 'src/features/identity/brute-force.test.ts',
      env: { GUESSES: '10000' },
    }),
};
