/**
 * What pages weigh: scripts and styles at the size that gzip brings them to on disk.
 *
 * How the bar for JS is read. What a first visit asks for: /main has 150 kB, /trade before its chart 230. What can be loaded at all: /trade has
 * 300, with chart, depth and dialogs, and so have the four pages of the desk together, /main, /market, /trade and /scontract. It is walked in
 * the build's own manifest, from the entry, the layout and the pages' routes along every static and dynamic import; only other pages' routes
 * and other languages are left out, since one person reads one. The whole site is no page: its sum is printed without a bar.
 */
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

/** A built file, by its source; what it imports is named by their keys. */
interface Built {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
type Manifest = Readonly<Record<string, Built>>;
const ENTRY = 'index.html';
const ROUTES = 'src/routes/';
const SPLIT = '.tsx?tsr-split=component';
const CHART = 'src/shared/chart/KlineChart.tsx';
const TEXTS = /^src\/locales\/(?:\w+\.)?([a-z]{2}-[A-Z]{2})\.json$/;

export class BuiltScripts {
  readonly #manifest: Manifest;

  constructor(dist: string) {
    const text = fs.readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8');
    this.#manifest = JSON.parse(text) as Manifest;
  }

  /** All scripts that these pages can load in one language; pages are named by their path, such as 'trade'. */
  ofPages(pages: readonly string[], language: string): readonly string[] {
    const roots = [ENTRY, this.#route('_site'), ...pages.map((page) => this.#route(`_site.${page}`))];
    return this.#walk(roots, (key) => !key.startsWith(ROUTES) && isRead(key, language));
  }

  /** Those of the scripts that do not come for the chart alone. */
  beforeChart(scripts: readonly string[]): readonly string[] {
    if (this.#manifest[CHART] === undefined) throw new Error('the build has no chart of its own');
    const kept = new Set(this.#walk([ENTRY], (key) => key !== CHART));
    return scripts.filter((name) => kept.has(name));
  }

  /** All scripts of the site; in one language where it is given. */
  ofSite(language?: string): readonly string[] {
    return this.#walk([ENTRY], (key) => language === undefined || isRead(key, language));
  }

  #route(name: string): string {
    const key = `${ROUTES}${name}${SPLIT}`;
    if (this.#manifest[key] === undefined) throw new Error(`the build has no route ${name}`);
    return key;
  }

  #walk(roots: readonly string[], isFollowed: (key: string) => boolean): readonly string[] {
    const seen = new Set<string>();
    const waiting = [...roots];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      if (seen.has(key)) continue;
      seen.add(key);
      const { imports = [], dynamicImports = [] } = this.#built(key);
      waiting.push(...imports, ...dynamicImports.filter(isFollowed));
    }
    return [...new Set([...seen].map((key) => this.#built(key).file))].filter((name) => name.endsWith('.js'));
  }

  #built(key: string): Built {
    const built = this.#manifest[key];
    if (built === undefined) throw new Error(`the build has no ${key}`);
    return built;
  }
}

/** Whether somebody who reads a language loads it: all but the texts of others. */
function isRead(key: string, language: string): boolean {
  const own = TEXTS.exec(key)?.[1];
  return own === undefined || own === language;
}
