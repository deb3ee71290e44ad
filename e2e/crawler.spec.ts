/**
 * Goal: no page of the site is missing or broken, and no link leads nowhere. Method: opens every
 * route and follows every link found on a page, signed in and out, in both languages, and collects
 * errors of the console.
 */
import { expect, type Page } from '@playwright/test';
import { speak } from './page-models/accessible.ts';
import { accountMenu } from './page-models/site.ts';
import { test } from './shared-server.ts';

/** Every page that the product names, without the base. */
const PUBLIC_ROUTES = [
  '/main',
  '/market',
  '/trade',
  '/scontract',
  '/finance',
  '/finance/list',
  '/pool',
  '/pool/list',
  '/fund',
  '/fund/list',
  '/fund/detail?fund=1',
  '/subscribe',
  '/subscribe/list',
  '/subscribe/detail?project=1',
  '/subscribe/preview',
  '/about',
  '/about/us',
  '/about/us?view=books',
  '/about/connect',
  '/about/protocol',
  '/about/legal',
  '/about/legal?view=fees',
];
const SIGN_IN_ROUTES = ['/login', '/login/login', '/login/register', '/login/forget'];
const OWN_ROUTES = [
  '/account',
  '/account/assert/1',
  '/account/assert/2',
  '/account/assert/3',
  '/account/assert/4',
  '/account/assert/5',
  '/account/recharge',
  '/account/withdrawel',
  '/account/dui',
  '/account/trade?type=4',
  '/account/portfolio',
  '/finance/record',
  '/pool/record',
  '/fund/record',
  '/subscribe/record',
  '/setting',
  '/setting/safty',
  '/setting/verify?type=2',
  '/setting/address',
  '/setting/api',
  '/setting/message',
  '/setting/invite',
  '/login/modify',
  '/about/policy',
];

/** A page of a kind with any number of addresses: some of each kind are enough. */
const KINDS = /^\/pc\/(trade|scontract|about\/connect|setting\/msg-detail)\?/;
const OF_A_KIND_MAX = 6;
const PAGES_MAX = 160;

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R1.1 R2.8 every page that a visitor may open works, and so does every link on it, ${language}`, async ({
    page,
    server,
  }) => {
    await speak(page, language);
    await crawl(page, server.url, [...PUBLIC_ROUTES, ...SIGN_IN_ROUTES]);
  });

  test(`R1.1 R2.6 R2.7 R2.11 every page of a user works, and so does every link on it, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    await beginAsNew(language);
    const menu = await linksOfMenu(page, server.url);
    expect(menu).toContain('/account/trade?type=4');
    await crawl(page, server.url, [...PUBLIC_ROUTES, ...OWN_ROUTES, ...menu]);
  });
}

test('R2.1 every page of a user sends a visitor to log in', async ({ page, server }) => {
  for (const route of OWN_ROUTES) {
    await page.goto(`${server.url}/pc${route}`, { waitUntil: 'commit' });
    await expect(page, route).toHaveURL(/\/pc\/login\/login/);
  }
});

/** What the menu of the account leads to. */
async function linksOfMenu(page: Page, url: string): Promise<string[]> {
  await page.goto(`${url}/pc/main`);
  await accountMenu(page).click();
  await expect(page.getByRole('menuitem').last()).toBeVisible();
  return (await linksOf(page)).filter((link) => link.startsWith('/pc/')).map((link) => link.slice(3));
}

/** Opens all of these pages and all that they link to. */
async function crawl(page: Page, url: string, routes: readonly string[]): Promise<void> {
  const errors: string[] = [];
  let at = '';
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${at}: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`${at}: ${error.message}`));
  const waiting = [...new Set(routes.map((route) => `/pc${route}`))];
  const seen = new Set(waiting);
  const kinds = new Map<string, number>();
  for (let count = 0; waiting.length > 0 && count < PAGES_MAX; count++) {
    at = waiting.shift() ?? '';
    await page.goto(url + at, { waitUntil: 'commit' });
    await expectWorking(page, at);
    for (const link of at.startsWith('/docs/') ? [] : await linksOf(page)) {
      const kind = KINDS.exec(link)?.[1];
      const ofKind = kinds.get(kind ?? '') ?? 0;
      if (seen.has(link) || (kind !== undefined && ofKind >= OF_A_KIND_MAX)) continue;
      if (kind !== undefined) kinds.set(kind, ofKind + 1);
      seen.add(link);
      waiting.push(link);
    }
  }
  expect(waiting, 'pages that were not visited').toEqual([]);
  expect(errors).toEqual([]);
}

/** A page with a heading that is neither "not found" nor an error. */
async function expectWorking(page: Page, at: string): Promise<void> {
  if (at.startsWith('/docs/')) {
    await expect(page.getByRole('heading').first(), at).toBeVisible();
    return;
  }
  await expect(page.getByRole('heading', { level: 1 }).first(), at).toBeAttached();
  await expect(page.getByText('404', { exact: true }), at).toHaveCount(0);
  await expect(page.locator('main[role=alert]'), at).toHaveCount(0);
  await expect(page.locator('body'), at).not.toContainText(/[a-z]+\.[a-z]+\.[a-zA-Z]+(?<!example)$/);
}

/** Addresses of this site, without the place on the page. */
async function linksOf(page: Page): Promise<string[]> {
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(links.map((link) => link.replace(/#.*/, '')))].filter(Boolean);
}
