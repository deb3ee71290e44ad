/** R14.3: the program of the operating commands, over its whole table. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { nearestTo } from './help.ts';
import { planOf } from './plan.ts';
import { COMMANDS } from './table/index.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const PROGRAM = path.join(import.meta.dirname, 'glasshouse.ts');

function run(...args: readonly string[]) {
  return spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
}

test('R14.3 each command of the table has its module and its document, and one name', () => {
  for (const { name, module, document, usage } of COMMANDS) {
    assert.ok(fs.existsSync(path.join(ROOT, module)), `${name}: ${module}`);
    if (document !== undefined) assert.ok(fs.existsSync(path.join(ROOT, document)), `${name}: ${document}`);
    assert.ok(usage.length > 0, name);
  }
  assert.equal(new Set(COMMANDS.map(({ name }) => name)).size, COMMANDS.length);
});

test('R14.3 --help answers for each command, wherever it stands, and starts none', () => {
  for (const { name, usage } of COMMANDS) {
    for (const asked of [
      ['help', name],
      [name, '--help'],
      [name, 'list', '-h'],
      ['--help', name],
    ]) {
      const plan = planOf(asked);
      assert.ok('text' in plan, asked.join(' '));
      assert.equal(plan.isMistake, false);
      for (const rest of usage) assert.ok(plan.text.includes(`npx glasshouse ${name} ${rest}`.trimEnd()));
    }
  }
});

test('R14.3 a command gets its arguments as they were typed', () => {
  const plan = planOf(['withdrawals', 'show', '7']);
  assert.ok('command' in plan);
  assert.equal(plan.command.name, 'withdrawals');
  assert.deepEqual(plan.args, ['show', '7']);
});

test('R14.3 without arguments the program lists all commands', () => {
  const { status, stdout } = run();
  assert.equal(status, 0);
  const lines = stdout.split('\n');
  for (const { name, summary } of COMMANDS)
    assert.ok(
      lines.some((line) => line.startsWith(`  ${name} `) && line.endsWith(`  ${summary}`)),
      name,
    );
});

test('R14.3 help of a process that would run for ever ends with exit code 0', () => {
  const { status, stdout } = run('chain-signer', '--help');
  assert.equal(status, 0);
  assert.match(stdout, /npx glasshouse chain-signer/);
});

test('R14.3 an unknown command is refused with the nearest one', () => {
  assert.equal(nearestTo('withdrawal').name, 'withdrawals');
  assert.equal(nearestTo('bench-cor').name, 'bench-core');
  const { status, stdout, stderr } = run('treasurey');
  assert.equal(status, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /no command treasurey\. Did you mean treasury\?/);
});

test('R14.3 an act without the name of who does it says that the name is missing', () => {
  const acts = [
    ['markets', 'halt', 'ETH/BTC'],
    ['networks', 'set', 'BTC', 'BTC', 'withdrawals', 'closed'],
    ['parameters', 'set', 'claim_withdrawal_hours', '3'],
    ['brand', 'set', 'name', 'Nova'],
  ];
  for (const act of acts) {
    const { status, stderr } = run(...act);
    assert.equal(status, 2);
    assert.match(stderr, /^--by NAME must say who does it/);
  }
});

test('R14.3 a command that is called otherwise prints its usage', () => {
  const { status, stderr } = run('kyc', 'perhaps');
  assert.equal(status, 2);
  assert.match(stderr, /npx glasshouse kyc show CASE --by NAME --to FOLDER/);
});
