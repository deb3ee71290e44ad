/**
 * Goal: the page of fees shows the parameters in force, and its calculator what they cost. Method:
 * a visitor on the real page beside the calls, in both languages.
 */
import { expect } from '@playwright/test';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import { nightly } from './nightly.ts';
import { expectAccessible, speak } from './page-models/accessible.ts';
import { test } from './shared-server.ts';

type Config = DataOf<CallNamed<'parameters/get-contract-config'>>;
type Terms = DataOf<CallNamed<'funding/get-terms'>>;

const WORDS = {
  'en-US': {
    title: 'Fees and limits',
    tiers: 'Fee tiers',
    durations: 'Durations and rates',
    networks: 'Deposits and withdrawals',
    contract: 'Contract',
    withdrawal: 'Withdrawal',
    exchange: 'Exchange',
    sell: 'You sell coins for',
    stake: 'Stake',
    count: 'Contracts',
    arrive: 'Amount to arrive',
    pay: 'You pay',
    maker: 'waits on the book',
  },
  'zh-CN': {
    title: '费率与限额',
    tiers: '费率等级',
    durations: '时长与收益率',
    networks: '充值与提现',
    contract: '合约',
    withdrawal: '提现',
    exchange: '闪兑',
    sell: '卖出币种所得',
    stake: '本金',
    count: '笔数',
    arrive: '要到账的数量',
    pay: '支付数量',
    maker: '挂单等待',
  },
} as const;

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];
  test(`R2.42 R10.6 fees and limits are those in force, and the calculator works them out, ${language}`, async ({
    page,
    server,
  }) => {
    await speak(page, language);
    await page.goto(`${server.url}/pc/about/legal?view=fees`);
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
    const table = (name: string) => page.getByRole('table', { name, exact: true });
    await expect(table(words.tiers).getByRole('row').nth(1)).toContainText('0.080%');
    const { list } = await server.call<Terms>('/bb/app/funding/getTerms');
    await expect(table(words.networks).getByRole('row')).toHaveCount(list.length + 1);
    const reply = await fetch(`${server.url}/bb/app/paramter/contractconfig`);
    const { data: configs } = (await reply.json()) as { data: Config };
    await expect(table(words.durations).getByRole('row')).toHaveCount(configs.length + 1);
    await expect(table(words.durations).getByRole('row').nth(1)).toContainText('55.1%');

    const calculator = page.getByRole('region').filter({ has: page.locator('#calculator') });
    await calculator.getByLabel(words.sell).fill('1000');
    await expect(calculator).toContainText('999.00');
    await calculator.getByRole('button', { name: words.maker }).click();
    await expect(calculator).toContainText('999.20');
    await calculator.getByRole('button', { name: words.contract, exact: true }).click();
    await calculator.getByLabel(words.stake, { exact: true }).fill('20');
    await calculator.getByLabel(words.count, { exact: true }).fill('100');
    await expect(calculator).toContainText('−184.00');
    await expect(calculator).toContainText('−2,004.00');
    await expectAccessible(page);
    await calculator.getByRole('button', { name: words.withdrawal, exact: true }).click();
    await calculator.getByLabel(words.arrive).fill('500');
    const usdt = list.find(({ currency, chain }) => currency === 'USDT' && chain === 'TRC20');
    await expect(calculator).toContainText(`${500 + Number(usdt?.fee)}.00`);
    await calculator.getByRole('button', { name: words.exchange, exact: true }).click();
    await calculator.getByRole('textbox', { name: new RegExp(`^${words.pay}`) }).fill('100');
    await expect(calculator).toContainText(/0\.00\d+/);
    await expectAccessible(page);
    await page.reload();
    await expect(calculator.getByRole('textbox', { name: new RegExp(`^${words.pay}`) })).toBeVisible();
  });
}

test(
  'R2.42 what one product offers cannot be read: its row says so and asks again, the rest is there',
  nightly('a rare failure of one call'),
  async ({ page, server }) => {
    const call = '**/finance/getOffers*';
    await page.route(call, (route) => route.abort());
    await page.goto(`${server.url}/pc/about/legal?view=fees`);
    const row = page
      .getByRole('table', { name: 'Products', exact: true })
      .getByRole('row', { name: /Finance/ });
    await expect(row.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Fee tiers', exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.unroute(call);
    await row.getByRole('button').click();
    await expect(row.getByRole('alert')).toBeHidden();
    await expect(row).toContainText('no fee');
  },
);
