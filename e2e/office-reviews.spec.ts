/**
 * Goal: operators decide on an identity and on vouchers by the page alone, and the user's page
 * shows it without a reload. Method: real Chromium, people and operators side by side; axe.
 */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { startTestServer, type TestServer, type TestUser } from '../apps/server/src/testing/harness.ts';
import sharp from 'sharp';
import { expectAccessible } from './page-models/accessible.ts';
import { openOfficeAt } from './page-models/office-session.ts';
import { beginAs } from './page-models/site.ts';

const WORDS = {
  'en-US': {
    identity: 'Identity',
    noCase: 'No identity waits',
    openCase: 'A chosen case opens here',
    front: 'Front',
    enlarge: 'Enlarge: Front',
    turn: 'Turn: Front',
    closePicture: 'Close the picture',
    sameDocument: 'the same document',
    saw: 'What you saw',
    verify: 'Verify',
    verified: 'Verified',
    reject: 'Reject…',
    rejectNow: 'Reject',
    note: 'Note to the customer',
    internal: 'Internal note',
    cutOff: 'Cut off',
    userVerified: 'Your identity is verified',
    userReviewing: 'A person is looking at your documents',
    vouchers: 'Vouchers',
    txid: 'Transaction',
    shows: 'The network shows',
    reason: 'Reason',
    name: 'Name the transfer',
    credit: 'Credit',
    oneMore: '1 of 2: one more person',
    second: 'Needs second',
    credited: 'Credited',
    differs: 'Amount differs',
    userFinished: 'Credited to your exchange account.',
    notYours: 'Identity is not part of your role',
  },
  'zh-CN': {
    identity: '身份审核',
    noCase: '没有待审核的身份',
    openCase: '选中的认证在此打开',
    front: '正面',
    enlarge: '放大：正面',
    turn: '旋转：正面',
    closePicture: '关闭图片',
    sameDocument: '证件相同',
    saw: '审核所见',
    verify: '通过认证',
    verified: '已认证',
    reject: '驳回…',
    rejectNow: '驳回',
    note: '给用户的说明',
    internal: '内部备注',
    cutOff: '不完整',
    userVerified: '身份认证已通过',
    userReviewing: '资料审核中',
    vouchers: '充值凭证',
    txid: '交易哈希',
    shows: '网络上的数量',
    reason: '理由',
    name: '填报交易',
    credit: '入账',
    oneMore: '第 1 人，共需 2 人：还需一人',
    second: '待复核',
    credited: '已入账',
    differs: '数量不一致',
    userFinished: '已存入你的币币账户。',
    notYours: '“身份审核”不属于你的角色',
  },
} as const;
type Language = keyof typeof WORDS;

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer({ env: { KYC_QUICK: 'off' } });
});
test.afterAll(() => server.close());

async function openSite(
  browser: Browser,
  user: TestUser,
  { language, path }: { readonly language: Language; readonly path: string },
): Promise<Page> {
  const context = await browser.newContext({ locale: language });
  await beginAs(context, user, language);
  const page = await context.newPage();
  await page.goto(`${server.server.url}/pc${path}`);
  return page;
}

const photo = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 520, height: 330, channels: 3, background: { r: red, g: 90, b: 130 } } })
    .jpeg()
    .toBuffer();

