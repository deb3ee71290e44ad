#!/usr/bin/env node
/**
 * `npx glasshouse COMMAND`: the operating and proving commands. npx puts the project's own Node
 * first in the path, so this runs on it. Exit code of the program itself: 2 for an unknown command.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { planOf } from './plan.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

const EXIT_MISTAKE = 2;

const plan = planOf(process.argv.slice(2));
if ('text' in plan) {
  (plan.isMistake ? process.stderr : process.stdout).write(`${plan.text}\n`);
  process.exitCode = plan.isMistake ? EXIT_MISTAKE : 0;
} else {
  const file = path.join(ROOT, plan.command.module);
  // As if npm had started the file: relative names, such as DATA_DIR, begin at the root.
  process.chdir(ROOT);
  process.argv.splice(1, process.argv.length, file, ...plan.args);
  await import(pathToFileURL(file).href);
}
