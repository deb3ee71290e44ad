/// <reference lib="dom" />
/**
 * How fast this machine's browser is, compared with the one on which the bars were set. The bars in
 * milliseconds are of a main thread, so they mean work: a page must not miss them because the
 * machine is slow today, nor meet them because it is fast.
 */
import type { Browser } from '@playwright/test';
import { median } from '../report.ts';

/** What the fixed work took on the machine on which the bars were set. */
const REFERENCE_MS = 100;
const ROUNDS = 7;

/** Above 1 on a slower machine: so many times as long a piece of work takes. */
export async function slownessOf(browser: Browser): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // A new process with cold code each time, as a first visit has.
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    took.push(await page.evaluate(fixedWork));
    await context.close();
  }
  return median(took) / REFERENCE_MS;
}

/** Runs in the page: compiles, runs and lays out about what the first view of a page does. */
export function fixedWork(): number {
  const startMs = performance.now();
  const functions = Array.from({ length: 4000 }, (_, i) => {
    const text = `const o = { a: x + ${i}, b: 'v' + x, c: [x, ${i}] }; return o.b.length + o.c.length + o.a;`;
    // oxlint-disable-next-line typescript/no-implied-eval -- compiling is what is measured
    return new Function('x', text) as (x: number) => number;
  });
  let sum = 0;
  for (const one of functions) sum += one(sum % 7);
  const table = document.createElement('table');
  for (let row = 0; row < 400; row++) {
    const line = document.createElement('tr');
    for (let cell = 0; cell < 6; cell++) {
      const place = document.createElement('td');
      place.textContent = `${sum % 10}.${row}${cell}`;
      line.append(place);
    }
    table.append(line);
  }
  document.body.append(table);
  table.getBoundingClientRect();
  return performance.now() - startMs;
}
