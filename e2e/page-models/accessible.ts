/** Asserts that a page breaks no rule of WCAG 2.2 AA. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Colours change within a moment, and begin to once the page has been painted. */
const SETTLED_MS = 400;

/** In both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const isDark of [true, false]) {
    await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), isDark);
    await page.waitForTimeout(SETTLED_MS);
    expect(await violationsOf(page, RULES), `${page.url()} ${isDark ? 'dark' : 'light'}`).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.classList.add('dark'));
}

/** Shows the site in a language from the first page on. */
export async function speak(page: Page, language: 'en-US' | 'zh-CN'): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
}

/** In the theme that is shown, by the rules of good practice too. */
export async function expectGoodPractice(page: Page): Promise<void> {
  expect(await violationsOf(page, [...RULES, 'best-practice']), page.url()).toEqual([]);
}

async function violationsOf(page: Page, rules: string[]): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
