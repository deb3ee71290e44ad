/**
 * Writes the page that a proxy serves while the server is down: one self-contained file in both
 * languages and themes, with a text for announced maintenance and one for an unexpected stop.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { houseSvg, LOGO } from './house-svg.ts';
import { SCRIPT, STYLE, WORDS, type MaintenanceWords } from './maintenance-words.ts';

const TOKENS = path.join(import.meta.dirname, '../../../packages/ui/src/tokens.css');
/** Outside the site's folder, because the site's pages forbid inline scripts. */
const FILE = path.join(import.meta.dirname, '../maintenance/dist/maintenance.html');

export const maintenancePage: Plugin = {
  name: 'maintenance-page',
  apply: 'build',
  async writeBundle() {
    await mkdir(path.dirname(FILE), { recursive: true });
    await writeFile(FILE, pageOf(await readFile(TOKENS, 'utf8')));
  },
};

/** One rule of the design tokens, copied into the page, which loads no style sheet. */
function rule(tokens: string, selector: string): string {
  const found = new RegExp(`(?:^|\\n) *${selector.replace('.', '\\.')} \\{([^}]*)\\}`).exec(tokens)?.[1];
  if (found === undefined) throw new Error(`the tokens have no rule ${selector}`);
  return `${selector}{${found.replace(/\s+/g, ' ').trim()}}`;
}

/**
 * The page as HTML. The operator's command marks it as announced and fills in the time
 * (`data-until`).
 */
function pageOf(tokens: string): string {
  const colours = [':root', '.dark', '.house', '.dark .house'].map((name) => rule(tokens, name)).join('\n');
  return [
    '<!doctype html>',
    '<html lang="en" class="dark" data-until="">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex"><meta name="theme-color" content="#009dd9">',
    '<noscript><meta http-equiv="refresh" content="30"></noscript>',
    '<title>Glasshouse</title>',
    `<style>${colours}\n${STYLE}</style></head>`,
    '<body>',
    `<header>${LOGO}<span class="brand">Glasshouse</span><span class="end">`,
    '<button type="button" id="language" lang="zh-Hans">简体中文</button>',
    '</span></header>',
    `<main>${houseSvg()}${WORDS.map(section).join('')}</main>`,
    `<script>${SCRIPT}</script>`,
    '</body></html>\n',
  ].join('\n');
}

function section({ language, isPlanned, title, lead, name, facts, again, auto }: MaintenanceWords): string {
  const rows = facts.map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`).join('');
  return `
<section lang="${language}" data-planned="${isPlanned}">
<p class="name">${name}</p><h1>${title}</h1><p class="lead">${lead}</p><dl>${rows}</dl>
<p class="acts"><a class="button" href="">${again}</a> <span class="auto">${auto}</span></p>
</section>`;
}
