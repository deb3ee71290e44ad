/**
 * Finds Chromium, PostgreSQL, GnuPG and a node of Litecoin on the machine; installs Debian's
 * packages if they are missing and that is allowed.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

interface Prerequisite {
  readonly name: string;
  readonly packages: readonly string[];
  readonly find: () => string | null;
}

/** Its build without windows first: tests of pages take a quarter less time than in the other. */
const CHROMIUM: Prerequisite = {
  name: 'Chromium',
  packages: ['chromium-headless-shell', 'fonts-noto-cjk'],
  find: () =>
    process.env['CHROMIUM'] ??
    onPath([
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ]),
};

const POSTGRES: Prerequisite = { name: 'PostgreSQL', packages: ['postgresql'], find: () => postgresServer() };

const LITECOIN: Prerequisite = {
  name: 'a node of Litecoin',
  packages: ['litecoind'],
  find: () => process.env['LITECOIND'] ?? onPath(['litecoind']),
};

/** Encrypts backups. */
const GNUPG: Prerequisite = { name: 'GnuPG', packages: ['gnupg'], find: () => onPath(['gpg']) };

/**
 * Returns the paths of the programs. Exits with instructions if one can neither be found nor
 * installed.
 */
export function requirePrerequisites(): { chromium: string; postgres: string; litecoin: string } {
  require(GNUPG);
  return { chromium: require(CHROMIUM), postgres: require(POSTGRES), litecoin: require(LITECOIN) };
}

export function requireChromium(): string {
  return require(CHROMIUM);
}

export function requireLitecoin(): string {
  return require(LITECOIN);
}

function require(wanted: Prerequisite): string {
  const found = wanted.find();
  if (found !== null) return found;
  const install = `apt-get install -y --no-install-recommends ${wanted.packages.join(' ')}`;
  if (process.getuid?.() !== 0 || onPath(['apt-get']) === null) {
    console.error(
      `The tests need ${wanted.name}, which is not on this machine. Install it (on Debian: sudo ${install}) and run the tests again.`,
    );
    process.exit(1);
  }
  console.log(`${wanted.name} is missing: installing Debian's ${wanted.packages.join(', ')}`);
  for (const command of ['apt-get update -qq', install]) {
    const { status } = spawnSync('sh', ['-c', command], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) {
      console.error(`'${command}' failed: install ${wanted.name} by hand and run the tests again.`);
      process.exit(1);
    }
  }
  const installed = wanted.find();
  if (installed !== null) return installed;
  console.error(`${wanted.name} was installed but cannot be found.`);
  process.exit(1);
}

function onPath(names: readonly string[]): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      if (fs.existsSync(file)) return file;
    }
  }
  return null;
}

const POSTGRES_FOLDER = '/usr/lib/postgresql';

/** The newest server of version 15 or later. */
function postgresServer(): string | null {
  const versions = fs.existsSync(POSTGRES_FOLDER) ? fs.readdirSync(POSTGRES_FOLDER) : [];
  const newest = versions
    .map(Number)
    .filter((version) => version >= 15)
    .toSorted((a, b) => b - a)
    .map((version) => path.join(POSTGRES_FOLDER, String(version), 'bin', 'initdb'))
    .find((file) => fs.existsSync(file));
  return newest ?? onPath(['initdb']);
}
