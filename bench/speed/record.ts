/**
 * docs/generated/speed.md: the figures of each release in multiples. `npx glasshouse speed --write`
 * measures a row; `npm run generate` writes the words around the rows and cannot make one.
 */
import { FIGURE_NAMES, FIGURES, UNITS, type Figure, type Unit } from './figures.ts';
import { compareVersions } from './last-release.ts';

export const RECORD = 'docs/generated/speed.md';

export interface Row {
  readonly version: string;
  /** Of the measurement, such as 2026-12-01. */
  readonly date: string;
  /** In the order of FIGURE_NAMES; null was not measured. */
  readonly multiples: readonly (number | null)[];
}

const ROW = /^\| (\d+\.\d+\.\d+) +\| (\d{4}-\d{2}-\d{2}) +\|(.*)\|$/;

/** Throws for a row that does not have all figures. */
export function rowsOf(document: string): Row[] {
  return document.split('\n').flatMap((line) => {
    const [, version, date, rest] = ROW.exec(line) ?? [];
    if (version === undefined || date === undefined || rest === undefined) return [];
    const cells = rest.split('|').map((cell) => cell.trim());
    const multiples = cells.map((cell) => (cell === '' ? null : Number(cell)));
    if (cells.length !== FIGURE_NAMES.length || multiples.some((each) => Number.isNaN(each)))
      throw new Error(`${RECORD}: the row of ${version} does not have its ${FIGURE_NAMES.length} figures`);
    return [{ version, date, multiples }];
  });
}

/** Adds a row, or replaces the one of its version. */
export function withRow(rows: readonly Row[], row: Row): Row[] {
  return [...rows.filter(({ version }) => version !== row.version), row];
}

/** The newest release first. */
export function speedDocument(rows: readonly Row[]): string {
  const sorted = rows.toSorted((a, b) => compareVersions(b.version, a.version));
  return [
    '# Speed, release by release',
    '',
    'Multiples of something simple that the same run measured: smaller is better. A row is measured',
    'by `npx glasshouse speed --write` before its release; the check of generated files holds the',
    'words and the form of this file, and cannot measure. Two rows were measured apart from each',
    'other: the nightly run compares a commit with the last release in the same run.',
    '',
    ...Object.keys(UNITS).flatMap((unit) => unitLines(unit as Unit)),
    '',
    `| version | measured | ${FIGURE_NAMES.join(' | ')} |`,
    `|---|---|${'---:|'.repeat(FIGURE_NAMES.length)}`,
    ...sorted.map(rowLine),
    '',
  ].join('\n');
}

/** Four digits are more than two runs agree in. */
export function multipleText(multiple: number | null): string {
  return multiple === null ? '' : String(Number(multiple.toPrecision(3)));
}

function unitLines(unit: Unit): string[] {
  const names = FIGURE_NAMES.filter((name) => FIGURES[name].unit === unit);
  const figure = (name: Figure): string => `  - \`${name}\`: ${FIGURES[name].what}`;
  return [`- Of the ${UNITS[unit]}:`, ...names.map(figure)];
}

function rowLine({ version, date, multiples }: Row): string {
  return `| ${version} | ${date} | ${multiples.map(multipleText).join(' | ')} |`;
}
