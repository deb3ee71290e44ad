/**
 * Goal: guards, the end of a session, two tabs, stored choices, a broken connection and refusals.
 * Method: real Chromium against one real server; users are created by calls.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import {
  accountMenu,
  beginAs,
  confirmOrder,
  fillLogIn,
  logIn,
  logOut,
  orderForm,
  ordersPanel,
  sendOrder,
  WORDS,
} from './page-models/site.ts';
import { expectToast } from './page-models/toasts.ts';
import type { Session, TestServer } from './server.ts';
import { test } from './shared-server.ts';

/** Long enough for two reconnections to fail. */
const STOPPED_MS = 15_000;
const EN = WORDS['en-US'];

/** A script with the texts of a part in a language. */
const TEXT_FILE = /\/assets\/(en-US|zh-CN)-[^/]*\.js$/;

async function chooseLanguage(page: Page, name: 'English' | '简体中文'): Promise<void> {
  await page.getByRole('button', { name: /English|简体中文/ }).click();
  await page.getByRole('menuitemradio', { name }).click();
}

async function restingBuy(server: TestServer, token: string, price = '70000'): Promise<void> {
  const order = { baseCoin: 'BTC', quoteCoin: 'USDT', side: 'buy', type: 'limit', amount: '0.001' };
  await server.call('/bb/app/spot/placeOrder', { ...order, price }, token);
}

/** 'pers***.com' of 'person1@example.com': first four and last four characters. */
const masked = (email: string): string => `${email.slice(0, 4)}***${email.slice(-4)}`;

test('R2.1 a visitor who opens a page of their own logs in and is brought back to it', async ({
  page,
  server,
  newPerson,
}) => {
  const person = await newPerson();
  await page.goto(`${server.url}/pc/account/trade?type=4`);
  await expect(page).toHaveURL(/\/pc\/login\/login\?returnTo=/);
  await fillLogIn(page, server, person);
  await expect(page).toHaveURL(`${server.url}/pc/account/trade?type=4`);
  await expect(page.getByRole('heading', { name: 'Trade records' })).toBeVisible();
});

test(
  'R2.1 whoever logs in from a product or the desk is brought back to it',
  nightly('the test before shows it of one page'),
  async ({ page, server }) => {
    for (const [path, link] of [
      ['/pc/trade', 'Log in to trade'],
      ['/pc/scontract?base=ETH', 'Log in to trade'],
      ['/pc/finance/list', 'Log in to buy'],
      ['/pc/fund/detail?fund=1', 'Log in to buy'],
      ['/pc/subscribe/detail?project=1', 'Log in to subscribe'],
    ] as const) {
      await page.goto(server.url + path);
      await page.getByRole('main').getByRole('link', { name: link }).first().click();
      await expect(page).toHaveURL(/\/pc\/login\/login\?returnTo=/);
      expect(new URL(page.url()).searchParams.get('returnTo'), path).toBe(path.replace('/pc', ''));
    }
  },
);

test('R4.1 R7.2 code -2 ends the session with its message, and personal pages close', async ({
  page,
  server,
  beginAsNew,
}) => {
  const { session } = await beginAsNew();
  await page.goto(`${server.url}/pc/account/assert/2`);
  await expect(accountMenu(page)).toContainText(masked(session.email));
  // Away from the site, whose stream would tell the page before its next call asks.
  await page.goto('about:blank');
  await server.call('/bb/app/user/logout', {}, session.token);
  await page.goto(`${server.url}/pc/account/assert/1`);
  await expectToast(page, 'Please login first');
  await expect(page).toHaveURL(/\/pc\/login\/login/);
  await expect(accountMenu(page)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('User-Token'))).toBeNull();
});

test('R4.1 a session that is ended elsewhere ends on an open page, without a touch', async ({
  page,
  server,
  beginAsNew,
}) => {
  const { session } = await beginAsNew();
  // Blocks the page's own poll, once a minute, which would detect it too.
  await page.route(/getNoticeCount/, (route) => route.abort());
  await page.goto(`${server.url}/pc/market`);
  await expect(accountMenu(page)).toBeVisible();
  await server.call('/bb/app/user/logout', {}, session.token);
  await expectToast(page, 'Please login first');
  await expect(accountMenu(page)).toBeHidden();
});

