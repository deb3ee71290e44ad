/**
 * Goal: a page never shows a key instead of a text, and loads no texts that it does not show.
 * Method: compare the keys in the modules of a route with the parts of its section.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { flatMessages } from '@glasshouse/texts/module';
import { messagesOf, textParts } from '../../build/texts.ts';
import { SECTIONS } from './sections.ts';

const SRC = path.join(import.meta.dirname, '..');
const PART_OF = new Map(
  ['shared', ...textParts()].flatMap((part) =>
    [...flatMessages(messagesOf(part, 'en-US')).keys()].map((key) => [key, part] as const),
  ),
);
const GROUPS = new Set([...PART_OF.keys()].map((key) => key.slice(0, key.indexOf('.'))));

const modules = new Map(
  fs
    .globSync('**/*.{ts,tsx}', { cwd: SRC })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    // The lists of products are modules like others; the keys of texts and the routes are not.
    .filter((file) => !/^(texts|routeTree)\.gen\.ts$/.test(file))
    .map((file) => [file, fs.readFileSync(path.join(SRC, file), 'utf8')] as const),
);

/**
 * The files of the site that a module imports, statically or dynamically; type imports are
 * excluded.
 */
function importsOf(file: string): readonly string[] {
  const text = modules.get(file) ?? '';
  const names = [
    ...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '([^']+)'|import\('([^']+)'\)/gms),
  ];
  return names.flatMap(([, at = '', later = '']) => {
    const name = at + later;
    if (name.startsWith('#')) return [name.slice(1)];
    return name.startsWith('.') ? [path.join(path.dirname(file), name)] : [];
  });
}

function reachedFrom(root: string): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const waiting = [root]; waiting.length > 0;) {
    const file = waiting.pop() ?? '';
    if (seen.has(file) || !modules.has(file)) continue;
    seen.add(file);
    waiting.push(...importsOf(file));
  }
  return seen;
}

/** The texts that a module names. In `spot.steps.${step}.title` any word matches the step. */
function keysIn(file: string): readonly string[] {
  const literals = (modules.get(file) ?? '').matchAll(
    /'([\w-]+\.[\w.-]+)'|`([\w-]+\.(?:[\w.-]|\$\{[^}]*\})+)`/g,
  );
  return [...literals].flatMap(([, plain, template]) => {
    const named = plain ?? template ?? '';
    if (!GROUPS.has(named.slice(0, named.indexOf('.')))) return [];
    if (plain !== undefined) return PART_OF.has(plain) ? [plain] : [];
    const pattern = new RegExp(
      `^${named
        .split(/\$\{[^}]*\}/)
        .map((part) => part.replaceAll('.', '\\.'))
        .join('[\\w-]+')}$`,
    );
    return [...PART_OF.keys()].filter((key) => pattern.test(key));
  });
}

/** '/setting/safty' for '_site.setting.safty.tsx'. */
const pathOf = (route: string): string => route.slice('_site'.length, -'.tsx'.length).replaceAll('.', '/');

const SHELL = new Set(['__root.tsx', '_site.tsx'].flatMap((route) => [...reachedFrom(`routes/${route}`)]));
const partsIn = (files: Iterable<string>): ReadonlySet<string> =>
  new Set([...files].flatMap(keysIn).map((key) => PART_OF.get(key) ?? ''));

/** Loaded with the parts of the frame that appear late: a banner, the chat's panel, the search. */
const LATE_PARTS = [
  'shared/maintenance',
  'app/support',
  'app/search',
  // The names of pages, which the search opens.
  'features/api-keys',
  'features/identity',
  'features/notices',
  'features/wallet/address',
];

test('R1.4 the frame of every page shows only shared texts, and those that its late parts open', () => {
  const manifests = [...SHELL].filter((file) => file.endsWith('/section.ts'));
  assert.equal(manifests.length, new Set(manifests).size);
  assert.ok(manifests.length > 10);
  const others = [...SHELL].filter((file) => !file.endsWith('/section.ts'));
  assert.deepEqual([...partsIn(others)].sort(), ['shared', ...LATE_PARTS].sort());
});

for (const section of SECTIONS) {
  const { root, texts } = section;
  test(`R1.4 ${root} opens the texts that its pages show, and no others`, () => {
    const isDeeper = (page: string) =>
      SECTIONS.some(
        (other) => other !== section && page.startsWith(other.root) && other.root.length > root.length,
      );
    const routes = [...modules.keys()].filter((file) => {
      const page = pathOf(path.basename(file));
      return (
        file.startsWith('routes/_site') && (page === root || page.startsWith(`${root}/`)) && !isDeeper(page)
      );
    });
    const own = routes.flatMap((route) => [...reachedFrom(route)]).filter((file) => !SHELL.has(file));
    const shown = partsIn(own);
    assert.deepEqual([...shown].filter((part) => part !== 'shared').sort(), [...texts].sort());
  });
}

test('R1.4 a feature shows its own texts and shared ones, never those of another feature', () => {
  const wrong = [...modules.keys()].flatMap((file) => {
    const feature = /^features\/[^/]+/.exec(file)?.[0];
    if (feature === undefined) return [];
    return keysIn(file)
      .map((key) => ({ key, part: PART_OF.get(key) ?? '' }))
      .filter(({ part }) => !`${part}/`.startsWith(`${feature}/`) && !part.startsWith('shared'))
      .map(({ key }) => `${file}: ${key}`);
  });
  assert.deepEqual(wrong, []);
});