async function send(user: TestUser, path: string, picture: Buffer): Promise<string> {
  const response = await fetch(`${server.server.url}/bb/app/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'x-access-token': user.token },
    body: new Uint8Array(picture),
  });
  const { data, msg } = (await response.json()) as { data?: { id: string }; msg: string };
  if (data === undefined) throw new Error(msg);
  return data.id;
}

/** Hands in a card with two photos. */
async function submitCard(user: TestUser, number: string, red: number): Promise<void> {
  const [frontPhoto, backPhoto] = [
    await send(user, 'kyc/uploadPhoto?side=front', await photo(red)),
    await send(user, 'kyc/uploadPhoto?side=back', await photo(red + 1)),
  ];
  const card = { country: 'CN', document: 'id-card', name: 'Zhang Wei', number, own: true };
  const sent = await server.post('/bb/app/kyc/submit', { ...card, frontPhoto, backPhoto }, user);
  expect(sent.code).toBe(1);
}

const handIn = async (user: TestUser, red: number): Promise<string> => {
  const asked = new URLSearchParams({ currency: 'XRP', chain: 'XRP', amount: '650', remark: '11:58' });
  return send(user, `vouchers/handIn?${asked}`, await photo(red));
};

const rowOf = (page: Page, text: string) =>
  page.getByRole('row').filter({ has: page.getByText(text, { exact: true }) });
const decision = (page: Page) => page.getByRole('region', { name: /^(Decision|审批|决定)/ });
const NUMBERS = { 'en-US': '11010519491231002X', 'zh-CN': '440524199001010018' } as const;

for (const language of ['en-US', 'zh-CN'] as const) {
  const words = WORDS[language];
  const lang = language.toLowerCase();

  test(`R16.3 kyc I2 operators I4 an operator verifies one identity and rejects another, ${language}`, async ({
    browser,
  }) => {
    const ann = await openOfficeAt(browser, server, {
      operator: `ann-id-${lang}`,
      role: 'reviewer',
      language,
      path: '/identity',
    });
    await expect(ann.getByText(words.noCase)).toBeVisible();
    await expect(ann.getByText(words.openCase)).toBeVisible();
    await expectAccessible(ann);
    const [user, other] = [await server.register(`id-${lang}`), await server.register(`id-other-${lang}`)];
    const verify = await openSite(browser, user, { language, path: '/setting/verify' });
    await submitCard(user, NUMBERS[language], 10);
    await verify.reload();
    await expect(verify.getByRole('heading', { level: 2, name: words.userReviewing })).toBeVisible();
    await submitCard(other, NUMBERS[language], 30);

    await rowOf(ann, user.userId).click();
    await expect(ann.getByRole('img', { name: words.front, exact: true })).toBeVisible();
    await expect(ann.getByText(NUMBERS[language])).toBeVisible();
    await expect(ann.getByText(words.sameDocument, { exact: true })).toBeVisible();
    await expectAccessible(ann);
    await ann.getByRole('button', { name: words.turn }).click();
    await ann.getByRole('button', { name: words.enlarge }).click();
    await ann.keyboard.press('Escape');
    await expect(ann.getByRole('button', { name: words.closePicture })).toHaveCount(0);
    const approve = decision(ann).getByRole('button', { name: words.verify });
    await expect(approve).toBeDisabled();
    await decision(ann).getByLabel(words.saw).fill('name and number agree');
    await approve.click();
    await expect(decision(ann)).toContainText(words.verified);
    // Nobody reloads: the page asks while it waits.
    await expect(verify.getByRole('heading', { level: 2, name: words.userVerified })).toBeVisible({
      timeout: 30_000,
    });

    await rowOf(ann, other.userId).click();
    await expect(decision(ann).getByRole('button', { name: words.reject })).toBeEnabled();
    await ann.getByRole('heading', { name: words.identity, exact: true }).click();
    await ann.keyboard.press('r');
    const form = ann.getByRole('dialog');
    await form.getByLabel(words.cutOff).check();
    await form.getByLabel(words.note).fill('left edge');
    await form.getByLabel(words.internal).fill('the left edge is missing');
    await expectAccessible(ann);
    await form.getByRole('button', { name: words.rejectNow, exact: true }).click();
    await expect(form).toBeHidden();
    const told = await server.post<{ submission: { reason: string; note: string } }>(
      '/bb/app/kyc/getStatus',
      {},
      other,
    );
    expect([told.data.submission.reason, told.data.submission.note]).toEqual(['cut-off', 'left edge']);

    const eve = await openOfficeAt(browser, server, {
      operator: `eve-id-${lang}`,
      language,
      path: '/identity',
      role: 'support',
    });
    await expect(eve.getByRole('heading', { name: words.notYours })).toBeVisible();
    for (const page of [ann, verify, eve]) await page.context().close();
  });

  test(`R16.3 vouchers I1 operators I4 two operators credit a voucher side by side, one rejects, ${language}`, async ({
    browser,
  }) => {
    const [ann, bob] = [
      await openOfficeAt(browser, server, {
        operator: `ann-v-${lang}`,
        role: 'reviewer',
        language,
        path: '/vouchers',
      }),
      await openOfficeAt(browser, server, {
        operator: `bob-v-${lang}`,
        role: 'reviewer',
        language,
        path: '/vouchers',
      }),
    ];
    const user = await server.register(`voucher-${lang}`);
    const id = await handIn(user, 50);
    const site = await openSite(browser, user, { language, path: '/account/recharge?by=voucher' });
    const name = async (page: Page, button: string) => {
      const txid = (language === 'en-US' ? 'ab' : 'cd').repeat(32);
      await decision(page).getByLabel(words.txid).fill(txid);
      await decision(page).getByLabel(words.shows).fill('650');
      await decision(page).getByLabel(words.reason, { exact: true }).fill('found on our node');
      await decision(page).getByRole('button', { name: button, exact: true }).click();
    };
    await rowOf(ann, `V-${id}`).click();
    await expect(decision(ann).getByRole('img')).toBeVisible();
    await expectAccessible(ann);
    await rowOf(bob, `V-${id}`).click();
    await name(ann, words.name);
    // Nobody reloads: the other page follows.
    await expect(rowOf(bob, `V-${id}`)).toContainText(words.second);
    await expect(decision(bob)).toContainText('found on our node');
    await name(bob, words.credit);
    await expect(decision(bob)).toContainText(words.credited);
    await expect(rowOf(ann, `V-${id}`)).toHaveCount(0);
    await expect(site.getByText(words.userFinished)).toBeVisible();

    const other = await handIn(user, 60);
    await rowOf(ann, `V-${other}`).click();
    await expect(decision(ann).getByRole('button', { name: words.reject })).toBeEnabled();
    await ann.getByRole('heading', { name: words.vouchers, exact: true }).click();
    await ann.keyboard.press('r');
    const form = ann.getByRole('dialog');
    await form.getByLabel(words.differs).check();
    await form.getByLabel(words.shows, { exact: true }).fill('65');
    await form.getByLabel(words.internal).fill('the node shows less');
    await expectAccessible(ann);
    await form.getByRole('button', { name: words.rejectNow, exact: true }).click();
    await expect(form).toBeHidden();
    for (const page of [ann, bob, site]) await page.context().close();
  });
}
