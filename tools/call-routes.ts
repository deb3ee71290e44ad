/**
 * Where the site asks each call of the protocol, as a source file that adds little to what browsers
 * load.
 */
import { CALLS, type CallName } from '@glasshouse/protocol';
import { usualPath } from '../apps/web/src/data/call-path.ts';

/** Calls under this prefix take forms, all others JSON (R7.1). */
const FORM_PREFIX = '/contract/app';

type CallOf = (typeof CALLS)[number];
type Kind = 'money' | 'get' | 'upload' | 'download';

export function callRoutesFile(): string {
  const features = [...new Set(CALLS.map(({ name }) => featureOf(name)))];
  const folders = new Map(features.map((feature) => [feature, folderOf(feature)]));
  const unusual = CALLS.map((call): [CallName, string] => [call.name, pathOf(call)]).filter(
    ([name, path]) => usualPath(folders.get(featureOf(name)) ?? '', name) !== path,
  );
  const kinds = CALLS.flatMap((call) => kindsOf(call).map((kind): [CallName, Kind] => [call.name, kind]));
  return [
    '/** Where and how calls are asked: made from the protocol by `npm run generate`, for call-route.ts. */',
    `export const FORM_PREFIX = '${FORM_PREFIX}/';`,
    constant('FOLDERS', [...folders]),
    constant('UNUSUAL_PATHS', unusual),
    constant('KINDS', kinds),
    '',
  ].join('\n');
}

const featureOf = (name: CallName): string => name.slice(0, name.indexOf('/'));
const pathOf = ({ prefixes, path }: CallOf): string => prefixes[0] + path;

/** Where most calls of a feature lie. */
function folderOf(feature: string): string {
  const counts = new Map<string, number>();
  for (const path of CALLS.filter(({ name }) => featureOf(name) === feature).map(pathOf)) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/** None or one, which is what the site knows how to ask. */
function kindsOf({ name, movesMoney, method, uploadBytesMax, download }: CallOf): Kind[] {
  const kinds: Kind[] = [
    ...(movesMoney ? (['money'] as const) : []),
    ...(method === 'GET' ? (['get'] as const) : []),
    ...(uploadBytesMax === null ? [] : (['upload'] as const)),
    ...(download === null ? [] : (['download'] as const)),
  ];
  if (kinds.length > 1) throw new Error(`the site cannot ask ${name}, which is of kinds ${kinds.join(', ')}`);
  return kinds;
}

function constant(name: string, entries: readonly (readonly [string, string])[]): string {
  const lines = entries.map(([key, value]) => `  '${key}': '${value}',`);
  return [`export const ${name} = {`, ...lines, '} as const;'].join('\n');
}
