/**
 * Goal: the records page shows everything that moved money, opens a row to postings that add up,
 * and saves files that equal the page and the ledger. Method: a random history on a server in this
 * process; one walk through the tabs in each language.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { startTestServer, type TestServer, type TestUser } from '../apps/server/src/testing/harness.ts';
import { playMoneyHistory } from '../apps/server/src/testing/money-history.ts';
import { nightly } from './nightly.ts';
import { beginAs } from './page-models/site.ts';
import { test } from './page-models/toasts.ts';

let server: TestServer;
let user: TestUser;
test.beforeAll(async () => {
  server = await startTestServer();
  user = (await playMoneyHistory(server, 5)).invited;
});
test.afterAll(() => server.close());

/** Each tab with a text of its first opened posting, and what an empty one says. */
const WORDS = {
  'en-US': {
    open: 'Postings of this record',
    balanced: /^(Both sides of this line|Both sides of all \d+ lines) add up to 0\.$/,
    tabs: {
      All: null,
      'Coin orders': 'Your exchange account, available',
      'Trade history': 'Another trader',
      'Seconds contracts': 'Escrow of seconds contracts',
      Deposits: 'The network',
      Withdrawals: 'Your exchange account, frozen',
      Transfers: 'Your seconds-contract account, available',
      Exchanges: 'Treasury of the platform',
      Fees: 'Fee income of the platform',
    },
    empty: { tab: 'Commissions', text: 'No friend has paid a fee yet.' },
    none: 'No record fits these filters',
    side: 'Side',
    sell: 'Sell',
    number: 'Number of a record',
    clear: 'Clear filters',
    coin: 'Coin',
    from: 'From',
    statement: 'Yearly statement',
    closing: 'Closing',
    to: 'To',
    reversed: 'The first day is after the last day: no record can fit',
    totals: 'Selection',
    views: 'Saved views',
    viewName: 'Name of this view',
    save: 'Save',
    hide: 'Hide balances',
    profit: 'Profit per coin',
    allocation: 'Allocation',
    orders: ['Coin orders', 'Trade history', 'Seconds contracts'],
    withdraw: 'Withdraw',
  },
  'zh-CN': {
    open: '该记录的资金流水',
    balanced: /^全部 \d+ 行的双方之和为 0。$/,
    tabs: {
      全部: null,
      币币委托: '你的币币账户，可用',
      成交记录: '其他交易者',
      秒合约: '秒合约托管账户',
      充值: '区块链网络',
      提现: '你的币币账户，冻结',
      划转: '你的秒合约账户，可用',
      闪兑: '平台自有资金',
      手续费: '平台手续费收入',
    },
    empty: { tab: '返佣', text: '还没有好友支付手续费。' },
    none: '没有符合筛选条件的记录',
    side: '方向',
    sell: '卖出',
    number: '记录编号',
    clear: '清除筛选',
    coin: '币种',
    from: '起始',
    statement: '年度对账单',
    closing: '期末',
    to: '截止',
    reversed: '起始日期晚于截止日期，不会有符合的记录',
    totals: '筛选合计',
    views: '已存筛选',
    viewName: '筛选名称',
    save: '保存',
    hide: '隐藏余额',
    profit: '各币种盈亏',
    allocation: '资产分布',
    orders: ['币币委托', '成交记录', '秒合约'],
    withdraw: '提现',
  },
} as const;

/** The button of a tab, which says how many rows it has. */
const tabOf = (page: Page, tab: string) =>
  page.getByRole('button', { name: new RegExp(`^${tab}( [\\d,]+)?$`) });

/** The rows of the list, without those of an opened one. */
const rows = (page: Page) =>
  page
    .getByRole('main')
    .locator('tbody')
    .first()
    .locator('> tr')
    .filter({ has: page.locator('> td + td') });

for (const language of ['en-US', 'zh-CN'] as const)
  test(`R3.7 R4.9 R10.3 each kind of records opens to postings that add up, ${language}`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language];
    await beginAs(context, user, language);
    await page.goto(`${server.server.url}/pc/account/trade?type=4`);
    for (const [tab, side] of Object.entries(words.tabs)) {
      await tabOf(page, tab).click();
      await expect(rows(page).first()).toBeVisible();
      // By keyboard, as a list without a mouse.
      const opener = rows(page).first().getByRole('button', { name: words.open });
      await opener.press('Enter');
      await expect(opener).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByText(words.balanced)).toBeVisible();
      if (side !== null) await expect(page.getByRole('cell', { name: side }).first()).toBeVisible();
      await opener.press('Enter');
      await expect(page.getByText(words.balanced)).toBeHidden();
    }
    await tabOf(page, words.empty.tab).click();
    await expect(page.getByText(words.empty.text)).toBeVisible();
    await page.getByLabel(words.from, { exact: true }).fill('2100-01-01');
    await expect(page.getByText(words.none)).toBeVisible();
    await expect(page).toHaveURL(/tab=commissions&from=2100-01-01/);
    await page.getByRole('button', { name: words.statement }).click();
    await expect(page.getByRole('columnheader', { name: words.closing })).toBeVisible();
    await expect(rows(page).first()).toContainText('USDT');
  });

