/**
 * Goal: two admins give an operator another role on screens that follow by themselves, and that
 * operator is out. Method: the server in this process; real Chromium, a context for each; axe.
 */
import { expect, test, type Browser, type Page } from '@playwright/test';
import type { OperatorRole } from '@glasshouse/protocol';
import { makeOperator } from '../apps/server/src/testing/operator.ts';
import { WithdrawalRig } from '../apps/server/src/testing/withdrawal-rig.ts';
import { expectAccessible } from './page-models/accessible.ts';
import { OFFICE } from './page-models/support.ts';

const WORDS = {
  'en-US': {
    title: 'Operators',
    open: 'Open an operator',
    support: 'Support',
    risk: 'Risk',
    ask: 'Change the role: ask a second person',
    act: 'Change the role',
    agree: 'Agree, then it is done',
    reason: 'Reason',
  },
  'zh-CN': {
    title: '操作员',
    open: '打开一名操作员',
    support: '客服',
    risk: '风控',
    ask: '变更角色：提交复核',
    act: '变更角色',
    agree: '同意并执行',
    reason: '理由',
  },
} as const;
const REASON = 'moves to another team';

const rig = new WithdrawalRig();
test.beforeAll(() => rig.start());
test.afterAll(() => rig.remove());

interface Opened {
  readonly language: keyof typeof WORDS;
  readonly role: OperatorRole;
  readonly place: string;
}
async function openOffice(browser: Browser, name: string, opened: Opened): Promise<Page> {
  const { language, role, place } = opened;
  const { headers } = await makeOperator(rig.server, name, role);
  const [cookie = '', value = ''] = headers.cookie.split('=');
  const { url } = rig.server.server;
  const context = await browser.newContext({ locale: language });
  await context.addCookies([{ name: cookie, value, url: `${url}/operator/` }]);
  await context.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
  const page = await context.newPage();
  await page.goto(`${url}/operator/${place}`);
  return page;
}

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];

  test(`R16.3 operators I5 operators I7 two admins give an operator another role, ${language}`, async ({
    browser,
  }) => {
    const lang = language.toLowerCase();
    const one = await openOffice(browser, `ops-ann-${lang}`, { language, role: 'admin', place: 'operators' });
    const two = await openOffice(browser, `ops-ben-${lang}`, { language, role: 'admin', place: 'acts' });
    const eve = await openOffice(browser, `ops-eve-${lang}`, { language, role: 'risk', place: 'people' });
    const row = one.getByRole('row').filter({ hasText: `ops-eve-${lang}` });
    await expect(row).toContainText(words.risk);
    await expect(one.getByText(words.open)).toBeVisible();
    await expectAccessible(one);
    await row.click();
    await one.getByRole('button', { name: words.support, exact: true }).click();
    await one.getByLabel(words.reason, { exact: true }).fill(REASON);
    await expectAccessible(one);
    await one.getByRole('button', { name: words.ask, exact: true }).click();
    await expect(row, 'one admin changes nothing').toContainText(words.risk);

    await two
      .getByRole('row')
      .filter({ hasText: words.act })
      .filter({ hasText: `ops-eve-${lang}` })
      .click();
    await two.getByLabel(words.reason, { exact: true }).fill(REASON);
    await two.getByRole('button', { name: words.agree, exact: true }).click();
    await expect(row).toContainText(words.support);
    await expect(eve.getByRole('button', { name: OFFICE[language].logIn, exact: true })).toBeVisible();
  });
}
