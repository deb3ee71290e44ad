/**
 * Goal: the button that confirms and what it costs are in view together, on every form and on small
 * screens too. Method: each form is opened in both languages, and its window gets four sizes.
 */
import { expect, type Page } from '@playwright/test';
import { DESK } from './page-models/desk.ts';
import { LANGUAGES } from './page-models/people.ts';
import { orderForm, WORDS } from './page-models/site.ts';
import { test } from './shared-server.ts';

const SIZES = [
  [1440, 900],
  [1440, 789],
  [1366, 657],
  [1300, 650],
] as const;
const PAGES = [
  'trade',
  'trade?type=market',
  'trade?type=stop-limit',
  'trade?type=trailing-stop',
  'trade?type=tp-sl',
  'trade?type=oco',
  'scontract',
  'account/dui',
  'finance/list',
  'pool/list',
  'fund/detail?fund=1',
  'subscribe/list',
  'subscribe/detail?project=1',
  'account/withdrawel',
] as const;

for (const language of LANGUAGES)
  test(`R2.16 R2.7 the button of every form and its cost are in view together, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    await beginAsNew(language);
    for (const name of PAGES) {
      await page.goto(`${server.url}/pc/${name}`);
      await expectFootsInView(page, name);
    }
    // Further fields scroll, the foot stays.
    await page.goto(`${server.url}/pc/trade`);
    const form = orderForm(page, WORDS[language]);
    await form.getByRole('checkbox', { name: DESK[language].exits }).check();
    await expect(form.locator('[name=stopLossPrice]')).toBeAttached();
    await expectFootsInView(page, 'an order with exits');
    await form.getByRole('button', { name: language === 'en-US' ? 'Transfer' : '划转' }).click();
    const move = page.getByRole('dialog').locator('button[type=submit]');
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await expect(move, `transfer at ${width}x${height}`).toBeInViewport({ ratio: 1 });
    }
  });

async function expectFootsInView(page: Page, name: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const foot = page.locator('[data-foot]');
    await expect(foot, name).toHaveCount(1);
    await expect(foot.getByRole('button').last(), name).toBeVisible();
    await expect(foot.locator('dd, [data-cost]').first(), name).toBeVisible();
    await expect.poll(() => hiddenOf(page), { message: `${name} at ${width}x${height}` }).toEqual([]);
  }
}

/** What of the foot, its costs and its buttons is outside the window or under something else. */
const hiddenOf = (page: Page): Promise<string[]> =>
  page.locator('[data-foot]').evaluate((foot) => {
    const isUncovered = (x: number, y: number): boolean => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (foot.contains(top) || top.contains(foot));
    };
    return [...foot.querySelectorAll('button, dd, [data-cost]')]
      .filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return !isInside || !isUncovered(left + 2, top + 2) || !isUncovered(right - 2, bottom - 2);
      })
      .map((part) => part.textContent);
  });
