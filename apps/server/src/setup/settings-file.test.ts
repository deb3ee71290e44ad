/**
 * Goal: the settings file holds every setting with its explanation, and its readers read it alike.
 * Method: random values through Node's parser and through a shell; systemd's rules for quotes are
 * those of the shell without replacements, which the file never needs.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { defaultOf, problemOf } from '../config.ts';
import { merged, settingsIn, withAnswers } from './answers.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';
import { quoted, readSettingsFile, settingsText, writeSettingsFile } from './settings-file.ts';

function folderOf(context: TestContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-settings-'));
  context.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('R14.2 D0047 each setting of production stands in the file with its meaning and its default', () => {
  const lines = settingsText({}).split('\n');
  for (const name of SETTING_NAMES) {
    const at = lines.findIndex((line) => line.startsWith(`#${name}=`));
    assert.equal(at === -1, SETTINGS[name].isOfDemo === true, name);
    if (at !== -1) assert.match(lines[at - 1]!, /^# \S/, name);
    assert.equal(problemOf(name, defaultOf(name)), null, `${name}: its default is refused`);
  }
});

test('R14.2 D0047 a shell and Node read the same values from the file', (context) => {
  const file = path.join(folderOf(context), 'glasshouse.env');
  const value = fc.string({
    unit: fc.constantFrom(...Array.from('aZ09 _-./:@,+=%<>#&|;~*?!"\\$`\'é中(){}[]')),
    maxLength: 30,
  });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
      const given = new Map<string, string>();
      for (const [index, one] of values.entries()) {
        try {
          given.set(`N${index}`, quoted(`N${index}`, one));
        } catch {
          assert.match(one, /'.*["\\$`]|["\\$`].*'/s, 'only what no reader agrees on is refused');
        }
      }
      fs.writeFileSync(file, [...given].map(([name, text]) => `${name}=${text}\n`).join(''));
      const names = [...given.keys()];
      const script = `. "$0"; for name in ${names.join(' ')}; do eval "printf '%s\\0' \\"\\$$name\\""; done`;
      const byShell = execFileSync('sh', ['-c', script, file], { encoding: 'utf8' }).split('\0').slice(0, -1);
      const expected = names.map((name) => values[Number(name.slice(1))]);
      assert.deepEqual(byShell, expected);
      const byNode = parseEnv(fs.readFileSync(file, 'utf8'));
      assert.deepEqual(
        names.map((name) => byNode[name]),
        expected,
      );
    }),
    { numRuns: 30 },
  );
});

test('R14.2 D0047 secrets are made once, kept when a file is replaced, and closed to others', (context) => {
  const file = path.join(folderOf(context), 'etc', 'glasshouse.env');
  const first = merged({}, settingsIn(['PUBLIC_URL=https://a.example', 'PORT=1']));
  writeSettingsFile(file, first);
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  const again = merged(readSettingsFile(file)!, settingsIn(['PUBLIC_URL=https://b.example', 'PORT=']));
  assert.equal(again.MASTER_KEY, first.MASTER_KEY);
  assert.equal(again.METRICS_TOKEN, first.METRICS_TOKEN);
  assert.deepEqual(
    [again.PUBLIC_URL, again.PORT, again.MODE],
    ['https://b.example', undefined, 'production'],
  );
  assert.notEqual(merged({}, {}).MASTER_KEY, first.MASTER_KEY);
  assert.equal(problemOf('MASTER_KEY', first.MASTER_KEY!), null);
  assert.throws(() => merged(first, { MASTER_KEY: 'another' }), /MASTER_KEY: .*would be lost/);
  assert.throws(() => settingsIn(['PUBLIC_ULR=https://a.example']), /there is no setting PUBLIC_ULR/);
});

test('R14.2 D0047 a question is asked again until its answer is a value, and only what is missing', async () => {
  const typed = ['nonsense', 'https://a.example', '', '', 'postgres://a@b/c', 'smtp://mail.example', '', ''];
  const said: string[] = [];
  const answers = await withAnswers(
    { MARKET_SOURCE: 'ccxt:okx' },
    { ask: async () => Promise.resolve(typed.shift()!), say: (line) => void said.push(line) },
  );
  assert.deepEqual(typed, []);
  assert.ok(said.includes('PUBLIC_URL: Invalid URL'));
  assert.ok(said.includes('DATABASE_URL: production needs it'));
  assert.equal(answers.PUBLIC_URL, 'https://a.example');
  assert.equal(answers.MARKET_SOURCE, 'ccxt:okx');
  assert.equal(answers.OPERATOR_URL, undefined);
});
