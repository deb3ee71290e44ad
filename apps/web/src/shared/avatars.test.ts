/** Goal: each avatar that can be chosen is drawn. Method: compare the names with the files. */
import { AVATARS } from '@glasshouse/protocol/identity/avatars';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const FOLDER = path.join(import.meta.dirname, '../../public/avatars');

test('R3.2 every avatar has its drawing, and every drawing can be chosen', () => {
  const drawn = fs.readdirSync(FOLDER).map((file) => path.basename(file, '.svg'));
  assert.deepEqual(drawn.toSorted(), AVATARS.toSorted());
});
