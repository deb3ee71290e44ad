/**
 * Goal: a wash trade appears as a case on an operator's open page, who sees the evidence, notes and
 * closes it; the customers' accounts stay as they were. Method: real Chromium, two customers of one
 * browser over HTTP; both languages; axe.
 */
import { expect, test, type Page } from '@playwright/test';
import { startTestServer, type TestServer, type TestUser } from '../apps/server/src/testing/harness.ts';
import { expectAccessible } from './page-models/accessible.ts';
import { openOfficeAt } from './page-models/office-session.ts';

const WORDS = {
  'en-US': {
    page: 'Watch',
    none: 'No case is open',
    washTrade: 'Wash trade',
    sameBrowser: 'same browser',
    trades: '3 trades',
    atLeast: 'from 5',
    note: 'Note',
    add: 'Add the note',
    close: 'Close…',
    nothing: 'Nothing found',
    unchanged: 'nothing changes',
    reason: 'Internal note',
    closeNow: 'Close the case',
    closed: 'Closed: Nothing found',
    notYours: 'Watch is not part of your role',
  },
  'zh-CN': {
    page: '监测',
    none: '没有待处理的案件',
    washTrade: '对敲交易',
    sameBrowser: '同一浏览器',
    trades: '3 笔成交',
    atLeast: '不低于 5',
    note: '备注',
    add: '添加备注',
    close: '关闭…',
    nothing: '未发现问题',
    unchanged: '不作任何变更',
    reason: '内部备注',
    closeNow: '关闭案件',
    closed: '已关闭：未发现问题',
    notYours: '“监测”不属于你的角色',
  },
} as const;
/** The watch looks every second here, the page every five. */
const SEEN_WITHIN_MS = 60_000;

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer({ config: { watchEveryMs: 1_000 } });
});
test.afterAll(() => server.close());

/** A customer who logs in with the browser of this name. */
async function customerOf(device: string, name: string): Promise<TestUser> {
  const user = await server.register(name);
  const { email, password } = user;
  const headers = { cookie: `device=${device.padEnd(22, '0')}` };
  await server.post('/bb/app/user/sendEmailCode', { email, type: 'login' }, { headers });
  const code = await server.codeFor(email);
  const body = { account: email, code, password };
  const { data } = await server.post<{ token: string }>('/bb/app/user/login', body, { headers });
  return { ...user, token: data.token };
}

async function trade(seller: TestUser, buyer: TestUser): Promise<void> {
  for (const [user, side] of [
    [seller, 'sell'],
    [buyer, 'buy'],
  ] as const) {
    const order = { baseCoin: 'BTC', quoteCoin: 'USDT', side, type: 'limit', price: '60000', amount: '0.01' };
    const { code, msg } = await server.post('/bb/app/spot/placeOrder', order, { token: user.token });
    expect(code, msg).toBe(1);
  }
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const decision = (page: Page) => page.getByRole('region', { name: /^(Decision|审批|决定)/ });

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];
  const lang = language.toLowerCase();

  test(`watch I2 watch I4 operators I4 a wash-trade case appears, is noted and closed, ${language}`, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const ann = await openOfficeAt(browser, server, {
      operator: `ann-watch-${lang}`,
      language,
      role: 'risk',
      path: '/watch',
    });
    await expect(ann.getByText(words.none)).toBeVisible();
    await expectAccessible(ann);
    const [low, high] = [await customerOf(lang, `wash-a-${lang}`), await customerOf(lang, `wash-b-${lang}`)];
    for (let i = 0; i < 3; i++) {
      await trade(low, high);
      await trade(high, low);
    }
    // Nobody reloads: the queue follows.
    const queue = ann.getByRole('grid', { name: words.page, exact: true });
    const row = rowOf(ann, low.userId);
    await expect(row).toContainText(words.washTrade, { timeout: SEEN_WITHIN_MS });
    await expect(row).toContainText(high.userId);
    await row.click();
    await expect(ann.getByText(words.sameBrowser)).toBeVisible();
    await expect(ann.getByText(words.trades)).toHaveCount(2);
    await expect(decision(ann).getByText(words.atLeast)).toBeVisible();
    await expect(rowOf(ann, 'BTC/USDT')).toHaveCount(6);
    await expectAccessible(ann);

    const add = decision(ann).getByRole('button', { name: words.add });
    await expect(add).toBeDisabled();
    await decision(ann).getByLabel(words.note, { exact: true }).fill('one family, asked in chat 5');
    await add.click();
    await expect(decision(ann).getByRole('listitem').filter({ hasText: 'asked in chat 5' })).toBeVisible();
    await decision(ann).getByRole('button', { name: words.close }).click();
    const form = ann.getByRole('dialog');
    await form.getByLabel(words.nothing).check();
    await expect(form.getByText(words.unchanged)).toBeVisible();
    await form.getByLabel(words.reason, { exact: true }).fill('two brothers, each explained it');
    await expectAccessible(ann);
    await form.getByRole('button', { name: words.closeNow }).click();
    await expect(form).toBeHidden();
    await expect(decision(ann)).toContainText(words.closed);
    await expect(queue.getByText(words.washTrade)).toHaveCount(0);

    // Nothing was done to them: they trade on, and no act is in their history.
    await trade(low, high);
    const acts = await server.post<{ list: unknown[] }>('/bb/app/user/getAccountActs', {}, low);
    expect([acts.code, acts.data.list]).toEqual([1, []]);

    const eve = await openOfficeAt(browser, server, {
      operator: `eve-watch-${lang}`,
      language,
      role: 'support',
      path: '/watch',
    });
    await expect(eve.getByRole('heading', { name: words.notYours })).toBeVisible();
    for (const page of [ann, eve]) await page.context().close();
  });
}
