/**
 * Goal: operators halt and resume a pair, and two of them delist it, on screens that follow by
 * themselves; a trader's site follows too. Method: real Chromium, a context for each; axe.
 */
import { expect, test, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { expectGoodPractice } from './page-models/accessible.ts';
import { openOffice } from './page-models/office.ts';
import { TestServer } from './server.ts';

const WORDS = {
  'en-US': {
    halt: 'Halt the pair',
    resume: 'Let the pair trade',
    delist: 'Delist the pair: ask a second person',
    delistChoice: 'Delist',
    halted: 'halted: orders can be cancelled',
    cancelOnly: 'Cancel only',
    trading: 'Trading',
    time: 'Time, UTC',
    reason: 'Reason',
    waits: /Act \d+ waits for a second person/,
    agree: 'Agree, then it is done',
    withdraw: 'Take it back',
    done: 'Done',
    gone: 'Delisted for good',
    tooShort: 'The reason is missing',
  },
  'zh-CN': {
    halt: '暂停交易对',
    resume: '恢复交易对',
    delist: '下架交易对：提交复核',
    delistChoice: '下架',
    halted: '已暂停：可撤单',
    cancelOnly: '仅可撤单',
    trading: '交易中',
    time: '时间（UTC）',
    reason: '理由',
    waits: /操作 \d+ 等待第二人复核/,
    agree: '同意并执行',
    withdraw: '撤回申请',
    done: '已完成',
    gone: '永久下架',
    tooShort: '缺少理由',
  },
} as const;
const REASON = 'The prices of its sources differ';

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => {
  await server.stop();
});

const rowOf = (page: Page, pair: string) => page.getByRole('row').filter({ hasText: pair });

for (const [at, language] of (['en-US', 'zh-CN'] as const).entries()) {
  const options = language === 'en-US' ? {} : nightly('in English');
  test(
    `R16.4 D0054 two operators halt, resume and delist a pair, ${language}`,
    options,
    async ({ browser }) => {
      const words = WORDS[language];
      const pair = ['XRP/BTC', 'ADA/ETH'][at]!;
      const [one, two] = await Promise.all([
        openOffice(browser, server, { operator: `markets-one-${at}`, language }),
        openOffice(browser, server, { operator: `markets-two-${at}`, language }),
      ]);
      await Promise.all([one, two].map((page) => page.goto(`${server.url}/operator/markets`)));
      await rowOf(one, pair).click();
      await expect(one.getByText(words.halted)).toBeVisible();
      const halt = one.getByRole('button', { name: words.halt, exact: true });
      await expect(halt).toBeDisabled();
      await expect(one.getByText(words.tooShort)).toBeVisible();
      await one.getByLabel(words.reason, { exact: true }).fill(REASON);
      await expectGoodPractice(one);
      await halt.click();
      await expect(rowOf(one, pair)).toContainText(words.cancelOnly);
      await expect(rowOf(two, pair)).toContainText(words.cancelOnly);

      await rowOf(two, pair).click();
      await two.getByLabel(words.reason, { exact: true }).fill(REASON);
      await two.getByRole('button', { name: words.resume, exact: true }).click();
      await expect(rowOf(one, pair)).toContainText(words.trading);

      await one.getByRole('button', { name: words.delistChoice, exact: true }).click();
      await one.getByLabel(words.time, { exact: true }).fill('2027-09-01 08:00');
      await one.getByLabel(words.reason, { exact: true }).fill(REASON);
      await one.getByRole('button', { name: words.delist, exact: true }).click();
      await expect(one.getByRole('status').filter({ hasText: words.waits })).toBeVisible();

      await Promise.all([one, two].map((page) => page.goto(`${server.url}/operator/acts`)));
      await rowOf(one, pair).click();
      await expect(one.getByRole('button', { name: words.withdraw })).toBeVisible();
      await rowOf(two, pair).click();
      await expect(two.getByText(words.gone)).toBeVisible();
      await two.getByLabel(words.reason, { exact: true }).fill(REASON);
      await expectGoodPractice(two);
      await two.getByRole('button', { name: words.agree }).click();
      await expect(one.getByRole('region').getByText(words.done, { exact: true })).toBeVisible();
      await expect(rowOf(one, pair)).toHaveCount(0);
      const pairs = await two.request.post(`${server.url}/operator/app/markets/getPairs`, { data: {} });
      const { data } = (await pairs.json()) as {
        data: { pairs: { pair: string; delistsTime: number | null }[] };
      };
      expect(data.pairs.find((each) => each.pair === pair)?.delistsTime).toBe(Date.UTC(2027, 8, 1, 8));
    },
  );
}
