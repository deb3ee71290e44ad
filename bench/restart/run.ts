/**
 * `npx glasshouse bench-restart`: an exchange with a million accounts and ten million journalled
 * commands, on the embedded database. Measures the start from a snapshot, the start from the
 * journal alone, and how long the event loop blocks while orders are committed and a snapshot of
 * that state is taken. ACCOUNTS and COMMANDS reduce the size. Exits non-zero above the bars.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { table } from '../report.ts';
import type { Step, StepResult } from './step.ts';

const BARS = { restartMs: 10_000, loopDelayMs: 100 };

const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-bench-restart-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));

function run(step: Step): Promise<StepResult> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'step.ts'), [step, dataDir], {
      execArgv: ['--max-old-space-size=8192'],
    });
    let result: StepResult | null = null;
    child.on('message', (message) => (result = message as StepResult));
    child.on('exit', (code) =>
      result === null ? reject(new Error(`${step} ended with ${code}`)) : resolve(result),
    );
  });
}

const built = await run('build');
const restarted = await run('restart');
const snapshot = await run('snapshot');
const replayed = await run('replay');
table(`${built['accounts']} accounts, ${built['commands']} commands in ${built['batches']} journal records`, [
  built,
  restarted,
  snapshot,
  replayed,
]);
const broken: string[] = [];
if (Number(restarted['start ms']) > BARS.restartMs)
  broken.push(`restart took ${restarted['start ms']} ms, bar ${BARS.restartMs}`);
if (Number(snapshot['loop delay max ms']) > BARS.loopDelayMs)
  broken.push(`the event loop stood still for ${snapshot['loop delay max ms']} ms, bar ${BARS.loopDelayMs}`);
if (Number(restarted['start ms']) > Number(replayed['replay ms']))
  broken.push('replaying the journal was faster than the snapshot');
console.log(broken.length === 0 ? 'All bars are met.' : broken.join('\n'));
process.exit(broken.length === 0 ? 0 : 1);
