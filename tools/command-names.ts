/** Names of commands in texts: each `npx glasshouse` and `npm run` names a command that exists. */
import fs from 'node:fs';
import path from 'node:path';
import { COMMANDS } from '../apps/server/src/commands/table/index.ts';
import { ROOT } from './run.ts';

const { scripts } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const KNOWN: ReadonlySet<string> = new Set([
  ...COMMANDS.map(({ name }) => `npx glasshouse ${name}`),
  'npx glasshouse help',
  ...Object.keys(scripts).map((name) => `npm run ${name}`),
]);
/** A script of a workspace is named with `-w`. */
const NAMED = /\b(npx glasshouse|npm run) ([a-z][a-z:-]*[a-z])(?![\w:-])(?! -w)/g;

export function unknownCommandsIn(text: string): string[] {
  return [...text.matchAll(NAMED)]
    .map(([, program = '', name = '']) => `${program} ${name}`)
    .filter((named) => !KNOWN.has(named));
}
