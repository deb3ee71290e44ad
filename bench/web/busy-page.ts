/** Measures a page's main thread while its market is busy. */
import type { Browser } from '@playwright/test';
import { BUSY, busyMarket } from './market-load.ts';
import { prepare, type VisitOptions } from './page-load.ts';

export interface BusyFigures {
  readonly messagesPerSecond: number;
  /** Milliseconds of main thread per second. */
  readonly mainThreadMs: number;
  readonly framesPerSecond: number;
  readonly longestTaskMs: number;
}
const SETTLE_MS = 4000;
const WATCH_MS = 15_000;

export async function busyPage(
  browser: Browser,
  options: Omit<VisitOptions, 'watchMs'>,
): Promise<BusyFigures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const market = await busyMarket(page, BUSY);
  await prepare(page, options);
  await page.goto(options.url, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLE_MS);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const [tasksBefore, sentBefore, startMs] = [await taskSeconds(), market.sent(), performance.now()];
  await page.evaluate(() => {
    globalThis.recorded.frames = 0;
    globalThis.recorded.longTasksMs = [];
  });
  await page.waitForTimeout(WATCH_MS);
  const { frames, longTasksMs } = await page.evaluate(() => globalThis.recorded);
  const seconds = (performance.now() - startMs) / 1000;
  const mainThreadMs = (((await taskSeconds()) - tasksBefore) * 1000) / seconds;
  const messagesPerSecond = (market.sent() - sentBefore) / seconds;
  market.stop();
  await context.close();
  return {
    messagesPerSecond,
    mainThreadMs,
    framesPerSecond: frames / seconds,
    longestTaskMs: Math.max(0, ...longTasksMs),
  };
}
