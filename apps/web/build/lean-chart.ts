/**
 * Removes the chart library's indicators and drawings that the site does not offer, and what its
 * charts have none of: shapes of icons, themes of the library, axes that are not linear. The
 * library registers all of them, so tree-shaking removes none. Fails if the library has changed its
 * lists.
 */
import type { Plugin } from 'vite';
import { LIBRARY_TOOLS } from '../src/shared/chart/draw-tools.ts';
import { MAIN_INDICATORS, PANE_INDICATORS } from '../src/shared/chart/indicators.ts';

const LIBRARY = /node_modules\/klinecharts\/dist\/index\.esm\.js$/;

interface Kind {
  readonly what: string;
  /** The name of the variable with the library's list. */
  readonly list: string;
  readonly offered: ReadonlySet<string>;
}
const KINDS: readonly Kind[] = [
  {
    what: 'indicator',
    list: 'extensions$2',
    offered: new Set<string>([...MAIN_INDICATORS, ...PANE_INDICATORS]),
  },
  {
    what: 'shape',
    list: 'extensions$1',
    offered: new Set(['circle', 'line', 'polygon', 'rect', 'text']),
  },
  { what: 'drawing', list: 'extensions', offered: new Set<string>(LIBRARY_TOOLS) },
];

/** The same of records. */
const RECORDS: readonly Kind[] = [
  { what: 'theme', list: 'styles', offered: new Set() },
  { what: 'axis', list: 'yAxises', offered: new Set(['normal']) },
];

export const leanChart: Plugin = {
  name: 'lean-chart',
  apply: 'build',
  transform: {
    filter: { id: LIBRARY },
    handler: (code) => ({
      code: withShortNames(RECORDS.reduce(withEntries, KINDS.reduce(withOffered, code))),
      map: null,
    }),
  },
};

function withOffered(code: string, { what, list, offered }: Kind): string {
  const listed = new RegExp(String.raw`var ${list.replace('$', String.raw`\$`)} = \[([\w\s,]+)\];`);
  const [whole, names = ''] = listed.exec(code) ?? [];
  if (whole === undefined) throw new Error(`klinecharts has no list of ${what}s where it was`);
  const found = new Set<string>();
  const kept = names.split(',').filter((variable) => {
    const name = new RegExp(String.raw`^var ${variable.trim()} = \{\s+name: '(\w+)'`, 'm').exec(code)?.[1];
    if (name === undefined) throw new Error(`klinecharts has no ${what} ${variable.trim()}`);
    if (offered.has(name)) found.add(name);
    return offered.has(name);
  });
  const missing = [...offered].filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`klinecharts has no ${what} ${missing.join(', ')}`);
  // Replaces by a function, because '$' is special in replacement strings.
  return code.replace(whole, () => `var ${list} = [${kept.join(',')}];`);
}

function withEntries(code: string, { what, list, offered }: Kind): string {
  const [whole, body = ''] = new RegExp(String.raw`^var ${list} = \{\n([^{}]+)\n\};`, 'm').exec(code) ?? [];
  if (whole === undefined) throw new Error(`klinecharts has no record of each ${what} where it was`);
  const kept = body.split('\n').filter((line) => offered.has(/^\s+(\w+): /.exec(line)?.[1] ?? ''));
  if (kept.length < offered.size) throw new Error(`klinecharts lacks a ${what}`);
  return code.replace(whole, () => `var ${list} = {\n${kept.join('\n')}\n};`);
}

/** Its private members are all called `_something`, and nobody else reads them. */
function withShortNames(code: string): string {
  const names = new Map<string, string>();
  return code.replaceAll(/(?<=\.|\{ )_[a-z]\w+\b/g, (name) => {
    const short = names.get(name) ?? `_${names.size.toString(36)}`;
    names.set(name, short);
    return short;
  });
}
