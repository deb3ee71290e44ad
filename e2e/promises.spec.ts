/**
 * Goal: what the product says of itself is what it does, and its frame has the size and the colour
 * that it should. Method: a visitor and a new user on real pages, beside the calls.
 */
import { expect } from '@playwright/test';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import { nightly } from './nightly.ts';
import { speak } from './page-models/accessible.ts';
import { test } from './shared-server.ts';

type Notices = DataOf<CallNamed<'notices/get-page'>>;
type Terms = DataOf<CallNamed<'funding/get-terms'>>;

const NARROW = 1000;
const WIDTH_MIN = 1300;
const THEME = '#009dd9';

test('R1.5 pages are at least 1300 px wide, and the theme colour is #009DD9', async ({ page, server }) => {
  await page.setViewportSize({ width: NARROW, height: 800 });
  for (const path of ['main', 'market', 'trade', 'about/us', 'about/legal?view=fees', 'login/login']) {
    await page.goto(`${server.url}/pc/${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    const width = await page.evaluate(() => document.body.getBoundingClientRect().width);
    expect(width, path).toBe(WIDTH_MIN);
  }
  const colour = await page.locator('meta[name=theme-color]').getAttribute('content');
  expect(colour?.toLowerCase()).toBe(THEME);
  const brand = await page.evaluate((hex) => {
    const probe = document.createElement('i');
    probe.style.color = hex;
    document.body.append(probe);
    return getComputedStyle(probe).color;
  }, THEME);
  await page.goto(`${server.url}/pc/main`);
  const register = page.getByRole('banner').getByRole('link', { name: 'Register' });
  await expect(register).toHaveCSS('background-color', brand);
});

const PROMISES = {
  'en-US': {
    noEarly: /early transfer out is not supported/i,
    confirmations: (count: number) => `${count} confirmations`,
    more: /guarantee|risk-free|no risk|always profit/i,
  },
  'zh-CN': {
    noEarly: /不支持提前转出/,
    confirmations: (count: number) => `${count} 次确认`,
    more: /保证收益|稳赚|零风险|无风险/,
  },
} as const;
const TOLD = [
  'main',
  'finance/list',
  'pool/list',
  'fund/list',
  'subscribe/list',
  'about/us',
  'about/legal?view=fees',
];

for (const language of ['en-US', 'zh-CN'] as const)
  test(`R1.6 R10.6 the site promises no more than the system does, ${language}`, async ({ page, server }) => {
    const promises = PROMISES[language];
    await speak(page, language);
    const { list } = await server.call<Terms>('/bb/app/funding/getTerms');
    const confirmations = new Set(list.map((row) => row.confirmations));
    expect([...confirmations]).toEqual([12]);
    for (const path of TOLD) {
      await page.goto(`${server.url}/pc/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText(promises.more);
    }
    await page.goto(`${server.url}/pc/about/legal?view=fees`);
    await expect(page.getByRole('main')).toContainText(promises.confirmations(12));
    await page.goto(`${server.url}/pc/about/connect?article=finance-early`);
    await expect(page.getByRole('main')).toContainText(promises.noEarly);
    await page.goto(`${server.url}/pc/about/connect?article=deposit-step-by-step`);
    await expect(page.getByRole('main')).toContainText(promises.confirmations(12));
  });

const SETTINGS = {
  'en-US': [
    ['safty', 'Security center'],
    ['verify?type=2', 'Identity verification'],
    ['address', 'Withdrawal addresses'],
    ['message', 'Messages'],
  ],
  'zh-CN': [
    ['safty', '安全中心'],
    ['verify?type=2', '身份认证'],
    ['address', '提现地址'],
    ['message', '消息'],
  ],
} as const;

for (const language of ['en-US', 'zh-CN'] as const)
  test(
    `R2.7 /setting has security, identity, addresses, messages and one message, ${language}`,
    nightly('the crawler opens all of these pages'),
    async ({ page, server, beginAsNew }) => {
      const { session } = await beginAsNew(language);
      await page.goto(`${server.url}/pc/setting`);
      await expect(page).toHaveURL(/\/pc\/setting\/safty$/);
      for (const [path, title] of SETTINGS[language]) {
        await page.goto(`${server.url}/pc/setting/${path}`);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page.getByRole('navigation').getByRole('link', { name: title }).last()).toHaveAttribute(
          'aria-current',
          'page',
        );
      }
      const { list } = await server.call<Notices>('/bb/app/index/getNoticePage', {}, session.token);
      await page.goto(`${server.url}/pc/setting/msg-detail?id=${list[0]?.id}`);
      await expect(
        page
          .getByRole('main')
          .getByText(/Glasshouse/)
          .first(),
      ).toBeVisible();
    },
  );
