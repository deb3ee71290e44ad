/**
 * Goal: pages keep their budgets of size. Method: the files that real Chromium loads, as compressed
 * on disk. `npx glasshouse bench-web` measures their speed, and what they can load later.
 */
import path from 'node:path';
import { expect } from '@playwright/test';
import { BuiltScripts, sumOf } from '../bench/web/sizes.ts';
import { test } from './shared-server.ts';

const DIST = path.resolve(import.meta.dirname, '../apps/web/dist');
const KB = 1000;
const MAIN_KB = 150;
/** After this long nothing is loaded any more, as long as nobody presses anything. */
const LOADED_MS = 3_000;

test('R14.4 the home page, the trading page before its chart, and styles keep their budgets of size', async ({
  page,
  server,
}) => {
  let files = new Set<string>();
  page.on('response', (response) => {
    const name = /\/pc\/(assets\/.+\.(?:js|css))$/.exec(response.url())?.[1];
    if (name !== undefined) files.add(name);
  });
  const load = async (name: string) => {
    files = new Set();
    await page.goto(`${server.url}/pc/${name}`);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.waitForTimeout(LOADED_MS);
    return { scripts: [...files].filter((file) => file.endsWith('.js')), all: [...files] };
  };
  const sizeOf = (names: readonly string[]) => sumOf(DIST, names) / KB;
  const main = await load('main');
  expect(main.scripts.length).toBeGreaterThan(3);
  expect(sizeOf(main.scripts)).toBeLessThanOrEqual(MAIN_KB);
  await page.context().clearCookies();
  const trade = await load('trade');
  expect(sizeOf(new BuiltScripts(DIST).beforeChart(trade.scripts))).toBeLessThanOrEqual(230);
  expect(sizeOf(trade.all.filter((name) => name.endsWith('.css')))).toBeLessThanOrEqual(15);
});
