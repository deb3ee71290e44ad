/** Asserts that a page breaks no rule of WCAG 2.2 AA, in both themes. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Colours change within a moment, and begin to once the page has been painted. */
const SETTLED_MS = 400;

export async function expectAccessible(page: Page): Promise<void> {
  for (const isDark of [true, false]) {
    await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), isDark);
    await page.waitForTimeout(SETTLED_MS);
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(told, `${page.url()} ${isDark ? 'dark' : 'light'}`).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.classList.add('dark'));
}

/** Shows the site in a language from the first page on. */
export async function speak(page: Page, language: 'en-US' | 'zh-CN'): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
}
