/**
 * Goal: two operators side by side approve a large withdrawal, each by the page alone and without a
 * reload, and one rejects another. Method: the server in this process, so that a fund password can
 * be older than its hold; real Chromium; axe.
 */
import { expect, test, type Page } from '@playwright/test';
import { WithdrawalRig } from '../apps/server/src/testing/withdrawal-rig.ts';
import { expectAccessible } from './page-models/accessible.ts';
import { openOfficeAt } from './page-models/office-session.ts';

const WORDS = {
  'en-US': {
    page: 'Withdrawals',
    nothing: 'Nothing waits for people',
    open: 'A chosen withdrawal opens here',
    first: 'Needs first',
    second: 'Needs second',
    paying: 'To be paid',
    oneMore: '1 of 2: one more person',
    thenSent: '2 of 2: approved, then it is sent',
    reason: 'Reason',
    approveFirst: 'Approve as first',
    approveLast: 'Approve, then it is sent',
    byYou: 'You have approved it. Another person is needed.',
    veryLarge: 'very large',
    today: /^Today/,
    reject: 'Reject…',
    rejectNow: 'Reject',
    law: 'Law',
    note: 'Internal note',
    back: /back at once/,
    rejected: 'Rejected',
    retry: 'Try again',
    notYours: 'Withdrawals is not part of your role',
  },
  'zh-CN': {
    page: '提现审批',
    nothing: '没有需要人工处理的提现',
    open: '选中的提现在此打开',
    first: '待初审',
    second: '待复核',
    paying: '待汇出',
    oneMore: '第 1 人，共需 2 人：还需一人',
    thenSent: '第 2 人，共需 2 人：批准后汇出',
    reason: '理由',
    approveFirst: '初审通过',
    approveLast: '通过并汇出',
    byYou: '你已同意，须由另一人复核。',
    veryLarge: '特大额',
    today: /^今日/,
    reject: '驳回…',
    rejectNow: '驳回',
    law: '法律要求',
    note: '内部备注',
    back: /立即退回/,
    rejected: '已驳回',
    retry: '重试',
    notYours: '“提现审批”不属于你的角色',
  },
} as const;

const rig = new WithdrawalRig();
test.beforeAll(async () => {
  await rig.start();
  await rig.openChains();
});
test.afterAll(() => rig.remove());

const rowOf = (page: Page, id: string) =>
  page.getByRole('row').filter({ has: page.getByText(`W-${id}`, { exact: true }) });
const decision = (page: Page) => page.getByRole('region');

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];

  test(`R16.3 funding I3 operators I4 two operators decide on withdrawals side by side, ${language}`, async ({
    browser,
  }) => {
    const lang = language.toLowerCase();
    const [ann, bob] = [
      await openOfficeAt(browser, rig.server, {
        operator: `ann-${lang}`,
        role: 'risk',
        language,
        path: '/withdrawals',
      }),
      await openOfficeAt(browser, rig.server, {
        operator: `bob-${lang}`,
        role: 'risk',
        language,
        path: '/withdrawals',
      }),
    ];
    await expect(ann.getByRole('heading', { name: words.page, exact: true })).toBeVisible();
    await expect(ann.getByText(words.nothing)).toBeVisible();
    await expect(ann.getByText(words.open)).toBeVisible();
    await expectAccessible(ann);

    const user = await rig.person(`office-page-${lang}`, { usdt: 60_000 });
    const { id } = (await rig.request(user, '26000')).data;
    await expect(rowOf(ann, id)).toContainText(words.first);
    await ann.keyboard.press('j');
    await ann.keyboard.press('Enter');
    await expect(ann).toHaveURL(new RegExp(`id=${id}`));
    await expect(decision(ann)).toContainText(words.oneMore);
    await expect(decision(ann).getByRole('rowheader', { name: words.veryLarge })).toBeVisible();
    const approve = decision(ann).getByRole('button', { name: words.approveFirst });
    await expect(approve).toBeDisabled();
    await decision(ann).getByLabel(words.reason, { exact: true }).fill('called back, knows the address');
    await expectAccessible(ann);

    await rowOf(bob, id).click();
    await expect(decision(bob)).toContainText(words.oneMore);
    await approve.click();
    await expect(decision(ann)).toContainText(words.byYou);
    // Nobody reloads: the other page follows.
    await expect(rowOf(bob, id)).toContainText(words.second);
    await expect(decision(bob)).toContainText(words.thenSent);
    await expect(decision(bob)).toContainText('called back, knows the address');
    await decision(bob).getByLabel(words.reason, { exact: true }).fill('the same exchange as before');
    await decision(bob).getByRole('button', { name: words.approveLast }).click();
    await expect(decision(bob)).toContainText(words.paying);
    await expect(rowOf(ann, id)).toHaveCount(0);
    await expect(decision(ann)).toContainText(words.paying);
    expect(await rig.statusOf(user, id)).toBe('paying');

    const other = (await rig.request(user, '11000')).data.id;
    await rowOf(ann, other).click();
    await expect(decision(ann)).toContainText(`W-${other}`);
    // Its key works once it is loaded.
    await expect(decision(ann).getByRole('button', { name: words.reject })).toBeEnabled();
    await ann.getByRole('heading', { name: words.page, exact: true }).click();
    await ann.keyboard.press('r');
    const form = ann.getByRole('dialog');
    await form.getByLabel(words.law).check();
    await expect(form).toContainText(words.back);
    await form.getByLabel(words.note).fill('on two lists, tell no rule');
    await expectAccessible(ann);
    await form.getByRole('button', { name: words.rejectNow, exact: true }).click();
    await expect(form).toBeHidden();
    await expect(decision(ann)).toContainText(words.rejected);
    expect((await rig.detail(user, other)).data.rejection).toBe('law');

    await bob.getByRole('button', { name: words.today }).click();
    await expect(bob).toHaveURL(/view=today/);
    await expect(rowOf(bob, other)).toContainText(words.rejected);
    await bob.getByRole('searchbox').fill(id);
    await expect(rowOf(bob, other)).toHaveCount(0);
    await expect(rowOf(bob, id)).toBeVisible();
    await bob.route('**/withdrawals/getQueue', (route) => route.abort());
    await bob.reload();
    await expect(bob.getByRole('button', { name: words.retry })).toBeVisible();

    const eve = await openOfficeAt(browser, rig.server, {
      operator: `eve-${lang}`,
      language,
      role: 'support',
      path: '/withdrawals',
    });
    await expect(eve.getByRole('heading', { name: words.notYours })).toBeVisible();
    for (const page of [ann, bob, eve]) await page.context().close();
  });
}
