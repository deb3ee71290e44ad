/**
 * Goal: operators set a parameter in two, close a network and publish a notice in one, on screens
 * that follow by themselves; a visitor reads the notice. Method: real Chromium, a context for each;
 * axe.
 */
import { expect, test, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { expectGoodPractice } from './page-models/accessible.ts';
import { openOffice } from './page-models/office.ts';
import { TestServer } from './server.ts';

const WORDS = {
  'en-US': {
    limit: 'Withdrawals in 24 hours, not verified',
    value: 'Value',
    set: 'Set the parameter: ask a second person',
    agree: 'Agree, then it is done',
    reason: 'Reason',
    waits: /Act \d+ waits for a second person/,
    history: 'History',
    listCoin: 'List a coin',
    coinName: 'Name of the coin',
    code: 'Code',
    decimals: 'Decimals',
    doListCoin: 'List the coin',
    listPair: 'List a pair',
    pair: 'Pair',
    pairFields: ['Price decimals', 'Lot decimals', 'Index decimals', 'Least order', 'Most order'],
    opens: 'Opens, UTC; empty: when it is resumed',
    doListPair: 'List the pair: ask a second person',
    termsChoice: 'Fees, bounds',
    takerFee: 'Taker fee',
    setTerms: 'Set the terms: ask a second person',
    close: 'Close withdrawals',
    closed: 'closed',
    write: 'Write a notice',
    titles: ['Title in English', 'Title in Chinese'],
    bodies: ['Text in English', 'Text in Chinese'],
    preview: 'Preview',
    publish: 'Publish to everybody',
    withdraw: 'Withdraw for everybody',
    nothing: 'Nothing is published',
  },
  'zh-CN': {
    limit: '24 小时提现限额（未认证）',
    value: '值',
    set: '设置参数：提交复核',
    agree: '同意并执行',
    reason: '理由',
    waits: /操作 \d+ 等待第二人复核/,
    history: '历史',
    listCoin: '上架币种',
    coinName: '币种名称',
    code: '代码',
    decimals: '小数位数',
    doListCoin: '上架币种',
    listPair: '上架交易对',
    pair: '交易对',
    pairFields: ['价格小数位数', '数量小数位数', '指数小数位数', '最小下单额', '最大下单额'],
    opens: '开盘时间（UTC）；留空则恢复后开盘',
    doListPair: '上架交易对：提交复核',
    termsChoice: '手续费与限额',
    takerFee: '吃单手续费',
    setTerms: '设置条款：提交复核',
    close: '关闭提现',
    closed: '关闭',
    write: '撰写公告',
    titles: ['英文标题', '中文标题'],
    bodies: ['英文正文', '中文正文'],
    preview: '预览',
    publish: '向所有人发布',
    withdraw: '对所有人撤回',
    nothing: '尚未发布公告',
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

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

for (const [at, language] of (['en-US', 'zh-CN'] as const).entries()) {
  const options = language === 'en-US' ? {} : nightly('in English');
  const words = WORDS[language];
  const reasonOf = (page: Page) => page.getByLabel(words.reason, { exact: true });

  test(`R16.5 D0054 two operators set a parameter, ${language}`, options, async ({ browser }) => {
    const [one, two] = await Promise.all([
      openOffice(browser, server, { operator: `terms-one-${at}`, language }),
      openOffice(browser, server, { operator: `terms-two-${at}`, language }),
    ]);
    const [amount, shown] = (
      [
        ['2345.5', '2,345.5'],
        ['3456.5', '3,456.5'],
      ] as const
    )[at]!;
    await Promise.all([one, two].map((page) => page.goto(`${server.url}/operator/parameters`)));
    await rowOf(one, words.limit).click();
    await one.getByLabel(words.value, { exact: true }).fill('-1');
    await expect(one.getByText(/1000000000/).first()).toBeVisible();
    await one.getByLabel(words.value, { exact: true }).fill(amount);
    await reasonOf(one).fill(REASON);
    await expectGoodPractice(one);
    await one.getByRole('button', { name: words.set, exact: true }).click();
    await expect(one.getByRole('status').filter({ hasText: words.waits })).toBeVisible();
    await expect(rowOf(two, words.limit)).not.toContainText(shown);

    const second = await two.context().newPage();
    await second.goto(`${server.url}/operator/acts`);
    await rowOf(second, 'daily_limit_unverified').click();
    await reasonOf(second).fill(REASON);
    await second.getByRole('button', { name: words.agree }).click();
    await expect(rowOf(two, words.limit)).toContainText(`${shown} USDT`);
    await expect(rowOf(one, words.limit)).toContainText(`${shown} USDT`);
    await expect(one.getByRole('heading', { name: words.history })).toBeVisible();
    await expect(one.getByText(`terms-one-${at}, terms-two-${at}: ${REASON}`)).toBeVisible();
  });

  test(
    `R5.7 R16.5 D0054 one operator closes a way of a network, ${language}`,
    options,
    async ({ browser }) => {
      const page = await openOffice(browser, server, { operator: `terms-net-${at}`, language });
      const place = ['USDT BEP20', 'LTC LTC'][at]!;
      await page.goto(`${server.url}/operator/networks`);
      await rowOf(page, place).click();
      await reasonOf(page).fill(REASON);
      await expectGoodPractice(page);
      await page.getByRole('button', { name: words.close, exact: true }).click();
      await expect(rowOf(page, place)).toContainText(words.closed);
      const [currency, chain] = place.split(' ');
      const { data } = (await (
        await page.request.post(`${server.url}/bb/app/funding/getTerms`, { data: {} })
      ).json()) as { data: { list: { currency: string; chain: string; status: string }[] } };
      const row = data.list.find((each) => each.currency === currency && each.chain === chain);
      expect(row?.status).toBe('closed');
    },
  );

  test(
    `R7.4 R1.4 D0054 an operator publishes a notice, which a visitor reads, ${language}`,
    options,
    async ({ browser, page }) => {
      const office = await openOffice(browser, server, { operator: `terms-notice-${at}`, language });
      await office.goto(`${server.url}/operator/notices`);
      await office.getByRole('main').getByText(words.nothing).waitFor();
      await office.getByRole('button', { name: words.write }).click();
      await office.getByLabel(words.titles[0], { exact: true }).fill('Maintenance on Sunday');
      await office.getByLabel(words.titles[1], { exact: true }).fill('周日系统维护');
      await office.getByLabel(words.bodies[0], { exact: true }).fill('Orders stay on the book.');
      await office.getByLabel(words.bodies[1], { exact: true }).fill('委托保留在订单簿中。');
      await reasonOf(office).fill(REASON);
      await office.getByRole('button', { name: words.preview, exact: true }).click();
      await expect(office.getByRole('article').first()).toContainText('Orders stay on the book.');
      await expectGoodPractice(office);
      await office.getByRole('button', { name: words.publish, exact: true }).click();
      await expect(rowOf(office, 'Maintenance on Sunday')).toBeVisible();
      await page.goto(`${server.url}/pc/main`);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await page.getByText('Maintenance on Sunday').click();
      await expect(page.getByText('Orders stay on the book.')).toBeVisible();

      await rowOf(office, 'Maintenance on Sunday').click();
      await reasonOf(office).fill(REASON);
      await office.getByRole('button', { name: words.withdraw, exact: true }).click();
      await expect(office.getByText(words.nothing)).toBeVisible();
    },
  );

  test(
    `R5.9 R14.3 D0044 two operators list a coin and a pair, which a trader sees, ${language}`,
    options,
    async ({ browser, page: trader }) => {
      test.slow();
      const code = ['PLUM', 'PEAR'][at]!;
      const [one, two] = await Promise.all([
        openOffice(browser, server, { operator: `terms-list-${at}`, language }),
        openOffice(browser, server, { operator: `terms-agree-${at}`, language }),
      ]);
      await trader.goto(`${server.url}/pc/market`);
      await expect(trader.getByRole('row', { name: /BTC/ }).first()).toBeVisible();
      await one.goto(`${server.url}/operator/markets`);
      const form = one.getByRole('region');
      const head = one.getByRole('banner').getByRole('button', { name: words.listCoin, exact: true });
      await head.click();
      await form.getByLabel(words.code, { exact: true }).fill(code);
      await form.getByLabel(words.coinName, { exact: true }).fill('A fruit');
      await form.getByLabel(words.decimals, { exact: true }).fill('6');
      await reasonOf(one).fill(REASON);
      await expectGoodPractice(one);
      await form.getByRole('button', { name: words.doListCoin, exact: true }).click();
      await expect(form.getByRole('status')).toBeVisible();

      await one.getByRole('banner').getByRole('button', { name: words.listPair, exact: true }).click();
      await form.getByLabel(words.pair, { exact: true }).fill(`${code}/USDT`);
      for (const [field, value] of words.pairFields.map((name, i) => [
        name,
        ['4', '1', '6', '5', '50000'][i]!,
      ]))
        await form.getByLabel(field!, { exact: true }).fill(value!);
      await form.getByLabel(words.opens, { exact: true }).fill('2027-09-01 08:00');
      await reasonOf(one).fill(REASON);
      await expectGoodPractice(one);
      await form.getByRole('button', { name: words.doListPair, exact: true }).click();
      await expect(form.getByRole('status').filter({ hasText: words.waits })).toBeVisible();
      const agree = async () => {
        await two.goto(`${server.url}/operator/acts`);
        await rowOf(two, `${code}/USDT`).click();
        await reasonOf(two).fill(REASON);
        await two.getByRole('button', { name: words.agree }).click();
        await expect(rowOf(two, `${code}/USDT`)).toHaveCount(0);
      };
      await agree();
      await expect(rowOf(one, `${code}/USDT`)).toBeVisible();
      await expect(trader.getByRole('row', { name: new RegExp(code) })).toBeVisible({ timeout: 30_000 });

      await rowOf(one, `${code}/USDT`).click();
      await form.getByRole('button', { name: words.termsChoice, exact: true }).click();
      await form.getByLabel(words.takerFee, { exact: true }).fill('0.35');
      await reasonOf(one).fill(REASON);
      await form.getByRole('button', { name: words.setTerms, exact: true }).click();
      await expect(form.getByRole('status').filter({ hasText: words.waits })).toBeVisible();
      await agree();
      await expect(rowOf(one, `${code}/USDT`)).toContainText('0.35%');
    },
  );
}
