/**
 * Goal: identity verification in both languages, as a user sees it. Method: real Chromium against a
 * real server with KYC_QUICK=off; the reviewer's own command decides.
 */
import { expect, test } from '@playwright/test';
import { beginAs } from './page-models/site.ts';
import { TestServer } from './server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start({ KYC_QUICK: 'off' });
});
test.afterAll(async () => {
  await server.stop();
});

const review = (...args: readonly string[]): Promise<string> => server.operate('kyc', ...args);

const VERIFY_WORDS = {
  'en-US': {
    country: 'Issuing country',
    name: 'Real name, as printed',
    number: 'ID number',
    own: 'These are my own, current documents',
    send: 'Send for review',
    fillIn: 'Fill this in',
    photoMissing: 'Add this photo',
    mustBeOwn: 'Confirm that these are your own documents',
    fault: 'A typing error: the check digit does not fit',
    reviewing: 'A person is looking at your documents',
    rejected: 'A photo does not show the whole document.',
    verified: 'Your identity is verified',
    front: 'Front of the card',
    back: 'Back of the card',
    onFile: 'On file, encrypted',
  },
  'zh-CN': {
    country: '签发国家/地区',
    name: '真实姓名（与证件一致）',
    number: '证件号码',
    own: '以上为本人有效证件',
    send: '提交审核',
    fillIn: '请填写此项',
    photoMissing: '请添加这张照片',
    mustBeOwn: '请确认以上为本人有效证件',
    fault: '输入有误：校验位不匹配',
    reviewing: '资料审核中',
    rejected: '照片未包含完整证件。',
    verified: '身份认证已通过',
    front: '证件正面',
    back: '证件背面',
    onFile: '已加密存档',
  },
} as const;
const NUMBERS = { 'en-US': '11010519491231002X', 'zh-CN': '440524199001010018' } as const;

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R4.2 R5.8 kyc I4 identity: a wrong number is told, photos are shown, rejected with its reason, sent again, verified, ${language}`, async ({
    page,
    context,
  }) => {
    const words = VERIFY_WORDS[language];
    const email = `${language.toLowerCase()}@example.com`;
    const session = await server.register({ email, password: 'Lighthouse-7' });
    await beginAs(context, session, language);
    await page.goto(`${server.url}/pc/scontract`);
    await page.getByRole('note').getByRole('link').click();
    await expect(page).toHaveURL(/\/setting\/verify/);
    const heading = page.getByRole('heading', { level: 2 });
    const fill = async () => {
      await page.getByLabel(words.country).selectOption('CN');
      await page.getByLabel(words.name).fill('Zhang Wei');
      await page.getByLabel(words.number).fill('110105194912310021');
      await page.getByLabel(words.name).focus();
      await expect(page.getByText(words.fault)).toBeVisible();
      await page.getByLabel(words.number).fill(NUMBERS[language]);
      const photo = { name: 'card.png', mimeType: 'image/png', buffer: await page.screenshot() };
      for (const side of [words.front, words.back])
        await page.getByLabel(side, { exact: true }).setInputFiles(photo);
      await expect(page.getByRole('img', { name: /^(The photo you chose|已选照片)$/ })).toHaveCount(2);
      await page.getByLabel(words.own).check();
    };
    await page
      .getByLabel(words.front, { exact: true })
      .setInputFiles({ name: 'no.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await expect(page.getByRole('alert')).toHaveText(/JPEG/);
    await fill();
    // Closed before sending: the form is empty again, nothing was sent, and each thing is missing.
    await page.reload();
    await page.getByLabel(words.country).selectOption('');
    await page.getByRole('button', { name: words.send }).click();
    await expect(page.getByRole('alert').filter({ hasText: words.fillIn })).toHaveCount(2);
    await expect(page.getByRole('alert').filter({ hasText: words.photoMissing })).toHaveCount(2);
    await expect(page.getByRole('alert').filter({ hasText: words.mustBeOwn })).toBeVisible();
    await fill();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: words.send }).click();
    await expect(heading.filter({ hasText: words.reviewing })).toBeVisible();
    await page.reload();
    await expect(heading.filter({ hasText: words.reviewing })).toBeVisible();
    const caseId = async () => /^(\d+) /m.exec(await review('list'))?.[1] ?? '';
    const why = ['--rejection', 'cut-off', '--reason', 'the left edge is missing'];
    await review('reject', await caseId(), '--by', 'ana', ...why);
    await page.reload();
    await expect(page.getByText(words.rejected)).toBeVisible();
    await fill();
    await page.getByRole('button', { name: words.send }).click();
    await expect(heading.filter({ hasText: words.reviewing })).toBeVisible();
    await review('approve', await caseId(), '--by', 'ana');
    await page.reload();
    await expect(heading.filter({ hasText: words.verified })).toBeVisible();
    await expect(page.getByText(words.onFile)).toHaveCount(2);
    const info = await server.call<Record<string, string>>('/bb/app/user/info', {}, session.token);
    expect([info['auth'], info['idCard']?.includes('***')]).toEqual([2, true]);
    expect([info['idCardPhotoPositive'], info['idCardPhotoReverseSide']]).toEqual(['on-file', 'on-file']);
  });
}
