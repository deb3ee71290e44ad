/**
 * Goal: what the exchange page shows is what is booked; its errors are told before the press; small
 * balances become one; a list that opens misses no exchange of that moment. Method: a user with
 * play money on the real page, in both languages, beside the calls for the balances; replies and
 * the stream's sign-in are held back.
 */
import { expect, type Page, type Route } from '@playwright/test';
import { nightly } from './nightly.ts';
import { expectToast } from './page-models/toasts.ts';
import type { Session, TestServer } from './server.ts';
import { test } from './shared-server.ts';

const TEXTS = {
  'en-US': {
    take: 'Exchange at this price',
    enter: 'Enter exchange amount',
    swap: 'Swap the coins',
    short: 'Insufficient available balance',
    low: 'below the minimum',
    small: 'Exchange 1 coin into USDT',
    hidden: 'Exchanged •••• USDT for •••• BTC',
    done: /^Exchanged 5,000 USDT for [\d.]+ BTC$/,
    dustDone: /^Exchanged small balances for [\d,.]+ USDT$/,
  },
  'zh-CN': {
    take: '按此价格兑换',
    enter: '请输入兑换数量',
    swap: '互换币种',
    short: '可用余额不足',
    low: '最小兑换量',
    small: '将 1 个币种兑换为 USDT',
    hidden: '已用 •••• USDT 兑换 •••• BTC',
    done: /^已用 5,000 USDT 兑换 [\d.]+ BTC$/,
    dustDone: /^小额资产已兑换为 [\d,.]+ USDT$/,
  },
} as const;

interface Assets {
  readonly list: readonly { readonly currencyName: string; readonly availableCurrency: string }[];
}
async function balanceOf(server: TestServer, token: string, coin: string): Promise<string> {
  const { list } = await server.call<Assets>('/bb/app/wallet/getAssets', { account: 2 }, token);
  return list.find((row) => row.currencyName === coin)?.availableCurrency ?? '';
}

const pay = (page: Page) => page.locator('[name=payAmount]');
const receive = (page: Page) => page.locator('[name=receiveAmount]');

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R2.6 flash-exchange I1 the amount on the page is the amount that arrives, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const { session } = await beginAsNew(language);
    const texts = TEXTS[language];
    const take = page.getByRole('button', { name: texts.take });
    await page.goto(`${server.url}/pc/account/dui`);
    await take.click();
    await expect(page.getByText(texts.enter)).toBeVisible();
    await pay(page).fill('5000');
    await expect(page.getByText(texts.enter)).toBeHidden();
    await expect(receive(page)).toHaveValue(/^0\.05\d+$/);
    // The quote may renew itself before the press: what counts is the one that was taken.
    const taken = page.waitForRequest('**/flashExchange/exchange');
    await take.click();
    const { quote } = (await taken).postDataJSON() as { quote: string };
    await expectToast(page, texts.done);
    const { command } = JSON.parse(Buffer.from(quote.split('.')[0] ?? '', 'base64url').toString()) as {
      command: { receive: number };
    };
    const received = (command.receive / 1e8).toFixed(8);
    expect(Number(await balanceOf(server, session.token, 'BTC')).toFixed(8)).toBe(
      (0.1 + Number(received)).toFixed(8),
    );
    const row = page.getByRole('table').locator('tbody tr').first();
    await expect(row).toContainText(received.replace(/0+$/, ''));
    await expect(pay(page)).toHaveValue('');

    // By the amount to receive, and back from there.
    await receive(page).fill('0.01');
    await expect(pay(page)).toHaveValue(/^\d{3,4}(\.\d+)?$/);
    await page.getByRole('button', { name: texts.swap }).click();
    await expect(page).toHaveURL(/pay=BTC/);
    await expect(pay(page)).toHaveValue('0.01');
    await expect(receive(page)).toHaveValue(/^\d{3,4}(\.\d+)?$/);

    await page.getByRole('button', { name: texts.swap }).click();
    await page.evaluate(() => localStorage.setItem('canSeeAsserts', '0'));
    await page.reload();
    await pay(page).fill('100');
    await expect(take).toBeEnabled();
    await take.click();
    await expectToast(page, texts.hidden);
    await page.getByRole('button', { name: texts.swap }).click();

    await pay(page).fill('0.4');
    await expect(page.getByText(texts.short)).toBeVisible();
    await expect(take).toBeDisabled();
    await pay(page).fill('0.00001');
    await expect(page.getByText(texts.low)).toBeVisible();
    await expect(pay(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(take).toBeDisabled();
  });

  test(`R2.6 flash-exchange I3 small balances become one coin, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const { session } = await beginAsNew(language);
    const texts = TEXTS[language];
    const most = { payCurrency: 'BTC', receiveCurrency: 'USDT', payAmount: '0.09995' };
    const { quote } = await server.call<{ quote: string }>(
      '/bb/app/flashExchange/getQuote',
      most,
      session.token,
    );
    await server.call('/bb/app/flashExchange/exchange', { quote }, session.token);
    await page.goto(`${server.url}/pc/account/dui`);
    await page.getByRole('button', { name: texts.small }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('listitem')).toContainText('0.00005');
    await dialog.getByRole('button', { name: texts.take }).click();
    await expectToast(page, texts.dustDone);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: texts.small })).toBeHidden();
    expect(await balanceOf(server, session.token, 'BTC')).toBe('0');
  });
}

async function exchange({ server, session }: { server: TestServer; session: Session }): Promise<void> {
  const { token } = session;
  const asked = { payCurrency: 'USDT', receiveCurrency: 'BTC', payAmount: '250' };
  const { quote } = await server.call<{ quote: string }>('/bb/app/flashExchange/getQuote', asked, token);
  await server.call('/bb/app/flashExchange/exchange', { quote }, token);
}

function signal(): [isGiven: Promise<void>, give: () => void] {
  let give = () => {};
  return [new Promise((resolve) => (give = resolve)), () => give()];
}

test(
  'R2.6 R7.7 an exchange that is made while the list of exchanges is on its way is shown',
  nightly('a rare order of replies'),
  async ({ page, context, server, beginAsNew }) => {
    const { session } = await beginAsNew();
    const [isRead, read] = signal();
    const [isTold, answer] = signal();
    const hold = async (route: Route) => {
      const response = await route.fetch();
      read();
      await isTold;
      await route.fulfill({ response });
    };
    await context.route('**/getExchanges', hold, { times: 1 });
    let heard = '';
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (heard += String(payload))));
    await page.goto(`${server.url}/pc/account/trade?tab=exchanges`);
    await isRead;
    await expect.poll(() => heard).toContain('"previous":null');
    await exchange({ server, session });
    await expect.poll(() => heard).toContain('"flash-exchange":[');
    answer();
    await expect(page.getByRole('table')).toContainText('250');
  },
);

test(
  'R2.6 R7.7 an exchange that is made before the page hears of changes is shown',
  nightly('a rare order of replies'),
  async ({ page, context, server, beginAsNew }) => {
    const { session } = await beginAsNew();
    const [isConnected, connect] = signal();
    const [isMade, signIn] = signal();
    await context.routeWebSocket(/\/ws$/, (socket) => {
      const stream = socket.connectToServer();
      socket.onMessage(async (message) => {
        if (String(message).includes('"auth"')) {
          connect();
          await isMade;
        }
        stream.send(message);
      });
    });
    await page.goto(`${server.url}/pc/account/trade?tab=exchanges`);
    await isConnected;
    await page.waitForLoadState('networkidle');
    await exchange({ server, session });
    signIn();
    await expect(page.getByRole('table')).toContainText('250');
  },
);
