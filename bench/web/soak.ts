/**
 * `npx glasshouse bench-soak`: keeps the trading page open for MINUTES (20 by default) in a busy
 * market of 50 messages per second and uses it: pairs, timeframes, layouts, orders placed and
 * cancelled. Prints the heap after a collection every minute. Exits non-zero if its trend over the
 * second half exceeds GROWTH_MAX_MB per hour, or on any error in the console.
 */
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { beginAs } from '../../e2e/page-models/site.ts';
import { TestServer } from '../../e2e/server.ts';
import { CHROMIUM_ARGS } from '../../playwright.config.ts';
import { buildWeb } from '../../tools/build-web.ts';
import { requireChromium } from '../../tools/prerequisites.ts';
import { BUSY, busyMarket } from './market-load.ts';

const MINUTES = Number(process.env['MINUTES'] ?? 20);
/** A megabyte in ten minutes would add 150 MB per tab and day. The limit must stay well below. */
const GROWTH_MAX_MB = 6;
const MB = 1024 * 1024;
const STEP_MS = 10_000;
const STEPS_A_MINUTE = 60_000 / STEP_MS;

await buildWeb(() => console.log('Building the site'));
const server = await TestServer.start();
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
const errors: string[] = [];
const heaps: number[] = [];
try {
  const session = await server.register({ email: 'soak@example.com', password: 'Lighthouse-7' });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await beginAs(context, session);
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  const market = await busyMarket(page, BUSY);
  await page.goto(`${server.url}/pc/trade`);
  const devtools = await context.newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  for (let step = 1; step <= MINUTES * STEPS_A_MINUTE; step++) {
    await use(page, step);
    await page.waitForTimeout(STEP_MS);
    if (step % STEPS_A_MINUTE === 0) await report(devtools, step / STEPS_A_MINUTE, market.sent());
  }
  market.stop();
} finally {
  await browser.close();
  await server.stop();
}
const growth = megabytesAnHour(heaps.slice(Math.floor(heaps.length / 2)));
console.log(`heap in the second half: ${growth.toFixed(2)} MB an hour (at most ${GROWTH_MAX_MB})`);
console.log(`errors in the console: ${errors.length}`);
for (const error of errors.slice(0, 10)) console.log(`✖ ${error}`);
if (growth > GROWTH_MAX_MB || errors.length > 0) process.exit(1);

/** Occasional actions of a trader. */
async function use(page: Page, step: number): Promise<void> {
  const names = ['1M', '5M', '15M', '30M', '1D'];
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
  if (step % 6 === 1) await press(names[((step / 6) % names.length) | 0] ?? '1M');
  if (step % 6 === 2) await press('Depth');
  if (step % 6 === 3) await press('Chart');
  if (step % 6 === 4) {
    const form = page.getByRole('region', { name: 'Order form' });
    await form.getByLabel('Price', { exact: true }).fill('70000');
    await form.getByLabel('Amount', { exact: true }).fill('0.001');
    await form.getByRole('button', { name: 'Buy BTC' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Place order' }).click();
  }
  if (step % 6 === 5) await page.getByRole('button', { name: 'Cancel', exact: true }).first().click();
  if (step % 12 === 0) await press('Compact, 5 levels');
  if (step % 12 === 6) await press('Both sides');
}

async function report(devtools: CDPSession, minute: number, sent: number): Promise<void> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  heaps.push(usedSize / MB);
  console.log(
    `minute ${minute}: ${(usedSize / MB).toFixed(2)} MB, ${sent} messages, ${errors.length} errors`,
  );
}

/** The slope of a linear fit through one figure per minute. */
function megabytesAnHour(figures: readonly number[]): number {
  const n = figures.length;
  const middle = (n - 1) / 2;
  const mean = figures.reduce((sum, one) => sum + one, 0) / n;
  const rise = figures.reduce((sum, one, i) => sum + (i - middle) * (one - mean), 0);
  const run = figures.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return run === 0 ? 0 : (rise / run) * 60;
}
