/// <reference lib="dom" />
/** The time from the press on Buy to the painted row of the order, on the trading page. */
import type { Browser } from '@playwright/test';
import { median } from '../report.ts';
import { prepare, type VisitOptions } from './page-load.ts';

const PRESSES = 30;
/** Presses before those that count. */
const WARM_UP = 5;
/** Far below the market, so that the orders rest. */
const PRICE = '60000';

declare global {
  var rowShown: Promise<number>;
}

/** The median, in milliseconds. */
export async function pressToRow(browser: Browser, options: Omit<VisitOptions, 'watchMs'>): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // Without a confirmation one press sends the order.
  const storage = { ...options.storage, 'preference/trade': JSON.stringify({ limit: false }) };
  await prepare(page, { ...options, storage });
  await page.goto(options.url, { waitUntil: 'load' });
  const form = page.getByRole('region', { name: 'Order form' });
  const price = form.locator('input[name=price]');
  await price.and(page.locator(':not([value=""])')).waitFor();
  await price.fill(PRICE);
  const took: number[] = [];
  for (let press = 0; press < WARM_UP + PRESSES; press++) {
    await form.locator('input[name=amount]').fill('0.001');
    await page.evaluate(watchForRow);
    await form.locator('button[type=submit]').click();
    const ms = await page.evaluate(() => globalThis.rowShown);
    if (press >= WARM_UP) took.push(ms);
  }
  await context.close();
  return median(took);
}

/** Runs in the page: measures from the next click to the frame after the next new row. */
function watchForRow(): void {
  const panel = document.querySelector('section[aria-label="Orders"]');
  if (panel === null) throw new Error('there is no panel of orders');
  // New orders come first, and a page of the table has ten.
  const first = () => panel.querySelector('tbody tr');
  const before = first();
  globalThis.rowShown = new Promise((resolve) => {
    let pressedAt = 0;
    document.addEventListener('click', ({ timeStamp }) => (pressedAt = timeStamp), {
      capture: true,
      once: true,
    });
    const observer = new MutationObserver(() => {
      if (first() === null || first() === before) return;
      observer.disconnect();
      // The first frame draws the row, the second begins after it.
      requestAnimationFrame(() => requestAnimationFrame((now) => resolve(now - pressedAt)));
    });
    observer.observe(panel, { childList: true, subtree: true });
  });
}
