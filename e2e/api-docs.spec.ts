/**
 * Goal: the page for programs works in a browser without scripts, in both languages and themes, for
 * everybody. Method: real Chromium against a real server, with and without scripts; axe.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from './shared-server.ts';

const WORDS = {
  en: { lang: 'en', title: 'The API', other: '中文', document: 'OpenAPI document', scheme: 'light' },
  zh: { lang: 'zh-CN', title: 'API 文档', other: 'English', document: 'OpenAPI 文档', scheme: 'dark' },
} as const;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

for (const language of ['en', 'zh'] as const) {
  const words = WORDS[language];
  const other = WORDS[language === 'en' ? 'zh' : 'en'];

  test(`R7.8 R13.5 the page for programs needs no script: its language, contents and links, ${language}`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: words.lang });
    const page = await context.newPage();
    await page.goto(`${server.url}/docs/api`);
    await expect(page.locator('html')).toHaveAttribute('lang', words.lang);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
    const call = page.locator('article[id="spot/place-order"]');
    await expect(call).toContainText('/spot/placeOrder');
    await expect(call).not.toBeInViewport();
    await page.getByRole('navigation').locator('a[href="#spot/place-order"]').click();
    await expect(call).toBeInViewport();
    await page.getByRole('link', { name: words.other }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.title);
    await page.getByRole('link', { name: other.document }).click();
    await expect(page.locator('body')).toContainText('"openapi"');
    await context.close();
  });

  test(`R13.5 the page for programs: axe, its policy, and no width that cuts it, ${language}`, async ({
    page,
    server,
  }) => {
    const told: string[] = [];
    page.on('console', (message) => told.push(message.text()));
    page.on('pageerror', (error) => told.push(error.message));
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`${violatedDirective} ${blockedURI}`),
      ),
    );
    await page.emulateMedia({ colorScheme: words.scheme });
    await page.goto(`${server.url}/docs/api?lang=${language}`);
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${String(nodes[0]?.target)}`)).toEqual([]);
    for (const width of [1300, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
    expect(told).toEqual([]);
  });
}
