/**
 * Goal: a page that the browser translates goes on as before. Method: real Chromium, with a
 * translator in the page that does to the DOM what Chrome's does: each text node that may be
 * translated leaves the page, and two <font> elements take its place, also those that come later.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { orderForm, sendOrder, WORDS } from './page-models/site.ts';
import { test } from './shared-server.ts';

/** Runs in the page. */
function translate(): void {
  const takeText = (text: Node) => {
    const parent = text.parentElement;
    if (text.nodeValue?.trim() === '' || !parent || parent.closest('script, style, font')) return;
    if (parent.closest('[translate=no], .notranslate') !== null) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.nodeValue;
    outer.append(inner);
    text.parentNode?.replaceChild(outer, text);
  };
  const walk = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(takeText);
  };
  walk(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach((node) => node.isConnected && walk(node));
  }).observe(document.body, { childList: true, subtree: true });
}

async function expectToChange(what: Locator): Promise<void> {
  const before = await what.textContent();
  await expect.poll(() => what.textContent()).not.toBe(before);
}

/** Every failure that a page reports. */
function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  return failures;
}

const PAIR = { baseCoin: 'BTC', quoteCoin: 'USDT' };
const words = WORDS['en-US'];

test('R5.10 R14.5 in a translated page prices, countdowns and balances go on, a pressed row fills its price, and pages change', async ({
  page,
  server,
  beginAsNew,
}) => {
  const failures = failuresOf(page);
  const { session } = await beginAsNew();
  await page.goto(`${server.url}/pc/trade`);
  const book = page.getByRole('region', { name: 'Order book' });
  const asks = page.getByTestId('book-asks');
  await expect(asks).toContainText(/\d/);
  await page.evaluate(translate);
  await expect(page.locator('font').first()).toBeAttached();

  await expectToChange(asks.locator('[data-price]').last());
  await expectToChange(book.locator('dd').first());
  await expectToChange(page.getByTestId('deals').locator('time').first());
  // In one step, because the book moves.
  const shown = await asks.evaluate((side) => {
    const row = [...side.querySelectorAll<HTMLElement>('[data-price]')].at(-3);
    row?.click();
    return row?.querySelector('[role=gridcell]')?.textContent;
  });
  const form = orderForm(page, words);
  await expect(form.locator('input[name=price]')).toHaveValue(String(Number(shown?.replaceAll(',', ''))));

  // A text of the page's own whose words change: the number of open orders.
  const openOrders = page.getByRole('button', { name: /^Open orders/ });
  await expect(openOrders).toHaveText('Open orders (0)');
  await sendOrder(page, words, { side: 'Buy', price: '85000', amount: '0.001' });
  await page.getByRole('dialog').getByRole('button', { name: words.confirm }).click();
  await expect(openOrders).toHaveText('Open orders (1)');
  await expect(form).toContainText('9,915.00 USDT');

  await page.getByRole('navigation').getByRole('link', { name: 'Seconds contract' }).click();
  const stake = { ...PAIR, openAmount: '5', positionTime: 30, tradeType: 1 };
  await server.call('/contract/app/contract/createOrder', stake, session.token);
  await expectToChange(page.getByRole('img', { name: /left$/ }).locator('text'));
  for (const name of ['Finance', 'Quotes', 'My assets', 'Coin trade']) {
    await page.getByRole('navigation').getByRole('link', { name }).first().click();
    await expect(page.getByRole('main')).toContainText(/\d/);
  }
  await expectToChange(asks.locator('[data-price]').last());
  expect(failures).toEqual([]);
});
