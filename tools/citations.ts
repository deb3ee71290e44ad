/**
 * Citations: numbers of requirements (R1.1), decisions (D0001), invariants of a feature (spot I1)
 * and known limits (L001), where each is defined, and the tests that begin with one.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './run.ts';

export const TEST_FILE = /\.(test|spec)\.tsx?$/;

/**
 * The files of the working tree, without those that git ignores. Paths are relative to the root.
 */
export function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => file !== '' && fs.existsSync(path.join(ROOT, file)));
}

const FEATURES_FOLDER = 'docs/features';
const FEATURES = fs.readdirSync(path.join(ROOT, FEATURES_FOLDER)).map((file) => path.basename(file, '.md'));
/** `spot I1 I8` cites two invariants of one feature. */
const CITATION = String.raw`\b(?:R\d+\.\d+|D\d{4}|L\d{3}|(?:${FEATURES.join('|')})(?: I\d+)+)(?![\d-])`;

export interface Requirement {
  /** As it is cited, such as 'R1.1' or 'spot I1'. */
  readonly name: string;
  readonly text: string;
}

/** The requirements and the invariants of the features, in the order of their documents. */
export function requirements(): Requirement[] {
  return [
    ...listItems('docs/requirements.md', 'R\\d+\\.\\d+', ''),
    ...FEATURES.flatMap((name) => listItems(`${FEATURES_FOLDER}/${name}.md`, 'I\\d+', `${name} `)),
  ];
}

const LIMITS_FOLDER = 'docs/known-limits';
const NEXT_LIMIT = /The next free number is \*\*(\d+)\*\*/;

/** The known limits of all areas, in the order of their files. */
function limits(): Requirement[] {
  return fs
    .readdirSync(path.join(ROOT, LIMITS_FOLDER))
    .flatMap((file) => listItems(`${LIMITS_FOLDER}/${file}`, 'L\\d{3}', ''));
}

/** Numbers of limits that two limits have, or that the list has not given out yet. */
export function wrongLimits(): string[] {
  const page = fs.readFileSync(path.join(ROOT, LIMITS_FOLDER, 'README.md'), 'utf8');
  const next = Number(NEXT_LIMIT.exec(page)?.[1]);
  const names = limits().map(({ name }) => name);
  return [
    ...names.filter((name, at) => names.indexOf(name) < at).map((name) => `${name} is there twice`),
    ...names
      .filter((name) => !(Number(name.slice(1)) < next))
      .map((name) => `${name} is not below the next free number of its README`),
  ];
}

/** List items that begin with a number in bold, with their indented lines joined. */
function listItems(file: string, number: string, prefix: string): Requirement[] {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  const items = text.matchAll(new RegExp(String.raw`^- \*\*(${number})\*\* (.*(?:\n {2}\S.*)*)`, 'gm'));
  return [...items].map(([, name = '', words = '']) => ({
    name: prefix + name,
    text: words.replaceAll('\n  ', ' '),
  }));
}

/** Everything that can be cited. */
export function citable(): ReadonlySet<string> {
  const decisions = fs
    .readdirSync(path.join(ROOT, 'docs/decisions'))
    .map((file) => `D${file.slice(0, '0000'.length)}`);
  return new Set([...[...requirements(), ...limits()].map(({ name }) => name), ...decisions]);
}

export function citationsIn(text: string): string[] {
  return (text.match(new RegExp(CITATION, 'g')) ?? []).flatMap((citation) => {
    const [feature, ...invariants] = citation.split(' ');
    return invariants.length === 0 ? [citation] : invariants.map((number) => `${feature} ${number}`);
  });
}

export interface TestTitle {
  /** Null for a title that is not written as a literal. */
  readonly title: string | null;
  readonly line: number;
}

/** The titles of the tests that a test file declares. */
export function testTitles(text: string): TestTitle[] {
  const calls = text.matchAll(
    /(?<![.\w]|function )(?:test|it|testOnBoth)\(\s*(?:(['"`])((?:\\.|(?!\1)[^\\])*)\1)?/g,
  );
  return [...calls].map(({ 2: title, index }) => ({
    title: title ?? null,
    line: text.slice(0, index).split('\n').length,
  }));
}

/** The citations that a title begins with. */
export function leadingCitations(title: string): string[] {
  return citationsIn(new RegExp(`^(?:${CITATION} )+`).exec(title)?.[0] ?? '');
}