test('R4.1 R7.2 a session that another device ended says so, on the page and at login', async ({
  page,
  server,
  beginAsNew,
}) => {
  const { password, email } = await beginAsNew();
  await page.goto(`${server.url}/pc/account/assert/1`);
  await expect(accountMenu(page)).toBeVisible();
  const told = /^All other sessions were ended from another device/;
  await server.call('/bb/app/user/sendEmailCode', { email, type: 'login' });
  const code = await server.codeFor(email);
  const other = await server.call<Session>('/bb/app/user/login', { account: email, code, password });
  await server.call('/bb/app/user/endOtherSessions', { password }, other.token);
  await expect(page).toHaveURL(/\/pc\/login\/login/);
  await expect(page.locator('form').getByText(told)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('form').getByText(told)).toHaveCount(0);
});

test('R13.6 R14.5 while the platform is short of room every page says so', async ({ page, server }) => {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const toServer = socket.connectToServer();
    toServer.onMessage((text) =>
      socket.send(String(text).replace('"type":"hello"', '"type":"hello","isShortOfRoom":true')),
    );
  });
  for (const path of ['/pc/main', '/pc/trade']) {
    await page.goto(server.url + path);
    await expect(
      page.getByRole('status').filter({ hasText: /^The platform is short of storage/ }),
    ).toBeVisible();
  }
});

test('R4.1 R2.15 who logs out while the server does not answer is out at once, and the server hears of it later', async ({
  page,
  server,
  newPerson,
}) => {
  const person = await newPerson();
  await logIn(page, server, person);
  const [token] = await sessionCookies(page);
  await page.route(/user\/logout$/, (route) => route.abort());
  await logOut(page, 'Log out');
  await expectToast(page, 'Exited on this device');
  await expect(accountMenu(page)).toBeHidden();
  await server.call('/bb/app/user/info', {}, token);
  await page.unroute(/user\/logout$/);
  await page.reload();
  await expect.poll(() => sessionCookies(page)).toEqual([]);
  await expect(server.call('/bb/app/user/info', {}, token)).rejects.toThrow('Please login first');
});

async function sessionCookies(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies();
  return cookies.filter(({ name }) => name === 'session').map(({ value }) => value);
}

test(
  'R2.16 R8.6 a limit order by total: the amount follows the price, the question says what the order comes to, a server that is starting says so',
  nightly('quote.test.ts shows the amounts'),
  async ({ page, server, beginAsNew }) => {
    await beginAsNew();
    await page.goto(`${server.url}/pc/trade`);
    const form = orderForm(page, EN);
    const field = (name: string): Locator => form.locator(`input[name=${name}]`);
    await field('price').fill('70000');
    await field('total').fill('50');
    await expect(field('amount')).toHaveValue('0.00071');
    await field('price').fill('60000');
    await expect(field('amount')).toHaveValue('0.00083');
    await expect(field('total')).toHaveValue('50');
    await form.locator('button[type=submit]').click();
    await expect(page.getByRole('dialog')).toContainText('0.00083 BTC');
    await expect(page.getByRole('dialog')).toContainText('49.80 USDT');
    const msg = 'The platform is busy or starting. Try again shortly';
    const json = { code: 1005, msg, data: null, error: 'request/not-ready' };
    const keys: (string | undefined)[] = [];
    await page.route(/\/spot\/placeOrder$/, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return keys.length === 1 ? route.abort() : route.fulfill({ status: 503, json });
    });
    await confirmOrder(page, EN);
    await expectToast(page, msg);
    // Sent three times in all, and the order is one.
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[0]).toMatch(/\S/);
    await expect(field('amount')).toHaveValue('0.00083');
  },
);

test('R3.11 two tabs follow one session: the second person never sees what the first one owns', async ({
  page,
  context,
  server,
  newPerson,
}) => {
  const [first, second] = [await newPerson(), await newPerson()];
  await restingBuy(server, first.session.token);
  await beginAs(context, first.session);
  await page.goto(`${server.url}/pc/trade`);
  await expect(ordersPanel(page, EN)).toContainText('70,000.00');
  const other = await context.newPage();
  await other.goto(`${server.url}/pc/main`);
  await logOut(other, 'Log out');
  await expect(page.getByText('You are not logged in')).toBeVisible();
  await expect(ordersPanel(page, EN)).not.toContainText('70,000.00');
  await logIn(other, server, second);
  await expect(ordersPanel(page, EN)).toContainText('Open orders (0)');
  await expect(ordersPanel(page, EN)).not.toContainText('70,000.00');
  const token = await page.evaluate(() => localStorage.getItem('User-Token'));
  expect(token).not.toBe(first.session.token);
});

