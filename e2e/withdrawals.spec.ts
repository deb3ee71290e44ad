/**
 * Goal: a withdrawal on the page is the one that was requested, its row follows the operator's
 * commands without a reload, and the page says what stands in the way. Method: the server in this
 * process, so that a fund password can be older than its hold; the operator's real command.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { ADDRESS, TRC20, WithdrawalRig } from '../apps/server/src/testing/withdrawal-rig.ts';
import { FUND_PASSWORD } from '../apps/server/src/testing/fund-password.ts';
import { beginAs } from './page-models/site.ts';
import { expectToast, test } from './page-models/toasts.ts';

const COMMAND = path.resolve(import.meta.dirname, '../apps/server/src/commands/withdrawals.ts');
const rig = new WithdrawalRig();

test.beforeAll(async () => {
  await rig.start();
  await rig.openChains();
});
test.afterAll(() => rig.remove());

async function operate(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: rig.dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args], { env });
  return stdout;
}

const WORDS = {
  'en-US': {
    next: 'Continue',
    address: 'Address on TRC20',
    fund: 'Fund password',
    code: 'E-mail code',
    send: 'Send code',
    short: 'Insufficient available balance',
    noAddress: 'Choose an address, or enter one',
    noChecksum: 'The checksum does not hold',
    noAmount: 'Enter an amount',
    rejected: 'Rejected, returned',
    why: 'We do not pay to this address.',
    checksum: 'The checksum holds: an address of TRC20',
    button: 'Withdraw 250 USDT',
    requested: 'Withdrawal requested',
    pending: 'Pending review',
    paying: 'Approved, to be paid',
    finished: 'Finished',
    details: 'Details',
    cancel: 'Cancel',
    confirmCancel: 'Cancel the withdrawal',
    cancelled: 'stays out of seconds contracts for 24 hours',
  },
  'zh-CN': {
    next: '继续',
    address: 'TRC20 地址',
    fund: '资金密码',
    code: '邮箱验证码',
    send: '发送验证码',
    short: '可用余额不足',
    noAddress: '请选择或填写地址',
    noChecksum: '校验和不正确',
    noAmount: '请输入数量',
    rejected: '未通过，已退回',
    why: '平台不向该地址汇出资产。',
    checksum: '校验和正确，是 TRC20 地址',
    button: '提现 250 USDT',
    requested: '提现申请已提交',
    pending: '审核中',
    paying: '已批准，待汇出',
    finished: '已完成',
    details: '详情',
    cancel: '取消',
    confirmCancel: '取消提现',
    cancelled: '24 小时内不能用于秒合约',
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const amount = (page: Page) => page.locator('[name=amount]');
const records = (page: Page) => page.getByRole('table').locator('tbody tr');

async function request(page: Page, words: Words, email: string): Promise<void> {
  await page.getByLabel(words.address).fill(ADDRESS);
  await amount(page).fill('250');
  await page.getByRole('button', { name: words.next }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(ADDRESS);
  await expect(dialog).toContainText('251.00 USDT');
  await dialog.getByLabel(words.fund).fill(FUND_PASSWORD);
  const before = await rig.server.codeFor(email);
  await dialog.getByRole('button', { name: words.send }).click();
  await expect.poll(() => rig.server.codeFor(email)).not.toBe(before);
  await dialog.getByLabel(words.code).fill(await rig.server.codeFor(email));
  await dialog.getByRole('button', { name: words.button }).click();
  await expectToast(page, words.requested);
  await expect(dialog).toBeHidden();
}

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R2.6 R5.7 R5.12 funding I2 a withdrawal from its request to its payment, and one that is cancelled, ${language}`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language];
    const user = await rig.person(`page-${language.toLowerCase()}`, { isOld: false });
    await beginAs(context, user, language);
    await page.goto(`${rig.server.server.url}/pc/account/withdrawel?coin=USDT&chain=TRC20`);
    const next = page.getByRole('button', { name: words.next });
    await amount(page).fill('10000');
    await expect(page.getByText(words.short)).toBeVisible();
    await next.click();
    await expect(page.getByText(words.noAddress)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    // Another network is another withdrawal: what was wrong with the last one is gone.
    await page.locator('[name=network]').selectOption('EOS');
    await expect(amount(page)).toHaveValue('');
    await expect(page.getByText(words.short)).toBeHidden();
    await expect(page.getByText(words.noAddress)).toBeHidden();
    await expect(page.getByText(words.noAmount)).toBeHidden();
    await page.locator('[name=network]').selectOption('TRC20');
    await expect(amount(page)).toHaveValue('');
    // The balance less the fee, exactly.
    await page.getByRole('button', { name: /^(Max|最大|全部)/ }).click();
    await expect(amount(page)).toHaveValue('9999');
    // A wrong last character is told at the field, and goes no further.
    await page.getByLabel(words.address).fill(`${ADDRESS.slice(0, -1)}7`);
    await expect(page.getByText(words.noChecksum)).toBeVisible();
    await next.click();
    await expect(page.getByText(words.noChecksum)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByLabel(words.address).fill(ADDRESS);
    await expect(page.getByText(words.checksum)).toBeVisible();

    await request(page, words, user.email);
    const row = records(page).first();
    await expect(row).toContainText(words.pending);
    await expect(row).toContainText('250');
    const [id = ''] = /^\d+/m.exec(await operate('list')) ?? [];
    expect(await operate('approve', id, '--by', 'Ann')).toContain('It is done');
    await expect(row).toContainText(words.paying);

    await row.getByRole('link', { name: words.details }).click();
    await expect(page.getByRole('listitem').filter({ has: page.locator('[aria-hidden]') })).toHaveCount(4);
    const txid = (language === 'en-US' ? 'ab' : 'cd').repeat(32);
    await operate('settle', id, '--by', 'Ann', '--txid', txid, '--output', '0', '--cost', '0.5');
    await expect(page.getByText(words.finished)).toBeVisible();
    await expect(page.getByText(txid.slice(6, -6))).toBeVisible();

    // Hidden balances hide the withdrawal on its own page too, title included.
    const hide = (flag: string) => page.evaluate((to) => localStorage.setItem('canSeeAsserts', to), flag);
    await hide('0');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('••••');
    await expect(page.getByRole('main')).not.toContainText('250.00');
    await hide('1');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('250');

    await page.goBack();
    const second = await rig.request(user, '40');
    expect(second.code).toBe(1);
    await expect(row).toContainText('40');
    await row.getByRole('button', { name: words.cancel }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.confirmCancel }).click();
    await expectToast(page, words.cancelled);
    await expect(row.getByRole('button')).toHaveCount(0);

    const third = await rig.request(user, '60');
    expect(third.code).toBe(1);
    const rejection = ['--rejection', 'address', '--reason', 'internal words'] as const;
    expect(await operate('reject', third.data.id, '--by', 'Ann', ...rejection)).toContain('It is done');
    await expect(row).toContainText(words.rejected);
    await row.getByRole('link', { name: words.details }).click();
    await expect(page.getByText(words.why)).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('internal words');
  });
}

test('R13.3 funding I4 the page leads to the fund password and says that a network is paused', async ({
  page,
  context,
}) => {
  const words = WORDS['en-US'];
  const user = await rig.server.register('blocked');
  await beginAs(context, user);
  await page.goto(`${rig.server.server.url}/pc/account/withdrawel?coin=USDT&chain=TRC20`);
  const link = page.getByRole('link', { name: 'Set it in the security center' });
  await expect(link).toHaveAttribute('href', '/pc/setting/safty');
  await page.getByLabel(words.address).fill(ADDRESS);
  await amount(page).fill('50');
  await expect(page.getByRole('button', { name: words.next })).toBeDisabled();
  await rig.submit({ type: 'set-chain-status', chain: TRC20, status: 1 });
  await page.reload();
  await expect(page.getByText('Withdrawals on TRC20 are paused')).toBeVisible();
  await rig.submit({ type: 'set-chain-status', chain: TRC20, status: 0 });
});
