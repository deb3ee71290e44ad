/**
 * Goal: a message tells its facts and lets its reader act: confirm, end the session, freeze, open
 * what it is about; and what comes by mail too is chosen. Method: real Chromium against a real
 * server, whose contracts end by its own ticks and whose mail is captured.
 */
import { expect, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { expectAccessible } from './page-models/accessible.ts';
import { LANGUAGES, setFundPassword } from './page-models/people.ts';
import { expectToast } from './page-models/toasts.ts';
import type { Session, TestServer } from './server.ts';
import { PASSWORD, test } from './shared-server.ts';

const WORDS = {
  'en-US': {
    fundPassword: /Your fund password was set/,
    today: 'Today',
    device: 'Device',
    ip: 'IP address',
    thisMachine: 'This machine',
    stillOpen: 'still open',
    ended: 'ended',
    wasMe: 'This was me',
    confirmed: /^You confirmed this on/,
    endSession: 'End that session',
    password: 'Login password',
    freeze: 'Freeze my account',
    frozen: 'Your account is frozen',
    consequence: /Freezing ends every session .* 24 hours\.$/,
    sent: /^Also sent to pers\*\*\*\.com\.$/,
    kind: 'Kind',
    contracts: 'Seconds contract',
    contract: /Contract #\d+ has ended/,
    mailed: /^Contract #\d+ has ended/,
    netResult: 'Net result',
    view: 'View the contract',
    none: 'There is none of this kind.',
    byMail: 'By e-mail',
    always: 'Always on',
    choice: 'Seconds contracts',
  },
  'zh-CN': {
    fundPassword: /资金密码已设置/,
    today: '今天',
    device: '设备',
    ip: 'IP 地址',
    thisMachine: '本机',
    stillOpen: '仍在登录',
    ended: '已退出',
    wasMe: '是我本人',
    confirmed: /^你已确认，时间/,
    endSession: '退出该登录',
    password: '登录密码',
    freeze: '冻结我的账户',
    frozen: '账户已冻结',
    consequence: /^冻结后所有登录将退出.*24 小时。$/,
    sent: /^同时已发送至 pers\*\*\*\.com。$/,
    kind: '类型',
    contracts: '秒合约',
    contract: /合约 #\d+ 已结束/,
    mailed: /has ended|已结束/,
    netResult: '净盈亏',
    view: '查看合约',
    none: '暂无此类消息。',
    byMail: '邮件通知',
    always: '始终发送',
    choice: '秒合约',
  },
} as const;

/** Another device of the same person sets a fund password. */
async function setFundPasswordElsewhere(server: TestServer, email: string): Promise<Session> {
  await server.call('/bb/app/user/sendEmailCode', { email, type: 'login' });
  const code = await server.codeFor(email, { after: Date.now() - 1000 });
  const other = await server.call<{ userId: string; token: string }>('/bb/app/user/login', {
    account: email,
    code,
    password: PASSWORD,
  });
  await setFundPassword(server, { ...other, email }, '135790');
  return { ...other, email };
}

const factOf = (page: Page, name: string) =>
  page.getByRole('article').locator('dl > div').filter({ hasText: name }).locator('dd');

for (const language of LANGUAGES) {
  const words = WORDS[language];

  test(`R2.30 R14.5 a security message: who and where, “this was me”, the end of that session, and the freeze with its consequence, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const person = await beginAsNew(language);
    const other = await setFundPasswordElsewhere(server, person.email);
    await page.goto(`${server.url}/pc/setting/message`);
    await expect(page.getByRole('heading', { name: words.today })).toBeVisible();
    const row = page.getByRole('button', { name: words.fundPassword });
    await row.focus();
    await page.keyboard.press('Enter');
    const message = page.getByRole('article');
    await expect(factOf(page, words.device)).toHaveText('node');
    await expect(factOf(page, words.ip)).toHaveText(/127\.0\.0\.1/);
    await expect(message.getByText(words.stillOpen)).toBeVisible();
    await expect(message.getByText(words.consequence)).toBeVisible();
    await expect(message.getByText(words.sent)).toBeVisible();
    await expectAccessible(page);

    await message.getByRole('button', { name: words.wasMe }).click();
    await expect(message.getByText(words.confirmed)).toBeVisible();
    await expect(message.getByRole('button', { name: words.wasMe })).toHaveCount(0);

    await message.getByRole('button', { name: words.endSession }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.password).fill(PASSWORD);
    await dialog.getByLabel(words.password).press('Enter');
    await expect(message.getByText(words.ended)).toBeVisible();
    await expect(message.getByRole('button', { name: words.endSession })).toHaveCount(0);
    await expect(server.call('/bb/app/index/getNoticeCount', {}, other.token)).rejects.toThrow();

    await message.getByRole('button', { name: words.freeze }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await message.getByRole('button', { name: words.freeze }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: words.freeze }).click();
    await expectToast(page, words.frozen);
    await expect(page).toHaveURL(/\/login\/login/);
    await expect(server.call('/bb/app/user/info', {}, person.session.token)).rejects.toThrow();
  });

  test(
    `R2.30 R2.31 R14.5 a contract's end is a message with its numbers and a link; by mail once that is chosen, ${language}`,
    nightly('news.spec.ts and the tests of messages show it'),
    async ({ page, server, beginAsNew }) => {
      const { session, email } = await beginAsNew(language);
      const { token } = session;
      const play = () =>
        server.call(
          '/contract/app/contract/createOrder',
          { baseCoin: 'BTC', quoteCoin: 'USDT', openAmount: '5', positionTime: 30, tradeType: 1 },
          token,
        );
      await play();
      await page.goto(`${server.url}/pc/setting/message`);
      await page.getByRole('combobox', { name: words.kind }).selectOption(words.contracts);
      await expect(page).toHaveURL(/kind=contract/);
      await expect(page.getByText(words.none)).toBeVisible();

      await page.getByRole('link', { name: words.byMail }).click();
      await expect(page.getByText(words.always)).toBeVisible();
      const choice = page.getByRole('switch', { name: words.choice });
      await expect(choice).not.toBeChecked();
      await choice.focus();
      await page.keyboard.press('Space');
      await expect(choice).toBeChecked();
      await expectAccessible(page);
      await page.reload();
      await expect(choice).toBeChecked();

      const numbers = () =>
        server.call<{ list: { id: string }[] }>('/bb/app/index/getNoticePage', { kind: 'contract' }, token);
      await expect.poll(async () => (await numbers()).list.length).toBe(1);
      const mails = async () =>
        (
          (await (await fetch(`${server.url}/dev/mail.json?to=${encodeURIComponent(email)}`)).json()) as {
            subject: string;
          }[]
        ).filter(({ subject }) => words.mailed.test(subject));
      expect(await mails()).toHaveLength(1);

      await page.goto(`${server.url}/pc/setting/message?kind=contract`);
      await page.getByRole('button', { name: words.contract }).click();
      await expect(factOf(page, words.netResult)).toHaveText(/^[+−]\d+\.\d+ USDT$/);
      await page.getByRole('article').getByRole('link', { name: words.view }).click();
      await expect(page).toHaveURL(/\/account\/trade\?.*tab=contracts/);
      await expect(page.getByRole('row')).toHaveCount(2);
    },
  );
}