test('R3.7 R10.3 the saved file has the rows of the page and of the ledger', async ({ page, context }) => {
  await beginAs(context, user);
  const saved = async (button: string, role: 'button' | 'menuitem' = 'button'): Promise<string[]> => {
    const waiting = page.waitForEvent('download');
    await page.getByRole(role, { name: button }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toMatch(/^[a-z]+_[\dTZ_]+\.csv$/);
    return (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
  };
  await page.goto(`${server.server.url}/pc/account/trade?type=4&coin=USDT`);
  await expect(rows(page).first()).toBeVisible();
  const lines = await saved('CSV of this selection');
  const { rows: stored } = await server.server.database.query<{ id: string; units: number }>(
    `select seq || '-' || ordinal as id, available + frozen as units from postings
     where owner = $1 and asset = 0 order by time_ms desc, seq desc, ordinal desc`,
    [Number(user.userId)],
  );
  const cells = lines.map((line) => line.split(','));
  expect(cells.map(([, id]) => id)).toEqual(stored.map(({ id }) => id));
  const million = 1_000_000;
  expect(cells.map((cell) => Math.round(Number(cell[7]) * million))).toEqual(
    stored.map(({ units }) => units),
  );
  const shown = await rows(page).locator('td:last-child').allInnerTexts();
  expect(shown).toEqual(stored.slice(0, shown.length).map(({ id }) => id.split('-')[0]));

  // A file for a tax tool has all coins, whatever the filter; this one adds up in it, too.
  await page.getByRole('button', { name: 'For tax tools' }).click();
  const taxed = (await saved('Koinly', 'menuitem')).map((line) => line.split(','));
  const told = taxed.reduce((all, [, sent, sentCoin, received, receivedCoin, fee, feeCoin]) => {
    const of = (amount: string | undefined, coin: string | undefined): number =>
      coin === 'USDT' ? Math.round(Number(amount) * million) : 0;
    return all + of(received, receivedCoin) - of(sent, sentCoin) - of(fee, feeCoin);
  }, 0);
  expect(told).toBe(stored.reduce((all, { units }) => all + units, 0));
  expect(taxed.some(([, , sentCoin]) => sentCoin === 'BTC')).toBe(true);

  const year = new Date().getUTCFullYear();
  await page.goto(`${server.server.url}/pc/account/trade?type=4&statement=${year}`);
  await expect(rows(page).first()).toContainText('USDT');
  const [usdt = ''] = await saved('CSV');
  const sum = stored.reduce((all, { units }) => all + units, 0);
  expect(Math.round(Number(usdt.split(',').at(-1)) * million)).toBe(sum);
});

/** As the page shows a kept amount. */
const shownAs = (amount: string): string => {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
};

for (const language of ['en-US', 'zh-CN'] as const) {
  test(
    `R2.16 R3.7 a selection has its totals and a name, and the back button returns to it, ${language}`,
    nightly('lists.test.ts shows totals and selections'),
    async ({ page, context }) => {
      const words = WORDS[language];
      await beginAs(context, user, language);
      await page.goto(`${server.server.url}/pc/account/trade?type=4&coin=USDT`);
      const totals = page.getByRole('region', { name: words.totals });
      const { data } = await server.post<{ list: { net: string; paid: string }[] }>(
        '/bb/app/wallet/getTotals',
        { currency: 'USDT' },
        { token: user.token },
      );
      const [usdt] = data.list;
      expect(data.list).toHaveLength(1);
      await expect(totals).toContainText(shownAs(usdt?.net.replace('-', '') ?? ''));
      await expect(totals).toContainText(shownAs(usdt?.paid ?? ''));

      await page.getByRole('button', { name: words.views }).click();
      await page.getByLabel(words.viewName).fill('Mine');
      await page.getByRole('button', { name: words.save, exact: true }).click();
      await page.getByRole('button', { name: 'Mine', exact: true }).press('Escape');
      const [, fills] = words.orders;
      await tabOf(page, fills).click();
      await expect(page).toHaveURL(/tab=fills/);
      await page.goBack();
      await expect(page).not.toHaveURL(/tab=/);
      await page.goForward();
      await page.getByLabel(words.from, { exact: true }).fill('2026-02-02');
      await page.getByLabel(words.to, { exact: true }).fill('2026-02-01');
      await expect(page.getByText(words.reversed)).toBeVisible();
      await page.reload();
      await page.getByRole('button', { name: words.views }).click();
      await page.getByRole('button', { name: 'Mine', exact: true }).click();
      await expect(page).toHaveURL(/coin=USDT/);
      await expect(page).not.toHaveURL(/from=|tab=/);
      await expect(rows(page).first()).toBeVisible();
    },
  );

  test(
    `R2.16 R4.9 D0024 tabs say how many, records are found by side and number, ${language}`,
    nightly('lists.test.ts shows how many there are'),
    async ({ page, context }) => {
      const words = WORDS[language];
      const [, fills] = words.orders;
      await beginAs(context, user, language);
      const { data: counted } = await server.post<{ counts: Record<string, number> }>(
        '/bb/app/wallet/getRecordCounts',
        {},
        { token: user.token },
      );
      // A coin that is not traded here leaves the address, and filters nothing.
      await page.goto(`${server.server.url}/pc/account/trade?type=4&coin=EUR`);
      const counts = [counted.counts['all'], counted.counts['fills']].map(String);
      await expect(tabOf(page, words.orders[1])).toContainText(counts[1] ?? '');
      await expect(page).not.toHaveURL(/coin=/);
      await expect(page.getByLabel(words.coin, { exact: true })).toHaveValue('');
      await tabOf(page, fills).click();
      await page.getByLabel(words.side, { exact: true }).selectOption(words.sell);
      await expect(page).toHaveURL(/side=sell/);
      // Nothing is kept for a selection.
      await expect(page.getByRole('button', { name: fills, exact: true })).toBeVisible();
      const { data } = await server.post<{ sum: number; list: { id: string; direction: string }[] }>(
        '/bb/app/spot/getFills',
        { side: 'sell' },
        { token: user.token },
      );
      expect(data.list.every(({ direction }) => direction === 'sell')).toBe(true);
      await expect(rows(page)).toHaveCount(Math.min(10, data.sum));
      const [sold] = data.list;
      await page.getByLabel(words.number).fill(`#${sold?.id}`);
      await page.getByLabel(words.number).press('Enter');
      await expect(page).toHaveURL(new RegExp(`number=${sold?.id}$`));
      await expect(rows(page)).toHaveCount(1);
      await page.reload();
      await expect(page.getByLabel(words.number)).toHaveValue(sold?.id ?? '');
      await expect(rows(page)).toHaveCount(1);
      await page.getByRole('button', { name: words.clear }).click();
      await expect(page).not.toHaveURL(/number|side/);
      await expect(tabOf(page, words.orders[1])).toContainText(counts[1] ?? '');
    },
  );

  test(
    `R2.16 totals that do not fit fade at the edge where there are more, ${language}`,
    nightly('a matter of looks'),
    async ({ page, context }) => {
      await beginAs(context, user, language);
      await page.setViewportSize({ width: 700, height: 900 });
      await page.goto(`${server.server.url}/pc/account/trade?type=4`);
      const row = page.getByRole('region', { name: WORDS[language].totals }).locator('[data-hidden]');
      await expect(row).toHaveAttribute('data-hidden', 'end');
      await row.evaluate((element) => element.scrollTo({ left: 10 }));
      await expect(row).toHaveAttribute('data-hidden', 'start end');
      await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
      await expect(row).toHaveAttribute('data-hidden', 'start');
    },
  );

  test(`R2.6 D0035 the portfolio shows cost and profit of each coin; hidden balances are hidden in every record, ${language}`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language];
    await beginAs(context, user, language);
    await page.goto(`${server.server.url}/pc/account/portfolio`);
    const profit = page.locator('section', { has: page.getByRole('heading', { name: words.profit }) });
    const { rows: kept } = await server.server.database.query<{ asset: number }>(
      `select asset from cost_basis
       where owner = $1 and (units > 0 or realised <> 0) and asset <> 0 order by asset`,
      [Number(user.userId)],
    );
    expect(kept.length).toBeGreaterThan(0);
    await expect(profit.locator('tbody tr')).toHaveCount(kept.length);
    await page.getByRole('button', { name: words.hide }).click();
    await expect(profit.locator('tbody tr').first()).toContainText('••••');
    // Percentages and the ring would tell what is hidden.
    await expect(profit).not.toContainText(/\d%/);
    const allocation = page.getByRole('region', { name: words.allocation });
    await expect(allocation.getByRole('listitem').first()).toContainText('••••');
    await expect(allocation).not.toContainText('%');
    await expect(allocation.locator('circle')).toHaveCount(1);
    await page.goto(`${server.server.url}/pc/account/trade?type=4`);
    for (const tab of words.orders) {
      await tabOf(page, tab).click();
      await expect(rows(page).first()).toContainText('••••');
    }
  });

  test(
    `R2.6 what was wrong of a transfer of one coin is not said of another, ${language}`,
    nightly('a detail of a page that main-job.spec.ts opens'),
    async ({ page, context }) => {
      await beginAs(context, user, language);
      await page.goto(`${server.server.url}/pc/account/assert/2`);
      await page
        .getByRole('button', { name: /^(Transfer|划转)$/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      const wrong = dialog.locator('#transfer-wrong');
      await dialog.locator('#transfer-amount').fill('99999999');
      await dialog.locator('[type=submit]').click();
      await expect(wrong).toBeVisible();
      await dialog.locator('select').last().selectOption('BTC');
      await expect(wrong).toBeHidden();
    },
  );
}
