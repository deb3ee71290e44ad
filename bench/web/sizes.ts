/** What pages weigh: the scripts and styles that a page asks for, at the size that gzip brings them to on disk. */
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

export interface PageFiles {
  /** Names below dist/, of scripts and style sheets. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** gzip at its best level, as `vite build` writes it; small files have none written and are compressed here. */
export function gzipBytes(dist: string, name: string): number {
  const written = path.join(dist, `${name}.gz`);
  if (fs.existsSync(written)) return fs.statSync(written).size;
  return gzipSync(fs.readFileSync(path.join(dist, name)), { level: 9 }).length;
}

export function sumOf(dist: string, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipBytes(dist, name), 0);
}

export function allScripts(dist: string): string[] {
  return fs
    .readdirSync(path.join(dist, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `assets/${name}`);
}
