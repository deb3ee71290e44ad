/**
 * Goal: an operator's brand is on every page in both languages, with colours that everyone can
 * read. Method: the operating command beside a running server, real Chromium, axe.
 */
import { writeFileSync } from 'node:fs';
import { expect, test as base } from '@playwright/test';
import { expectAccessible, speak } from './page-models/accessible.ts';
import { TestServer } from './server.ts';

const NAME = 'Nova <&> "Börse"';
const LEGAL = 'Nova Markets Ltd.';
/** Violet, on which text is white. */
const COLOUR = '#6d28d9';
const ON_COLOUR = 'rgb(109, 40, 217)';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="10" fill="#6d28d9"/></svg>';

const test = base.extend<object, { readonly server: TestServer }>({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright requires a pattern.
    async ({}, use) => {
      const server = await TestServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const WORDS = {
  'en-US': {
    home: 'An exchange you can see through',
    login: 'New to',
    about: 'Who runs this platform',
    office: 'Log in to the back office',
  },
  'zh-CN': { home: '看得透的交易所', login: '初次使用', about: '平台运营方', office: '登录后台' },
} as const;

test.beforeAll(async ({ server }, testInfo) => {
  const logo = testInfo.outputPath('logo.svg');
  writeFileSync(logo, SVG);
  const by = ['--by', 'owner'];
  await server.operate('brand', 'set', 'name', NAME, ...by);
  await server.operate('brand', 'set', 'colour', COLOUR, ...by);
  await server.operate('brand', 'set', 'legal_name', LEGAL, ...by);
  await server.operate('brand', 'logo', logo, ...by);
});

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];
  test(`D0050 R1.4 R14.7 the brand is in the title, the head, the foot and the colours (${language})`, async ({
    page,
    server,
  }) => {
    await speak(page, language);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(`${server.url}/pc/main`);
    await expect(page).toHaveTitle(`${words.home} | ${NAME}`);
    const banner = page.getByRole('banner');
    await expect(banner.getByRole('link', { name: NAME, exact: true })).toBeVisible();
    const register = banner.locator('a[href$="/login/register"]');
    await expect(register).toHaveCSS('background-color', ON_COLOUR);
    await expect(register).toHaveCSS('color', 'rgb(255, 255, 255)');
    await expect(banner.locator('.logo')).toHaveCSS('background-image', /\/brand\/[0-9a-f]{16}\/logo"\)$/);
    await expect(page.getByRole('contentinfo')).toContainText(NAME);
    await expect(page.getByRole('contentinfo')).toContainText(LEGAL);
    await expectAccessible(page);

    await page.goto(`${server.url}/pc/login/login`);
    await expect(page.getByText(`${words.login} ${NAME}`)).toBeVisible();
    await expectAccessible(page);

    await page.goto(`${server.url}/pc/about/us`);
    await expect(page.getByRole('region', { name: words.about })).toContainText(LEGAL);
    await expectAccessible(page);

    await page.goto(`${server.url}/operator/`);
    await expect(page).toHaveTitle(`${NAME} back office`);
    await expect(page.getByRole('heading', { name: words.office })).toBeVisible();
    await expect(page.locator('form button[type=submit]')).toHaveCSS('background-color', ON_COLOUR);
    await expectAccessible(page);
    expect(errors, 'the policy of the pages lets the brand through').toEqual([]);
  });
}

test('D0050 R1.4 the widest name leaves the head whole, and a pale accent the line of ticks', async ({
  page,
  server,
}) => {
  const set = (field: string, value: string) => server.operate('brand', 'set', field, value, '--by', 'owner');
  await set('name', 'W'.repeat(24));
  await set('colour', '#ffe600');
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  await page.setViewportSize({ width: 1366, height: 657 });
  await page.goto(`${server.url}/pc/scontract`);
  const line = page.locator('polyline').first();
  await expect(line).toBeVisible();
  const { stroke, width } = await line.evaluate((drawn) => ({
    stroke: getComputedStyle(drawn).stroke,
    width: document.documentElement.scrollWidth,
  }));
  expect(width).toBe(1366);
  expect(stroke).not.toBe('rgb(255, 230, 0)');
  await set('name', NAME);
  await set('colour', COLOUR);
});
