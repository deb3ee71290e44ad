/**
 * Goal: an operator finds a person and freezes one part of the account by the page alone, a role
 * that only looks cannot, and the person reads it on the security page. Method: the server in this
 * process; real Chromium; axe.
 */
import { expect, test, type Page } from '@playwright/test';
import { WithdrawalRig } from '../apps/server/src/testing/withdrawal-rig.ts';
import { expectAccessible } from './page-models/accessible.ts';
import { openOfficeAt } from './page-models/office-session.ts';
import { beginAs } from './page-models/site.ts';

const WORDS = {
  'en-US': {
    nobody: 'Search for a person',
    looksOnly: 'Your role looks and does not act.',
    logged: /Your look at UID \d+ is in the log/,
    trading: 'Trading',
    freeze: 'Freeze trading',
    reason: 'Reason',
    done: /It is act \d+ in the log/,
    frozen: 'frozen',
    acts: 'Acts',
    part: 'Freeze a part of an account',
    open: 'Open trading again',
    found: 'trading frozen',
    people: 'People',
    card: 'What the platform did about your account',
    told: 'The platform froze trading for your account',
  },
  'zh-CN': {
    nobody: '查找用户',
    looksOnly: '你的角色仅可查看',
    logged: /你查看 UID \d+ 已记入日志/,
    trading: '交易',
    freeze: '冻结交易',
    reason: '理由',
    done: /操作 \d+/,
    frozen: '已冻结',
    acts: '操作',
    part: '冻结账户的一部分',
    open: '恢复交易',
    found: '交易已冻结',
    people: '用户',
    card: '平台对账户的操作',
    told: '平台冻结了你的账户交易',
  },
} as const;
const REASON = 'told by telephone that the phone is gone';

const rig = new WithdrawalRig();
test.beforeAll(() => rig.start());
test.afterAll(() => rig.remove());

const column = (page: Page) => page.getByRole('main').getByRole('region').last();

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];

  test(`R16.3 operators I2 operators I4 identity I13 a person is found, and one part frozen, ${language}`, async ({
    browser,
  }) => {
    const lang = language.toLowerCase();
    const user = await rig.server.register(`page-${lang}`, { accountName: `Lantern${lang.slice(0, 2)}` });
    const reviewer = await openOfficeAt(browser, rig.server, {
      operator: `people-dan-${lang}`,
      language,
      role: 'reviewer',
      path: '/people',
    });
    await expect(reviewer.getByText(words.nobody)).toBeVisible();
    await expectAccessible(reviewer);
    await reviewer.getByRole('searchbox').fill(`lantern${lang.slice(0, 2)}`);
    await reviewer.keyboard.press('Enter');
    await reviewer.getByRole('row').filter({ hasText: user.userId }).click();
    await expect(column(reviewer)).toContainText(words.looksOnly);
    await expect(column(reviewer).getByLabel(words.reason, { exact: true })).toHaveCount(0);
    await expect(reviewer.getByText(user.email)).toBeVisible();
    await expect(reviewer.getByText(words.logged)).toBeVisible();
    await expectAccessible(reviewer);

    const ann = await openOfficeAt(browser, rig.server, {
      operator: `people-ann-${lang}`,
      language,
      role: 'risk',
      path: '/people',
    });
    await expect(ann.getByText(words.nobody)).toBeVisible();
    await ann.keyboard.press('Control+k');
    await ann.keyboard.type(user.userId);
    await ann
      .getByRole('option')
      .filter({ hasText: `UID ${user.userId}` })
      .click();
    await expect(ann).toHaveURL(new RegExp(`user=${user.userId}`));
    await column(ann).getByRole('button', { name: words.trading, exact: true }).click();
    const freeze = column(ann).getByRole('button', { name: words.freeze, exact: true });
    await expect(freeze).toBeDisabled();
    await column(ann).getByLabel(words.reason, { exact: true }).fill(REASON);
    await freeze.click();
    await expect(column(ann).getByRole('status')).toContainText(words.done);
    await expect(column(ann).getByRole('button', { name: words.open, exact: true })).toBeVisible();
    await expect(ann.getByRole('definition').filter({ hasText: words.frozen }).first()).toBeVisible();
    await ann.getByRole('button', { name: words.acts, exact: true }).click();
    await expect(ann.getByRole('row').filter({ hasText: words.part })).toContainText(REASON);
    await expectAccessible(ann);
    await ann.getByRole('button', { name: words.people, exact: true }).click();
    await ann.getByRole('searchbox').fill(user.email);
    await ann.keyboard.press('Enter');
    await expect(ann.getByRole('row').filter({ hasText: user.userId })).toContainText(words.found);

    const context = await browser.newContext({ locale: language });
    await beginAs(context, user, language);
    const own = await context.newPage();
    await own.goto(`${rig.server.server.url}/pc/setting/safty`);
    await expect(own.getByRole('heading', { name: words.card })).toBeVisible();
    await expect(own.getByRole('table', { name: words.card })).toContainText(words.told);
    await expect(own.getByText(REASON)).toHaveCount(0);
    await expectAccessible(own);
  });
}
