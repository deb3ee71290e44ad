/**
 * Sizes of pages: scripts and styles as compressed by gzip on disk.
 *
 * The budgets for JS. The first visit: /main loads at most 150 kB, /trade before its chart 230.
 * Everything that can be loaded: 300 for /trade with chart, depth and dialogs, and for the home
 * page, the quotes and the two trading pages together (/main, /market, /trade, /scontract). The
 * build's manifest is followed from the entry, the layout and the pages' routes along every static
 * and dynamic import. Other pages' routes are excluded, and so are the texts of other sections and
 * languages: none of these pages loads them. The sum of the whole site is printed without a budget.
 */
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sectionOf } from '../../apps/web/src/app/sections.ts';

export interface PageFiles {
  /** Names below dist/ of scripts and style sheets. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Size with gzip at its best level, as `vite build` writes it. Small files have no compressed copy
 * and are compressed here.
 */
export function gzipBytes(dist: string, name: string): number {
  const written = path.join(dist, `${name}.gz`);
  if (fs.existsSync(written)) return fs.statSync(written).size;
  return gzipSync(fs.readFileSync(path.join(dist, name)), { level: 9 }).length;
}

export function sumOf(dist: string, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipBytes(dist, name), 0);
}

/** A built file by its source. Imports are named by their manifest keys. */
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
const TEXTS = /^src\/(.+)\/locales\/([a-z]{2}-[A-Z]{2})\.json$/;

export class BuiltScripts {
  readonly #manifest: Manifest;

  constructor(dist: string) {
    const text = fs.readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8');
    this.#manifest = JSON.parse(text) as Manifest;
  }

  /**
   * All scripts that these pages can load in one language. Pages are named by their path, such as
   * 'trade'.
   */
  ofPages(pages: readonly string[], language: string): readonly string[] {
    const parts = new Set<string>(['shared', ...pages.flatMap((page) => sectionOf(`/${page}`)?.texts ?? [])]);
    const roots = [ENTRY, this.#route('_site'), ...pages.map((page) => this.#route(`_site.${page}`))];
    return this.#walk(roots, (key) => !key.startsWith(ROUTES) && isRead(key, language, parts));
  }

  /** The scripts that are not loaded for the chart alone. */
  beforeChart(scripts: readonly string[]): readonly string[] {
    if (this.#manifest[CHART] === undefined) throw new Error('the build has no chart of its own');
    const kept = new Set(this.#walk([ENTRY], (key) => key !== CHART));
    return scripts.filter((name) => kept.has(name));
  }

  /** All scripts of the site, optionally of one language. */
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

/** Whether a user of a language loads a file: all but the texts of other languages and parts. */
function isRead(key: string, language: string, parts?: ReadonlySet<string>): boolean {
  const [, part, own] = TEXTS.exec(key) ?? [];
  if (part === undefined) return true;
  return own === language && (parts?.has(part) ?? true);
}
