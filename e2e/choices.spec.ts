/**
 * Goal: what users choose once is kept under its published name, and candles that do not come are
 * told. Method: real Chromium against one real server, in both languages at both usual widths.
 */
import { expect, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { accountMenu, beginAs } from './page-models/site.ts';
import { fillCode, LANGUAGES, PEOPLE } from './page-models/people.ts';
import { PASSWORD, test } from './shared-server.ts';

const WORDS = {
  'en-US': {
    accountName: 'Account name',
    nameRule: '8 to 25 letters or digits, a letter first',
    days: '90D',
    contractAccount: /^Seconds-contract account/,
    hide: 'Hide balances',
    chooseAvatar: 'Choose an avatar',
    prism: 'Prism',
    none: 'None',
    candlesOld: 'The newest candles did not load',
    tryAgain: 'Try again',
  },
  'zh-CN': {
    accountName: '账户名',
    nameRule: '8 至 25 位字母或数字，字母开头',
    days: '90 天',
    contractAccount: /^秒合约账户/,
    hide: '隐藏余额',
    chooseAvatar: '选择头像',
    prism: '棱镜',
    none: '默认',
    candlesOld: '最新 K 线加载失败',
    tryAgain: '重试',
  },
} as const;
const WIDTHS = { 'en-US': 1440, 'zh-CN': 1300 } as const;

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

test('R1.4 R3.1 the first visit writes the language', async ({ page, server }) => {
  await page.goto(`${server.url}/pc/main`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await stored(page, 'User-Lang')).toBe('en-US');
});

for (const language of LANGUAGES) {
  const words = WORDS[language];
  const people = PEOPLE[language];
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } });

    test(
      `R5.3 one registers with an account name, whose rule is told at its field, ${language}`,
      nightly('registration is in people.spec.ts'),
      async ({ page, server }) => {
        await page.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
        await page.goto(`${server.url}/pc/login/register`);
        const form = page.locator('form');
        const email = `named-${language.toLowerCase()}@example.com`;
        await form.getByLabel(people.email, { exact: true }).fill(email);
        await fillCode(form, { server, words: people, email });
        await form.getByLabel(people.password, { exact: true }).fill(PASSWORD);
        await form.getByLabel(people.passwordAgain).fill(PASSWORD);
        const name = form.getByLabel(words.accountName);
        const invite = form.getByLabel(people.inviteCode);
        await name.fill('short');
        await invite.focus();
        await expect(form.getByRole('alert')).toHaveText(words.nameRule);
        await name.fill(`Named${language.slice(0, 2)}2026`);
        await form.getByRole('checkbox').check();
        await form.getByRole('button', { name: people.createAccount }).click();
        await expect(accountMenu(page)).toBeVisible();
      },
    );

    test(
      `R3.1 R3.18 the period of the value stays over accounts, hidden balances stay hidden, ${language}`,
      nightly('a detail of a page that the crawler opens'),
      async ({ page, server, beginAsNew }) => {
        await beginAsNew(language);
        await page.goto(`${server.url}/pc/account/assert/2`);
        const days = page.getByRole('button', { name: words.days, exact: true });
        await days.click();
        await expect(days).toHaveAttribute('aria-pressed', 'true');
        await page.getByRole('link', { name: words.contractAccount }).click();
        await expect(page).toHaveURL(/assert\/1\?days=90$/);
        await expect(days).toHaveAttribute('aria-pressed', 'true');
        await page.getByRole('button', { name: words.hide }).click();
        expect(await stored(page, 'canSeeAsserts')).toBe('0');
        await page.reload();
        await expect(page.getByRole('button', { name: words.hide })).toHaveCount(0);
        await expect(page.getByRole('main')).toContainText('••••');
      },
    );

    test(
      `R3.1 an avatar is chosen, shown in the navigation and given up, ${language}`,
      nightly('a detail of a page that the crawler opens'),
      async ({ page, context, server, newPerson }) => {
        const { session } = await newPerson();
        await beginAs(context, session, language);
        const iconOf = async () =>
          (await server.call<{ icon: string }>('/bb/app/user/info', {}, session.token)).icon;
        await page.goto(`${server.url}/pc/setting/safty`);
        const dialog = page.getByRole('dialog');
        const choose = async (name: string) => {
          await page.getByRole('button', { name: words.chooseAvatar }).click();
          await dialog.getByRole('button', { name, exact: true }).click();
          await expect(dialog).toBeHidden();
        };
        await choose(words.prism);
        const image = accountMenu(page).locator('img');
        await expect(image).toHaveAttribute('src', '/pc/avatars/prism.svg');
        await expect
          .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
          .toBeGreaterThan(0);
        expect(await iconOf()).toBe('/pc/avatars/prism.svg');
        await choose(words.none);
        await expect(image).toHaveCount(0);
        expect(await iconOf()).toBe('');
      },
    );

    test(
      `R2.3 R8.1 quotes open at 1M, ask once for candles, and tell those that did not come, ${language}`,
      nightly('desk.spec.ts opens the same chart'),
      async ({ page, server }) => {
        await page.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
        const asked: string[] = [];
        page.on('request', (request) => {
          const body = request.url().endsWith('/getKline')
            ? (request.postDataJSON() as { timer: string; size: number })
            : null;
          if (body?.size === 2000) asked.push(body.timer);
        });
        await page.goto(`${server.url}/pc/market`);
        const chart = page.getByRole('group', { name: /BTC\/USDT/ });
        await expect(chart).toBeVisible();
        await expect(page.getByRole('button', { name: '1M', exact: true })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
        expect(asked).toEqual(['1min']);
        await page.getByRole('button', { name: '15M', exact: true }).click();
        await expect(page).toHaveURL(/view=15M/);
        await expect.poll(() => asked).toEqual(['1min', '15min']);
        // Known candles stay, and the failure of the call is told above them.
        await page.route(/getKline$/, (route) => route.abort());
        await page.reload();
        await expect(chart).toBeVisible();
        const told = page.getByRole('alert').filter({ hasText: words.candlesOld });
        await expect(told).toBeVisible();
        await page.unroute(/getKline$/);
        await told.getByRole('button', { name: words.tryAgain }).click();
        await expect(told).toBeHidden();
      },
    );
  });
}
