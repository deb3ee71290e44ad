/**
 * Runs the Lighthouse command on a page. It is no dependency: npm fetches this version when the
 * bench needs it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../../tools/run.ts';

const VERSION = '13.5.0';
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>;

interface LighthouseOptions {
  readonly url: string;
  readonly chromium: string;
  readonly folder: string;
}
/** Returns scores of 0 to 100, or a text with the reason why there are none. */
export async function lighthouse({ url, chromium, folder }: LighthouseOptions): Promise<Scores | string> {
  const report = path.join(folder, `lighthouse-${url.replace(/\W+/g, '-')}.json`);
  const command = [
    'npm',
    'exec',
    '--yes',
    `--package=lighthouse@${VERSION}`,
    '--',
    'lighthouse',
    url,
    '--quiet',
    '--preset=desktop',
    '--output=json',
    `--output-path=${report}`,
    '--chrome-flags=--headless --no-sandbox --disable-gpu',
  ];
  const ran = await run('lighthouse', command, { CHROME_PATH: chromium });
  if (ran.code !== 0 || !fs.existsSync(report)) return `did not run: ${ran.output.trim().slice(-300)}`;
  const { categories } = JSON.parse(fs.readFileSync(report, 'utf8')) as {
    categories: Record<string, { score: number | null }>;
  };
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  return Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])) as Scores;
}
