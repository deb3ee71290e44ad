/**
 * A copy of the sources in its own folder, in which bugs can be planted: with its own workspaces
 * and this tree's packages.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
const COPIED = [
  'packages/client',
  'packages/core',
  'packages/money',
  'packages/protocol',
  'packages/texts',
  'apps/server/src',
  'apps/server/sim',
  'apps/server/test',
  // How often their tests run.
  'tools/nightly.ts',
];
const WORKSPACES = ['client', 'core', 'money', 'protocol', 'texts'];

/** Removed when the process ends. */
export function makeTree(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-mutations-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  for (const name of COPIED) fs.cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  for (const name of ['package.json', 'apps/server/package.json'])
    fs.copyFileSync(path.join(ROOT, name), path.join(folder, name));
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(path.join(modules, '@glasshouse'), { recursive: true });
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== '@glasshouse')
      fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  for (const name of WORKSPACES)
    fs.symlinkSync(path.join(folder, 'packages', name), path.join(modules, '@glasshouse', name));
  return folder;
}