test('identity I12 after signing in, no script of the page can read what the session is known by; it stays across tabs and a reload', async ({
  page,
  context,
  server,
  newPerson,
}) => {
  const person = await newPerson();
  await page.goto(`${server.url}/pc/login/login`);
  await logIn(page, server, person);
  await expect(accountMenu(page)).toContainText(masked(person.session.email));
  const token = (await context.cookies()).find(({ name }) => name === 'session')?.value ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  const readable = await page.evaluate(() => JSON.stringify([localStorage, document.cookie]));
  expect(readable).toContain('User-Token');
  expect(readable).not.toContain(token);
  await page.reload();
  await expect(accountMenu(page)).toContainText(masked(person.session.email));
});

test(
  'R7.1 R8.6 a server that is slow shows nothing that it has not said, after 12 seconds is told to be late, and can be asked again',
  nightly('waits until calls are late'),
  async ({ context, server, beginAsNew }) => {
    await beginAsNew();
    const isCall = (url: URL) => /^\/(bb|contract)\/app\//.test(url.pathname);
    await context.route(isCall, () => {});
    await context.routeWebSocket(/\/ws$/, () => {});
    const open = async (path: string, neverBefore: RegExp, after: string) => {
      const page = await context.newPage();
      await page.goto(`${server.url}/pc/${path}`);
      const main = page.getByRole('main').first();
      await main.waitFor();
      return { page, main, neverBefore, after };
    };
    const pages = await Promise.all([
      open('market', /External exchange|0 pairs|0\.00%/, 'BTC/USDT'),
      open('trade', /Open orders|0\.00/, 'Order book'),
      open('scontract', /No position|Fee 0/, 'No position is running.'),
      open('account/assert/2', /0\.00|No data/, 'Tether'),
      open('setting/invite', /invite=|get %|No data/, 'Nobody has registered with your code yet.'),
      open('setting/message', /No unread|No data/, 'Welcome to Glasshouse'),
    ]);
    for (const { main, neverBefore } of pages) await expect(main).not.toContainText(neverBefore);
    for (const { main, neverBefore } of pages) {
      await expect(main.getByRole('alert').first()).toContainText('This did not load');
      await expect(main).not.toContainText(neverBefore);
    }
    await context.unroute(isCall);
    for (const { page, main, after } of pages) {
      // A page in the background draws nothing, and waits with a press until it does.
      await page.bringToFront();
      // One page may have several requests; the message about one disappears when its reply comes.
      await expect(async () => {
        const again = main.getByRole('button', { name: 'Try again' });
        if (await again.first().isVisible()) await again.first().click({ timeout: 1000 });
        await expect(main).toContainText(after, { timeout: 1000 });
      }).toPass();
    }
  },
);

