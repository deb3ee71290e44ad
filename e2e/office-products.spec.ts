/**
 * Goal: two operators define a new issue and a tier of fees on screens, and a customer reads the
 * issue on the site. Method: real Chromium, a context for each; axe.
 */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { expectGoodPractice } from './page-models/accessible.ts';
import { openOffice } from './page-models/office.ts';
import { TestServer } from './server.ts';

const WORDS = {
  'en-US': {
    create: 'New offer',
    terms: [
      ['Coin', 'USDT'],
      ['Rate per day', '0.026'],
      ['Days', '30'],
      ['Smallest purchase', '500'],
    ],
    name: 'Name',
    lead: 'Lead, one sentence',
    define: 'Define the offer: ask a second person',
    bad: /Rate per day/,
    tiers: 'Fee tiers',
    changeTiers: 'Change the tiers',
    share: 'Taker share 1',
    setTiers: 'Set the fee tiers: ask a second person',
    agree: 'Agree, then it is done',
    reason: 'Reason',
    subjects: { offer: /Finance offer/, tiers: /Fee tiers/ },
    waits: /Act \d+ waits for a second person/,
  },
  'zh-CN': {
    create: '新建产品',
    terms: [
      ['币种', 'USDT'],
      ['日利率', '0.026'],
      ['期限（天）', '30'],
      ['起购数量', '500'],
    ],
    name: '名称',
    lead: '简介（一句话）',
    define: '发布产品条款：提交复核',
    bad: /日利率/,
    tiers: '手续费等级',
    changeTiers: '更改等级',
    share: '吃单比例 1',
    setTiers: '设置手续费等级：提交复核',
    agree: '同意并执行',
    reason: '理由',
    subjects: { offer: /理财产品/, tiers: /手续费等级/ },
    waits: /操作 \d+ 等待第二人复核/,
  },
} as const;
const REASON = 'As the owner has decided it';

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => {
  await server.stop();
});

async function openSite(browser: Browser, language: keyof typeof WORDS): Promise<Page> {
  const context = await browser.newContext({ locale: language });
  await context.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
  return context.newPage();
}

const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

for (const [at, language] of (['en-US', 'zh-CN'] as const).entries()) {
  const options = language === 'en-US' ? {} : nightly('in English');
  const words = WORDS[language];
  const reasonOf = (page: Page) => page.getByLabel(words.reason, { exact: true });
  const agreeTo = async (page: Page, subject: RegExp) => {
    await page.goto(`${server.url}/operator/acts`);
    await rowOf(page, subject).click();
    await reasonOf(page).fill(REASON);
    await page.getByRole('button', { name: words.agree }).click();
  };

  test(
    `R16.5 R11.1 D0054 two operators define an issue, which customers see, ${language}`,
    options,
    async ({ browser }) => {
      const [one, two, visitor] = await Promise.all([
        openOffice(browser, server, { operator: `issue-one-${at}`, language }),
        openOffice(browser, server, { operator: `issue-two-${at}`, language }),
        openSite(browser, language),
      ]);
      await one.goto(`${server.url}/operator/products`);
      await one.getByRole('button', { name: words.create, exact: true }).click();
      for (const [label, value] of words.terms) await one.getByLabel(label, { exact: true }).fill(value);
      for (const [place, text] of ['Harvest', '丰收'].entries()) {
        await one.getByLabel(words.name, { exact: true }).nth(place).fill(`${text} ${at}`);
        await one.getByLabel(words.lead, { exact: true }).nth(place).fill(`${text}.`);
      }
      await reasonOf(one).fill(REASON);
      await one.getByLabel(words.terms[1][0], { exact: true }).fill('26');
      await expect(one.getByRole('button', { name: words.define, exact: true })).toBeDisabled();
      await one.getByLabel(words.terms[1][0], { exact: true }).fill('0.026');
      await expect(one.getByText('0.026 %')).toBeVisible();
      await expectGoodPractice(one);
      await one.getByRole('button', { name: words.define, exact: true }).click();
      await expect(one.getByRole('status').filter({ hasText: words.waits })).toBeVisible();
      await agreeTo(two, words.subjects.offer);
      const name = `${language === 'en-US' ? 'Harvest' : '丰收'} ${at}`;
      await expect(rowOf(one, name)).toContainText('0.026%');
      await visitor.goto(`${server.url}/pc/finance/list`);
      await expect(visitor.getByRole('heading', { name })).toBeVisible();
    },
  );

  test(`R16.5 R2.18 D0054 two operators set the fee tiers, ${language}`, options, async ({ browser }) => {
    const [one, two] = await Promise.all([
      openOffice(browser, server, { operator: `tiers-one-${at}`, language }),
      openOffice(browser, server, { operator: `tiers-two-${at}`, language }),
    ]);
    await one.goto(`${server.url}/operator/products`);
    await one.getByRole('button', { name: words.tiers, exact: true }).click();
    await one.getByRole('button', { name: words.changeTiers, exact: true }).click();
    const share = ['97', '96'][at]!;
    await one.getByLabel(words.share, { exact: true }).fill(share);
    await reasonOf(one).fill(REASON);
    await expectGoodPractice(one);
    await one.getByRole('button', { name: words.setTiers, exact: true }).click();
    await expect(one.getByRole('status').filter({ hasText: words.waits })).toBeVisible();
    await agreeTo(two, words.subjects.tiers);
    await one.reload();
    await expect(one.getByRole('row').filter({ hasText: `${share}%` })).toBeVisible();
  });
}
