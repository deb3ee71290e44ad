/**
 * Goal: the main journey of a user from end to end. Method: real Chromium against the real server,
 * which is killed at the end and restarted; everything that the user saw must still be there.
 */
import { expect, type Page } from '@playwright/test';
import {
  logIn,
  logOut,
  placeLimitOrder,
  register,
  transferToContract,
  type Person,
} from './page-models/site.ts';
import { expectToast, test } from './page-models/toasts.ts';
import { TestServer } from './server.ts';

const PERSON: Person = { email: 'first.trader@example.com', password: 'Lighthouse-7' };
const CONTRACT_SECONDS = 30;

interface Position {
  readonly id: string;
  readonly status: number;
  readonly result: 'win' | 'lose' | 'draw' | null;
  readonly direction: string;
  readonly openPrice: string;
  readonly finishPrice: string;
  readonly openTick: number;
  readonly finishTick: number;
  readonly openTime: number;
  readonly finishTime: number;
  readonly ticks: {
    readonly open: { timeMs: number; prices: Record<string, string> };
    readonly finish: { timeMs: number; prices: Record<string, string> };
  };
}
interface State {
  readonly balances: unknown;
  readonly orders: unknown;
  readonly positions: unknown;
  readonly postings: unknown;
}

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => {
  await server.stop();
});

test('R1.3 R2.4 R2.5 R10.4 seconds-contract I3 a person registers, trades, opens a contract that settles as its ticks say, and finds all of it after a crash', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await register(page, server, PERSON);
  await logOut(page, 'Log out');
  await expectToast(page, 'Exited');
  await logIn(page, server, PERSON);
  await seePricesMove(page);
  await tradeSpot(page);
  await openContract(page);
  await switchToChinese(page);
  const before = await stateOf(await tokenOf(page));
  await logOut(page, '退出登录');
  await expect(page.getByRole('link', { name: '登录' }).first()).toBeVisible();
  await server.kill();
  await server.start();
  expect(await stateOf(await signIn())).toEqual(before);
  expect(errors).toEqual([]);
});

async function seePricesMove(page: Page): Promise<void> {
  await page.goto(`${server.url}/pc/market`);
  const table = page.getByRole('table').first();
  await expect(table).toContainText('BTC');
  const first = await table.innerText();
  await expect.poll(() => table.innerText()).not.toBe(first);
}

async function tradeSpot(page: Page): Promise<void> {
  await page.goto(`${server.url}/pc/trade`);
  await expect(page.getByTestId('book-bid').or(page.getByTestId('book-bids'))).toContainText(/\d/);
  const orders = page
    .getByRole('region', { name: 'Orders' })
    .or(page.locator('section[aria-label="Orders"]'))
    .first();
  await placeLimitOrder(page, { side: 'Buy', price: '70000', amount: '0.001' });
  await expectToast(page, 'Order has been placed');
  await expect(orders).toContainText('70,000.00');
  await orders.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectToast(page, 'Cancelled');
  await expect(orders).not.toContainText('70,000.00');
  await placeLimitOrder(page, { side: 'Buy', price: '110000', amount: '0.001' });
  await orders
    .getByRole('tab', { name: 'Trade history' })
    .or(orders.getByRole('button', { name: 'Trade history' }))
    .click();
  await expect(orders).toContainText('Taker');
}

async function openContract(page: Page): Promise<void> {
  await page.goto(`${server.url}/pc/scontract`);
  await transferToContract(page, '25');
  await expectToast(page, 'Transfer successful');
  await expect(page.getByText('1,025.00')).toBeVisible();
  await page.getByRole('button', { name: /^30 s/ }).click();
  await page.getByRole('button', { name: '25', exact: true }).click();
  await page.getByLabel('Amount').fill('10');
  await page.getByRole('button', { name: 'Up', exact: true }).click();
  const running = page.getByTestId('running-position');
  await expect(running).toContainText('Open');
  const chart = page.getByRole('img', { name: /^BTC\/USDT price ticks/ });
  await expect(chart).toContainText(/Opening tick [\d,]+[\d,.]+ · \d{2}:\d{2}:\d{2}/);
  const first = await running.innerText();
  await expect.poll(() => running.innerText()).not.toBe(first);
  await switchToChinese(page);
  await page.getByRole('button', { name: /^30 秒/ }).click();
  await page.getByLabel('金额').fill('10');
  await page.getByRole('button', { name: '买跌', exact: true }).click();
  await expect(page.getByText('你有 2 笔未完成的订单')).toBeVisible();
  await expect(running).toHaveCount(0, { timeout: (CONTRACT_SECONDS + 90) * 1000 });
  const positions = await closedPositions(page);
  expect(positions.map(({ direction }) => direction)).toEqual(['down', 'up']);
  for (const position of positions) await expectSettledByTicks(position);
  await expect(page.getByRole('region', { name: '今日合约（UTC）' })).toContainText(
    /盈\/亏\/平\s*\d \/ \d \/ \d/,
  );
  const check = page.getByTestId('settlement-check');
  await page.getByRole('button', { name: '核验', exact: true }).first().click();
  await expect(check).toContainText('已核验');
  await switchToEnglish(page);
  await page.getByRole('button', { name: 'Check', exact: true }).nth(1).click();
  await expect(check).toContainText('Verified');
}