test('R1.4 language and theme survive a reload', async ({ page, server }) => {
  await page.goto(`${server.url}/pc/market`);
  await page.getByRole('button', { name: 'Switch to the light theme' }).click();
  await page.getByRole('button', { name: /English/ }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(page.getByRole('link', { name: '秒合约' }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: '秒合约' }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  // No dark frame may flash while the site's own scripts load.
  await page.route(/\/assets\/.*\.js$/, () => {});
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#root')).toBeAttached();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
});

test(
  'R1.4 every tab shows the language that was chosen in one of them',
  nightly('the test before shows the choice of a language'),
  async ({ page, context, server }) => {
    const html = page.locator('html');
    await page.goto(`${server.url}/pc/market`);
    const other = await context.newPage();
    await other.goto(`${server.url}/pc/main`);
    await chooseLanguage(other, '简体中文');
    await expect(html).toHaveAttribute('lang', 'zh-Hans');
  },
);

test(
  'R8.3 texts that do not load: a choice of language says so, and a page that begins without them loads anew',
  nightly('a rare failure of one file'),
  async ({ page, server }) => {
    await page.goto(`${server.url}/pc/market`);
    await page.route(TEXT_FILE, (route) => route.abort());
    await chooseLanguage(page, '简体中文');
    await expectToast(page, 'This did not load');
    await page.unroute(TEXT_FILE);
    await page.route(TEXT_FILE, (route) => route.abort(), { times: 1 });
    await page.reload();
    await expect(page.getByRole('link', { name: 'Seconds contract' }).first()).toBeVisible();
  },
);

test('R8.6 a break of the connection is told, nothing can be sent, and it heals without a reload', async ({
  page,
  server,
  beginAsNew,
}) => {
  await beginAsNew();
  await page.goto(`${server.url}/pc/trade`);
  const send = orderForm(page, EN).locator('button[type=submit]');
  await expect(send).toBeEnabled();
  await expect(page.getByTestId('deals')).toContainText(/\d/);
  await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }));
  await server.kill();
  const bar = page.getByRole('alert').filter({ hasText: 'Connection lost' });
  await expect(bar).toBeVisible();
  await expect(send).toBeDisabled();
  const frozen = await page.getByTestId('deals').innerText();
  await page.waitForTimeout(STOPPED_MS);
  await expect(bar).toBeVisible();
  expect(await page.getByTestId('deals').innerText()).toBe(frozen);
  await server.start();
  await expect(bar).toBeHidden();
  await expect(send).toBeEnabled();
  await expect.poll(() => page.getByTestId('deals').innerText()).not.toBe(frozen);
  expect(await page.evaluate(() => 'notReloaded' in globalThis)).toBe(true);
});

test('R2.4 all open orders are cancelled with one press', async ({ page, server, beginAsNew }) => {
  const { session } = await beginAsNew();
  for (const price of ['70000', '71000', '72000']) await restingBuy(server, session.token, price);
  await page.goto(`${server.url}/pc/trade`);
  const orders = ordersPanel(page, EN);
  await expect(orders).toContainText('Open orders (3)');
  await orders.getByRole('button', { name: 'Cancel all' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel all orders?' });
  await expect(question).toContainText('3 open orders');
  await question.getByRole('button', { name: 'Cancel all' }).click();
  await expectToast(page, 'Cancelled');
  await expect(orders).toContainText('Open orders (0)');
  await expect(orders).not.toContainText('71,000.00');
});

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R5.9 the order form says in place what is wrong, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const { session } = await beginAsNew(language);
    const words = WORDS[language];
    await page.goto(`${server.url}/pc/trade`);
    const told = orderForm(page, words).getByRole('alert');
    await sendOrder(page, words, { side: 'Buy', price: '70000', amount: '0.00001' });
    await expect(told).toHaveText(words.belowMinimum);
    await orderForm(page, words).locator('input[name=amount]').fill('100');
    await expect(told).toBeHidden();
    await sendOrder(page, words, { side: 'Buy', price: '70000', amount: '100' });
    await expect(told).toHaveText(words.insufficient);
    await orderForm(page, words).getByRole('button', { name: words.conditional }).click();
    await orderForm(page, words).getByRole('menuitemradio', { name: 'OCO' }).click();
    await sendOrder(page, words, { side: 'Sell', price: '70000', amount: '0.001' });
    await expect(told).toHaveText(words.limitAbove);
    const { list } = await server.call<{ list: unknown[] }>(
      '/bb/app/spot/getOrders',
      { pageNo: 1, pageSize: 10 },
      session.token,
    );
    expect(list).toEqual([]);
  });
}

test('R8.6 a double press or a held key opens one contract', async ({ page, server, beginAsNew }) => {
  await beginAsNew();
  await page.goto(`${server.url}/pc/scontract`);
  await page.getByRole('button', { name: '600 s' }).click();
  const up = page.getByRole('button', { name: 'Up', exact: true });
  await up.dblclick();
  await expect(page.getByText('You have 1 unfinished order', { exact: true })).toBeVisible();
  await up.focus();
  for (let repeats = 0; repeats < 4; repeats++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByText('You have 2 unfinished orders', { exact: true })).toBeVisible();
  // A further one would have been opened before this.
  await page.getByRole('button', { name: 'Down', exact: true }).click();
  await expect(page.getByText('You have 3 unfinished orders', { exact: true })).toBeVisible();
});
