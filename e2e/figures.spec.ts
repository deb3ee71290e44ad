/**
 * Goal: figures alone are tabular, amounts stand on their decimal point and are known exactly, and
 * pages share their widths. Method: a user who has traded, on real pages, in both languages at both
 * usual widths.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { WORDS, ordersPanel } from './page-models/site.ts';
import { test } from './shared-server.ts';

const WIDTHS = [1300, 1440];
const PAGES = [
  'trade',
  'scontract',
  'market',
  'account/assert/2',
  'account/trade',
  'account/dui',
  'setting/safty',
  'main',
];
/** The pages of lists, forms and settings, which begin where the navigation begins. */
const WIDE_PAGES = ['market', 'account/assert/2', 'account/trade', 'account/dui', 'setting/safty'];
const NAVIGATION_LEFT = 24;

for (const language of ['en-US', 'zh-CN'] as const) {
  test(
    `R5.10 R2.16 figures alone are tabular, amounts stand on their point, pages share widths, ${language}`,
    nightly('a matter of looks'),
    async ({ page, server, beginAsNew }) => {
      const { session } = await beginAsNew(language);
      const pair = { baseCoin: 'BTC', quoteCoin: 'USDT', type: 'market' };
      for (const quoteAmount of ['100', '33.7']) {
        const order = { ...pair, side: 'buy', quoteAmount };
        await server.call('/bb/app/spot/placeOrder', order, session.token);
      }
      await server.call(
        '/bb/app/spot/placeOrder',
        { ...pair, side: 'sell', amount: '0.0007' },
        session.token,
      );
      for (const path of PAGES) {
        await page.goto(`${server.url}/pc/${path}`);
        await expect(page.locator('main .num').first()).toContainText(/\d/);
        expect(await wordsInFigures(page), path).toEqual([]);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          if (WIDE_PAGES.includes(path)) expect(await contentLeft(page), path).toBe(NAVIGATION_LEFT);
        }
      }

      await page.goto(`${server.url}/pc/account/assert/2`);
      const postings = page.getByRole('table').last();
      await expect(postings.locator('tbody tr').nth(8)).toBeVisible();
      const points = await pointsOf(postings);
      expect(points.length).toBeGreaterThan(8);
      expect(Math.max(...points) - Math.min(...points)).toBeLessThan(0.5);

      await page.goto(`${server.url}/pc/trade?orders=fills`);
      const fills = ordersPanel(page, WORDS[language]);
      const cut = fills.locator('td [title$=" USDT"]').first();
      await expect(cut).toBeVisible();
      const exact = (await cut.getAttribute('title'))?.replace(' USDT', '') ?? '';
      const [shown = ''] = await cut.locator('.num').allTextContents();
      expect(exact.startsWith(shown)).toBe(true);
      await expect(cut.locator('.sr-only')).toHaveText(exact);
    },
  );
}

/** Texts set in tabular figures that have words. */
const wordsInFigures = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const { textContent, parentElement } = texts.currentNode;
      if (parentElement === null || !/[\p{L}]{2}/u.test(textContent ?? '')) continue;
      if (getComputedStyle(parentElement).fontVariantNumeric.includes('tabular'))
        found.push(textContent ?? '');
    }
    return found;
  });

/** Where the page's content begins. */
const contentLeft = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const page = document.querySelector('[class*="max-w-page"]');
    if (page === null) throw new Error('no page of the shared width');
    return Math.round(
      page.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(page).paddingLeft),
    );
  });

/** The places of the decimal points in the column of changes. */
const pointsOf = (table: Locator): Promise<number[]> =>
  table.locator('tbody tr td:nth-child(4) .num').evaluateAll((figures) =>
    figures.flatMap((figure) => {
      const text = figure.firstChild;
      const at = text?.textContent?.indexOf('.') ?? -1;
      if (text === null || at < 0) return [];
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return [range.getBoundingClientRect().left];
    }),
  );