async function expectSettledByTicks(position: Position): Promise<void> {
  expect(position.status).toBe(1);
  // The first tick at or after the due time. On a busy machine a second may have had none.
  const dueMs = position.openTime + CONTRACT_SECONDS * 1000;
  expect(position.finishTime).toBeGreaterThanOrEqual(dueMs);
  const from = position.finishTick - 1;
  const [before, finish] = await server.call<{ tick: number; timeMs: number }[]>('/bb/app/market/getTicks', {
    from,
    size: 2,
  });
  expect([before?.tick, finish?.tick]).toEqual([from, position.finishTick]);
  expect(before?.timeMs).toBeLessThan(dueMs);
  expect(position.ticks.open.prices['btcusdt']).toBe(position.openPrice);
  expect(position.ticks.finish.prices['btcusdt']).toBe(position.finishPrice);
  const rise = Math.sign(Number(position.finishPrice) - Number(position.openPrice));
  const right = position.direction === 'up' ? rise : -rise;
  expect(position.result).toBe(right > 0 ? 'win' : right < 0 ? 'lose' : 'draw');
}

async function tokenOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === 'session')?.value ?? '';
}

/** Opens a session after the crash, by calls alone. */
async function signIn(): Promise<string> {
  const after = Date.now();
  await server.call('/bb/app/user/sendEmailCode', { email: PERSON.email, type: 'login' });
  const code = await server.codeFor(PERSON.email, { after });
  const { token } = await server.call<{ token: string }>('/bb/app/user/login', {
    account: PERSON.email,
    code,
    password: PERSON.password,
  });
  return token;
}

/** Newest first. */
async function closedPositions(page: Page): Promise<Position[]> {
  const token = await tokenOf(page);
  const { list } = await server.call<{ list: { id: string }[] }>(
    '/contract/app/contract/getContractRecord',
    { pageNo: 1, pageSize: 10, entryStatus: 1 },
    token,
  );
  return Promise.all(
    list.map(({ id }) => server.call<Position>('/contract/app/contract/getOrder', { id }, token)),
  );
}

async function switchToChinese(page: Page): Promise<void> {
  await page.getByRole('button', { name: /English/ }).click();
  await page
    .getByRole('menuitem', { name: '简体中文' })
    .or(page.getByRole('menuitemradio', { name: '简体中文' }))
    .or(page.getByRole('button', { name: '简体中文' }))
    .first()
    .click();
  await expect(page.getByRole('link', { name: '秒合约' })).toBeVisible();
}

async function switchToEnglish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /简体中文/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByRole('link', { name: 'Seconds contract' }).first()).toBeVisible();
}

/** The user's balances and history, as the calls return them. */
async function stateOf(token: string): Promise<State> {
  const page = { pageNo: 1, pageSize: 100 };
  const accounts = [1, 2].map((account) =>
    server.call<{ list: Record<string, string>[] }>('/bb/app/wallet/getAssets', { account }, token),
  );
  const balances = (await Promise.all(accounts)).map(({ list }) =>
    list.map(({ currencyName, availableCurrency, frozenCurrency }) => ({
      currencyName,
      availableCurrency,
      frozenCurrency,
    })),
  );
  const orders = await server.call('/bb/app/spot/getOrders', page, token);
  const positions = await server.call(
    '/contract/app/contract/getContractRecord',
    { ...page, entryStatus: 1 },
    token,
  );
  const postings = await server.call('/bb/app/wallet/getPostings', { ...page, account: 2 }, token);
  return { balances, orders, positions, postings };
}
