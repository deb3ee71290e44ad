/**
 * Goal: support and a second operator reset a lost Google code, while its owner watches and stops
 * it, and the next time lets it happen; no page is loaded again. Method: the server in this
 * process, whose clock of commands the test moves; real Chromium, a context for each; axe.
 */
import { expect, test, type Page } from '@playwright/test';
import { PASSWORD, type TestUser } from '../apps/server/src/testing/harness.ts';
import { WithdrawalRig } from '../apps/server/src/testing/withdrawal-rig.ts';
import { expectAccessible } from './page-models/accessible.ts';
import { openOfficeAt } from './page-models/office-session.ts';
import { totp } from './page-models/authenticators.ts';
import { PEOPLE } from './page-models/people.ts';
import { beginAs, accountMenu } from './page-models/site.ts';

const WORDS = {
  'en-US': {
    asksOnly: 'Your role asks for the reset of a lost code',
    ask: 'Reset the Google code: ask a second person',
    asked: /Act \d+ waits for a second person/,
    act: 'Reset a lost second factor',
    agree: 'Agree, then it is done',
    reason: 'Reason',
    center: 'Security center',
    note: 'Your Google code will be removed',
    stop: 'Stop it',
    lost: 'Lost code',
    stopReset: 'Stop the reset',
    resetOf: 'Google code: reset',
    told: 'The platform removed your Google code',
    card: 'What the platform did about your account',
  },
  'zh-CN': {
    asksOnly: '你的角色仅可申请重置遗失的验证方式',
    ask: '重置谷歌验证器：提交复核',
    asked: /操作 \d+ 等待第二人复核/,
    act: '重置遗失的二次验证',
    agree: '同意并执行',
    reason: '理由',
    center: '安全中心',
    note: '谷歌验证器即将移除',
    stop: '取消重置',
    lost: '验证遗失',
    stopReset: '取消重置',
    resetOf: '谷歌验证器：重置',
    told: '平台移除了你的谷歌验证器',
    card: '平台对账户的操作',
  },
} as const;
const REASON = 'shown by video that the phone is gone';
const WAIT_MS = 48 * 3_600_000;
const USER = '/bb/app/user';

const rig = new WithdrawalRig();
test.beforeAll(() => rig.start());
test.afterAll(() => rig.remove());

/** A user with a Google code. */
async function boundUser(name: string): Promise<TestUser> {
  const { server } = rig;
  const user = await server.register(name);
  const { data } = await server.post<{ secret: string }>(`${USER}/startGoogleBind`, {}, user);
  await server.post(`${USER}/sendEmailCode`, { email: user.email, type: 'bind' });
  const code = await server.codeFor(user.email);
  const proof = { password: PASSWORD, code, googleCode: totp(data.secret, Date.now()) };
  const bound = await server.post(`${USER}/bindGoogle`, proof, user);
  expect(bound.code, bound.msg).toBe(1);
  return user;
}

async function mailedCode(email: string, after: number): Promise<string> {
  const url = `${rig.server.server.url}/dev/mail.json?to=${encodeURIComponent(email)}`;
  let code = '';
  await expect(async () => {
    const mails = (await (await fetch(url)).json()) as { code: string | null; time: number }[];
    code = mails.find((mail) => mail.code !== null && mail.time >= after)?.code ?? '';
    expect(code).not.toBe('');
  }).toPass();
  return code;
}

const column = (page: Page) => page.getByRole('main').getByRole('region').last();

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];

  /** Support asks on the person's page, and the second person agrees on the page of acts. */
  async function reset(support: Page, second: Page, user: TestUser): Promise<void> {
    const reason = column(support).getByLabel(words.reason, { exact: true });
    await reason.fill(REASON);
    await column(support).getByRole('button', { name: words.ask, exact: true }).click();
    await expect(column(support).getByRole('status')).toContainText(words.asked);
    await second.getByRole('row').filter({ hasText: words.act }).filter({ hasText: user.userId }).click();
    await second.getByLabel(words.reason, { exact: true }).fill(REASON);
    await second.getByRole('button', { name: words.agree, exact: true }).click();
  }

  test(`R13.3 R16.3 operators I5 identity I14 a lost Google code is reset by two operators and a wait, ${language}`, async ({
    browser,
  }) => {
    const lang = language.toLowerCase();
    const { url } = rig.server.server;
    const user = await boundUser(`reset-page-${lang}`);
    const place = `people?user=${user.userId}`;
    const support = await openOfficeAt(browser, rig.server, {
      operator: `reset-dan-${lang}`,
      language,
      role: 'support',
      path: `/${place}`,
    });
    const second = await openOfficeAt(browser, rig.server, {
      operator: `reset-ann-${lang}`,
      language,
      role: 'risk',
      path: '/acts',
    });
    const context = await browser.newContext({ locale: language });
    await beginAs(context, user, language);
    const own = await context.newPage();
    await own.goto(`${url}/pc/setting/safty`);
    await expect(own.getByRole('heading', { level: 1, name: words.center })).toBeVisible();
    const note = own.getByText(words.note);
    await expect(note).toHaveCount(0);

    await expect(column(support)).toContainText(words.asksOnly);
    await expectAccessible(support);
    await reset(support, second, user);
    await expect(note).toBeVisible();
    await expectAccessible(own);
    await own.getByRole('button', { name: words.stop, exact: true }).click();
    await expect(note).toHaveCount(0);

    await reset(support, second, user);
    await expect(note).toBeVisible();
    const person = await second.context().newPage();
    await person.goto(`${url}/operator/${place}`);
    await expect(person.getByText(words.resetOf)).toBeVisible();
    await column(person).getByRole('button', { name: words.lost, exact: true }).click();
    await expect(column(person).getByRole('button', { name: words.stopReset, exact: true })).toBeVisible();
    await expectAccessible(person);
    rig.server.server.running.pipeline.forward(WAIT_MS);
    await rig.server.server.features.keepUp();

    const form = own.locator('form');
    const site = PEOPLE[language];
    await form.getByLabel(site.email, { exact: true }).fill(user.email);
    const code = form.getByLabel(site.code, { exact: true });
    const after = Date.now();
    await code.locator('xpath=..').getByRole('button').click();
    await code.fill(await mailedCode(user.email, after));
    await form.getByLabel(site.password, { exact: true }).fill(PASSWORD);
    await form.getByRole('button', { name: site.logIn, exact: true }).click();
    await expect(accountMenu(own)).toBeVisible();
    await own.goto(`${url}/pc/setting/safty`);
    await expect(own.getByRole('table', { name: words.card })).toContainText(words.told);
    await expect(own.getByText(REASON)).toHaveCount(0);
  });
}
