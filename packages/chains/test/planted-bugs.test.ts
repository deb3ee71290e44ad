/**
 * Goal: every planted bug of the rig fits the sources of today, once, so that none is passed over
 * in silence when code moves. Method: the texts that the bugs replace.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { PLANTED_BUGS } from './planted-bugs.ts';

const ROOT = path.join(import.meta.dirname, '..');

test('D0028 D0032 D0034 every planted bug of paying fits the sources of today, once', () => {
  assert.ok(PLANTED_BUGS.length > 0);
  for (const { name, changes } of PLANTED_BUGS) {
    const texts = new Map<string, string>();
    for (const { file, from, to } of changes) {
      const text = texts.get(file) ?? fs.readFileSync(path.join(ROOT, file), 'utf8');
      assert.equal(text.split(from).length - 1, 1, `${name}: ${file}`);
      texts.set(file, text.replace(from, to));
    }
  }
});
