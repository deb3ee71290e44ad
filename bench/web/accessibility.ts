/** Runs axe on pages, in both themes and languages, signed in. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from '@playwright/test';
import { prepare } from './page-load.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const SETTLE_MS = 2500;

export interface AxeOptions {
  readonly urls: readonly string[];
  readonly storage: Readonly<Record<string, string>>;
}
/** Returns every violation as one line. */
export async function axeViolations(browser: Browser, { urls, storage }: AxeOptions): Promise<string[]> {
  const found: string[] = [];
  for (const language of ['en-US', 'zh-CN']) {
    for (const theme of ['dark', 'light']) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      });
      for (const url of urls) {
        const page = await context.newPage();
        await prepare(page, { language, theme, storage });
        await page.goto(url, { waitUntil: 'load' });
        await page.waitForTimeout(SETTLE_MS);
        const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
        for (const { id, nodes } of violations)
          found.push(`${url} ${language} ${theme}: ${id} ${String(nodes[0]?.target ?? '')}`);
        await page.close();
      }
      await context.close();
    }
  }
  return found;
}
