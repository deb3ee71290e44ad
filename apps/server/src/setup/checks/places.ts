/** Folders: they are there, of whoever writes to them, closed to others; and the site is built. */
import fs from 'node:fs';
import path from 'node:path';
import { Findings, reasonOf, type Finding } from '../finding.ts';

const OTHERS = 0o007;
const GROUP_READS = 0o050;

export interface Place {
  /** The setting that names it. */
  readonly name: string;
  readonly folder: string;
  /** Whether a group may enter it: folders of sockets have one. */
  readonly isOfGroup?: boolean;
}

export function checkPlaces(places: readonly Place[]): readonly Finding[] {
  const findings = new Findings('folders');
  for (const place of places) {
    try {
      checkPlace(place, findings);
    } catch (error) {
      findings.failed(`${place.name}: ${reasonOf(error)}`);
    }
  }
  return findings.all;
}

function checkPlace({ name, folder, isOfGroup = false }: Place, findings: Findings): void {
  const where = path.resolve(folder);
  const stat = fs.statSync(where);
  if (!stat.isDirectory()) return findings.failed(`${name}: ${where} is no folder`);
  const open = stat.mode & (isOfGroup ? OTHERS : OTHERS | GROUP_READS);
  if (open !== 0)
    return findings.failed(`${name}: others may enter ${where}: chmod ${isOfGroup ? 'o=' : 'go='}`);
  const isRoot = process.getuid?.() === 0;
  // Root may write anywhere: then its owner has to be told apart by a person.
  if (isRoot) return findings.ok(`${name}: ${where} belongs to ${ownerOf(stat.uid)}`);
  fs.accessSync(where, fs.constants.W_OK | fs.constants.X_OK);
  return findings.ok(`${name}: ${where} can be written to`);
}

function ownerOf(uid: number): string {
  const lines = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  const entry = lines.find((line) => line.split(':')[2] === String(uid));
  return entry?.split(':')[0] ?? `user ${uid}`;
}

/** `folders`: of the site and of the back office. */
export function checkPages(folders: readonly string[]): readonly Finding[] {
  const findings = new Findings('site');
  for (const folder of folders) {
    const isBuilt = fs.existsSync(path.join(folder, 'index.html'));
    if (isBuilt) findings.ok(`${folder} is built`);
    else findings.failed(`${folder} has no index.html: npm run build`);
  }
  return findings.all;
}
