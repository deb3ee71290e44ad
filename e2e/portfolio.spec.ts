/**
 * Goal: the portfolio says what is free, what is frozen, and what comes back when. Method: a server
 * in this process, whose prices only the test changes.
 */
import { expect } from '@playwright/test';
import { startTestServer, type TestServer } from '../apps/server/src/testing/harness.ts';
import { beginAs } from './page-models/site.ts';
import { test } from './page-models/toasts.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.close());

const HOLD_MS = 71.5 * 3_600_000;
const WORDS = {
  'en-US': {
    hide: 'Hide balances',
    nothingLocked: 'Nothing is locked',
    back: 'What comes back, and when',
    left: /in \d+ (minutes|seconds)/,
    held: 'All coins',
    heldLeft: 'in 3 days',
  },
  'zh-CN': {
    hide: '隐藏余额',
    nothingLocked: '没有锁定的资产',
    back: '待返还',
    left: /\d+ (分钟|秒钟?)后/,
    held: '全部币种',
    heldLeft: '3 天后',
  },
} as const;

for (const language of ['en-US', 'zh-CN'] as const)
  test(`R2.6 the portfolio lists holds and running contracts with their end, ${language}`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language];
    const person = await server.register(`portfolio-${language.toLowerCase()}`);
    const { token } = person;
    await beginAs(context, person, language);
    await page.goto(`${server.server.url}/pc/account/portfolio`);
    await expect(page.getByText(words.nothingLocked)).toBeVisible();
    // What is free and what is frozen are the total.
    const moved = { amount: '100', currency: 'USDT', type: 1 };
    await server.post('/bb/app/contract/transfer', moved, { token });
    const order = { baseCoin: 'BTC', quoteCoin: 'USDT', side: 'buy', type: 'limit' };
    await server.post('/bb/app/spot/placeOrder', { ...order, price: '50000', amount: '0.01' }, { token });
    const position = {
      openAmount: '20',
      baseCoin: 'BTC',
      quoteCoin: 'USDT',
      positionTime: 600,
      tradeType: 1,
    };
    await server.market.tick();
    const opened = await server.post<{ id: string }>('/contract/app/contract/createOrder', position, {
      token,
    });
    expect(opened.code, opened.msg).toBe(1);
    // Without a price for some seconds it would be returned.
    await server.market.tick();
    const row = page.getByRole('listitem').filter({ hasText: `#${opened.data.id}` });
    await expect(row).toContainText(words.left);
    const sums = page.locator('dl dd');
    await expect(sums.nth(1)).toHaveText('500.00');
    await expect(sums.nth(2)).toHaveText(/^20\.\d+$/);
    const hold = { asset: -1, amount: 0, reason: 'security', untilMs: Date.now() + HOLD_MS } as const;
    const owner = Number(person.userId);
    await server.server.running.pipeline.submit({ type: 'place-hold', owner, ...hold }, { owner: 1 });
    await page.reload();
    const held = page.getByRole('listitem').filter({ hasText: words.held });
    await expect(held).toContainText(words.heldLeft);
    // The sooner end comes first.
    const list = page.getByRole('list', { name: words.back }).getByRole('listitem');
    await expect(list).toHaveCount(2);
    await expect(list.first()).toContainText(`#${opened.data.id}`);
    await page.getByRole('button', { name: words.hide }).click();
    await expect(list.first()).toContainText('••••');
    await expect(sums.nth(1)).toHaveText('••••');
  });
