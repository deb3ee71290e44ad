/// <reference lib="dom" />
/**
 * One visit of a page with an empty cache: largest paint, blocking time, layout shifts, policy
 * violations, and the loaded files.
 */
import type { Browser, Page } from '@playwright/test';
import type { PageFiles } from './sizes.ts';

export interface Visit {
  readonly lcpMs: number;
  /** Tasks of 50 ms and more. */
  readonly longTasksMs: readonly number[];
  readonly cls: number;
  readonly violations: readonly string[];
  readonly errors: readonly string[];
  readonly files: PageFiles;
}
export interface VisitOptions {
  readonly url: string;
  readonly language: string;
  readonly theme: string;
  readonly storage?: Readonly<Record<string, string>>;
  /** How long live data runs before the figures are read. */
  readonly watchMs: number;
}

export interface Recorded {
  lcpMs: number;
  cls: number;
  longTasksMs: number[];
  frames: number;
  violations: string[];
}
declare global {
  var recorded: Recorded;
}
/** Duration beyond which a task counts as blocking. */
const TASK_MS = 50;

/** The total blocking time, on a machine that is so many times slower than that of the bars. */
export const blockingMs = (longTasksMs: readonly number[], slowness: number): number =>
  longTasksMs.reduce((sum, ms) => sum + Math.max(0, ms / slowness - TASK_MS), 0);

export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const files = { scripts: new Set<string>(), styles: new Set<string>() };
  const errors: string[] = [];
  page.on('response', (response) => {
    const name = /\/pc\/(assets\/.+)$/.exec(response.url())?.[1];
    if (name?.endsWith('.js')) files.scripts.add(name);
    if (name?.endsWith('.css')) files.styles.add(name);
  });
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await prepare(page, options);
  await page.goto(options.url, { waitUntil: 'load' });
  await page.waitForTimeout(options.watchMs);
  const { lcpMs, longTasksMs, cls, violations } = await page.evaluate(() => globalThis.recorded);
  await context.close();
  return {
    lcpMs,
    longTasksMs,
    cls,
    violations,
    errors,
    files: { scripts: [...files.scripts], styles: [...files.styles] },
  };
}

/** Sets the storage before the page's own scripts run, and installs the observers. */
export async function prepare(
  page: Page,
  { language, theme, storage = {} }: Pick<VisitOptions, 'language' | 'theme' | 'storage'>,
): Promise<void> {
  const remembered = { 'User-Lang': language, theme, ...storage };
  await page.addInitScript((values: Readonly<Record<string, string>>) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, remembered);
  await page.addInitScript(record);
}

/** Runs in the page. */
function record(): void {
  const found: Recorded = { lcpMs: 0, cls: 0, longTasksMs: [], frames: 0, violations: [] };
  globalThis.recorded = found;
  const observe = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
      type: type as 'longtask',
      buffered: true,
    });
  observe('largest-contentful-paint', (entry) => (found.lcpMs = entry.startTime));
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) found.cls += shift.value;
  });
  observe('longtask', (entry) => found.longTasksMs.push(entry.duration));
  document.addEventListener('securitypolicyviolation', (event) =>
    found.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  const frame = () => {
    found.frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
