/**
 * Goal: two admins give an operator another role on screens that follow by themselves, and that
 * operator is out. Method: the server in this process; real Chromium, a context for each; axe.
 */
import { expect, test } from '@playwright/test';
import { WithdrawalRig } from '../apps/server/src/testing/withdrawal-rig.ts';
import { expectAccessible } from './page-models/accessible.ts';
import { openOfficeAt } from './page-models/office-session.ts';
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

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];

  test(`R16.3 operators I5 operators I7 two admins give an operator another role, ${language}`, async ({
    browser,
  }) => {
    const lang = language.toLowerCase();
    const one = await openOfficeAt(browser, rig.server, {
      operator: `ops-ann-${lang}`,
      language,
      role: 'admin',
      path: '/operators',
    });
    const two = await openOfficeAt(browser, rig.server, {
      operator: `ops-ben-${lang}`,
      language,
      role: 'admin',
      path: '/acts',
    });
    const eve = await openOfficeAt(browser, rig.server, {
      operator: `ops-eve-${lang}`,
      language,
      role: 'risk',
      path: '/people',
    });
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
