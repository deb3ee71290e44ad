/**
 * `node tools/lock.ts`: completes package-lock.json after `npm install`. npm omits binaries for
 * other platforms that a registry mirror lacks, and `npm ci` then rejects the file. Their versions
 * are known from the packages that depend on them; they are not fetched here.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './run.ts';

interface Locked {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

const FILE = path.join(ROOT, 'package-lock.json');
const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
];
const PROCESSORS: Readonly<Record<string, string>> = {
  arm64: 'arm64',
  arm: 'arm',
  x64: 'x64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  ppc64le: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  wasm32: 'wasm32',
};

const lock = JSON.parse(fs.readFileSync(FILE, 'utf8')) as { packages: Record<string, Locked> };
let added = 0;
for (const holder of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(holder.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key] !== undefined || !/^\d/.test(version)) continue;
    lock.packages[key] = {
      version,
      ...platformOf(name),
      ...(holder.dev ? { dev: true } : {}),
      optional: true,
    };
    added++;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
fs.writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to package-lock.json`);

/** From a name such as '@swc/core-linux-arm-gnueabihf'. */
function platformOf(name: string): Pick<Locked, 'os' | 'cpu'> {
  const parts = name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => parts.includes(system));
  const cpu = Object.keys(PROCESSORS)
    .filter((processor) => parts.includes(processor))
    .map((processor) => PROCESSORS[processor]!);
  if (os.length === 0 && cpu.length === 0) throw new Error(`${name} names no platform`);
  return { ...(cpu.length > 0 ? { cpu } : {}), ...(os.length > 0 ? { os } : {}) };
}
