/**
 * Collects from all parts of a run what is printed at its end: the tests that failed, each with its
 * message, what a part had to leave out, and the slowest tests. Parts are other processes, so these
 * are files.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './run.ts';

const FOLDER = path.join(ROOT, 'node_modules', '.cache', 'glasshouse');
const FAILED = path.join(FOLDER, 'failed-tests.txt');
const SKIPPED = path.join(FOLDER, 'skipped-parts.txt');
const DURATIONS = path.join(FOLDER, 'test-durations.txt');
/** Enough for a counterexample and its seed. */
const MESSAGE_CHARACTERS = 2_000;

export interface Duration {
  readonly name: string;
  readonly seconds: number;
}

export function clearReport(): void {
  for (const file of [FAILED, SKIPPED, DURATIONS]) fs.rmSync(file, { force: true });
}

export function noteFailure(name: string, message: string): void {
  const indented = message.slice(0, MESSAGE_CHARACTERS).replaceAll(/^/gm, '    ');
  append(FAILED, `  ${name}\n${indented}`);
}

/** What could not be checked here, which a run that passes must not hide. */
export function noteSkipped(name: string, reason: string): void {
  append(SKIPPED, `  ${name}: ${reason}`);
}

export function noteDuration({ name, seconds }: Duration): void {
  append(DURATIONS, `${seconds.toFixed(1)} ${name}`);
}

export function failures(): string {
  return fs.existsSync(FAILED) ? fs.readFileSync(FAILED, 'utf8') : '';
}

export function skipped(): string {
  return fs.existsSync(SKIPPED) ? fs.readFileSync(SKIPPED, 'utf8') : '';
}

/** The longest first. */
export function durations(): Duration[] {
  if (!fs.existsSync(DURATIONS)) return [];
  const lines = fs.readFileSync(DURATIONS, 'utf8').trimEnd().split('\n');
  return lines
    .map((line) => ({ name: line.slice(line.indexOf(' ') + 1), seconds: parseFloat(line) }))
    .toSorted((a, b) => b.seconds - a.seconds);
}

function append(file: string, line: string): void {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.appendFileSync(file, `${line}\n`);
}
