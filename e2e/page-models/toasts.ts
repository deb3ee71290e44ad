/**
 * Records toasts. They disappear after two seconds (R8.2), which a busy machine may spend between
 * two looks at the page, so the page itself records each one. Spec files that check toasts use this
 * `test`.
 */
import { test as base, expect, type Page } from '@playwright/test';

export const test = base.extend({
  context: async ({ context }, use) => {
    await context.addInitScript(noteToasts);
    await use(context);
  },
});

/**
 * Asserts that a toast with this text was seen since the page was loaded. Each toast counts once.
 */
export async function expectToast(page: Page, text: string | RegExp, timeout?: number): Promise<void> {
  const options = { message: `a toast says ${text}`, ...(timeout && { timeout }) };
  await expect.poll(() => page.evaluate(takeToast, text), options).toBe(true);
}

type Noting = typeof globalThis & { toldByToasts?: string[] };

/** Runs in the page. */
function noteToasts(): void {
  const told: string[] = [];
  (globalThis as Noting).toldByToasts = told;
  const noted = new WeakSet<Element>();
  setInterval(() => {
    for (const line of document.querySelectorAll('[popover] [role=status], [popover] [role=alert]')) {
      if (noted.has(line) || !line.checkVisibility()) continue;
      noted.add(line);
      told.push(line.textContent ?? '');
    }
  }, 50);
}

/** Runs in the page. */
function takeToast(text: string | RegExp): boolean {
  const told = (globalThis as Noting).toldByToasts ?? [];
  const at = told.findIndex((each) => (typeof text === 'string' ? each.includes(text) : text.test(each)));
  if (at >= 0) told.splice(at, 1);
  return at >= 0;
}
