/**
 * A backup of an installation while it runs: PostgreSQL's own dump, then the folders, each
 * encrypted by gpg to a public key while it is written. Nothing but public ticks is ever
 * on the disk in the clear, and the machine cannot read it again (D0047).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';

export interface BackupParts {
  /** Where the folder of this backup is made. */
  readonly to: string;
  /** A file with the public key of who may read it. */
  readonly recipientFile: string;
  readonly databaseUrl: string;
  /** With the feed's log, which is a database too. */
  readonly feedFolder: string;
  /** Folders and files beside the database; those that are not there are left out. */
  readonly sources: readonly string[];
  readonly nowMs: number;
}

/** Of a folder: what a restored server makes anew, and the seed, which has its own copies. */
const LEFT_OUT = ['*.sock', '*.lock', '*.lock-journal', '*.sqlite', '*.sqlite-*', 'seed'] as const;
/** tar's code for a file that grew while it was read: logs do. */
const TAR_CHANGED = 1;
/** The key is the one that is named, and nothing is kept of it. */
const GPG = ['--batch', '--quiet', '--no-autostart', '--trust-model', 'always'] as const;
const UNFINISHED = '.unfinished';
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** In the folder of a backup, beside the log of ticks. */
const BACKUP_FILES = {
  database: 'database.dump.gpg',
  folders: 'folders.tar.gpg',
  sums: 'SHA256SUMS',
} as const;

/** Returns its folder, which has its name only once it is whole. */
export async function backUp(parts: BackupParts): Promise<string> {
  const folder = path.resolve(parts.to, nameOf(parts.nowMs));
  const unfinished = folder + UNFINISHED;
  fs.mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  try {
    await fill(unfinished, parts);
    fs.renameSync(unfinished, folder);
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

async function fill(folder: string, parts: BackupParts): Promise<void> {
  const { recipientFile, feedFolder } = parts;
  const made: string[] = [];
  const add = async (name: string, program: Program): Promise<void> => {
    const out = path.join(folder, name);
    await encrypt(program, { out, recipientFile });
    made.push(await sumOf(out));
  };
  // What a row of the dump names is there afterwards, and the records of ticks and of what was
  // signed may be newer than the database, but never older.
  await add(BACKUP_FILES.database, dumping(parts.databaseUrl));
  for (const file of fs.globSync('*.sqlite', { cwd: feedFolder }))
    await withCopy(path.join(feedFolder, file), folder, async (copy) => add(`${file}.gpg`, reading(copy)));
  await add(BACKUP_FILES.folders, packing(parts.sources));
  fs.writeFileSync(path.join(folder, BACKUP_FILES.sums), made.join(''), { mode: 0o600 });
}

/** Removes all whole backups but the newest; returns the removed. */
export function removeOld(to: string, keep: number): readonly string[] {
  const whole = fs
    .readdirSync(to)
    .filter((name) => NAME.test(name))
    .toSorted();
  const old = whole.slice(0, Math.max(0, whole.length - keep));
  for (const name of old) fs.rmSync(path.join(to, name), { recursive: true });
  return old;
}

const nameOf = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');

interface Program {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly isDone: (code: number | null) => boolean;
}

/** The password is no argument, which everybody on the machine could read. */
function dumping(databaseUrl: string): Program {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return {
    name: 'pg_dump',
    args: ['--format=custom', '--no-owner', '--no-privileges', `--dbname=${url.href}`],
    env: password === '' ? {} : { PGPASSWORD: password },
    isDone: (code) => code === 0,
  };
}

/** One that no writer changes; it has public ticks alone. */
export async function withCopy(
  file: string,
  folder: string,
  use: (copy: string) => Promise<void>,
): Promise<void> {
  const copy = path.join(folder, 'ticks.copy');
  try {
    await copied(file, copy);
    await use(copy);
  } finally {
    fs.rmSync(copy, { force: true });
  }
}

/**
 * Of one moment: without a transaction the copy begins anew with every tick, and one that takes
 * longer than a second never ends.
 */
async function copied(file: string, copy: string): Promise<void> {
  const log = new DatabaseSync(file, { readOnly: true });
  try {
    log.exec('begin');
    log.prepare('select count(*) from sqlite_schema').get();
    await backup(log, copy);
  } finally {
    log.close();
  }
}

const reading = (file: string): Program => ({ name: 'cat', args: [file], isDone: (code) => code === 0 });

function packing(sources: readonly string[]): Program {
  const there = [...new Set(sources.map((source) => path.resolve(source)))].filter((one) =>
    fs.existsSync(one),
  );
  const args = LEFT_OUT.map((pattern) => `--exclude=${pattern}`);
  return {
    name: 'tar',
    args: ['--create', '--absolute-names', '--warning=no-file-changed', ...args, '--', ...there],
    isDone: (code) => code === 0 || code === TAR_CHANGED,
  };
}

async function encrypt(
  program: Program,
  { out, recipientFile }: { readonly out: string; readonly recipientFile: string },
): Promise<void> {
  const home = fs.mkdtempSync(path.join(path.dirname(out), 'keyring-'));
  try {
    const source = spawn(program.name, program.args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...program.env },
    });
    const gpg = spawn(
      'gpg',
      [
        ...GPG,
        '--homedir',
        home,
        '--recipient-file',
        path.resolve(recipientFile),
        '--output',
        out,
        '--encrypt',
      ],
      { stdio: ['pipe', 'inherit', 'inherit'] },
    );
    const ends = Promise.all([
      ended(source, program.name, program.isDone),
      ended(gpg, 'gpg', (code) => code === 0),
    ]);
    const piped = pipeline(source.stdout, gpg.stdin).catch(() => undefined);
    await ends;
    await piped;
    fs.chmodSync(out, 0o600);
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function ended(child: ChildProcess, name: string, isDone: Program['isDone']): Promise<void> {
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (!isDone(code)) throw new Error(`${name} failed (${code})`);
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return `${hash.digest('hex')}  ${path.basename(file)}\n`;
}
