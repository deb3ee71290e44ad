/**
 * Goal: the owner makes an API key whose private key never leaves the browser, narrows it without a
 * proof, and ends it. Method: real Chromium against a real server; the downloaded key signs, and
 * what the page sent is searched for it.
 */
import { expect, type Request } from '@playwright/test';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fillCode, LANGUAGES, PEOPLE, type Language } from './page-models/people.ts';
import { expectToast } from './page-models/toasts.ts';
import { test } from './shared-server.ts';

const WORDS = {
  'en-US': {
    create: 'Create a key',
    name: 'Name',
    own: /^My own public key/,
    pair: /^Key pair, made in this browser/,
    publicKey: 'Public key (PEM)',
    isPrivate: /This is your private key: keep it/,
    next: 'Continue',
    trade: /^Trade/,
    withdraw: /^Withdraw/,
    networks: 'Allowed IP addresses',
    download: 'Download the private key',
    storeFirst: 'Store the key first. It is not shown again',
    stored: 'I have stored it',
    edit: 'Edit Bot',
    save: 'Save',
    saved: 'API key saved',
    end: 'End Bot',
    endKey: 'End the key',
    ended: 'API key ended',
    endedKeys: 'Ended keys',
    byYou: 'by you',
  },
  'zh-CN': {
    create: '创建密钥',
    name: '名称',
    own: /^我自己的公钥/,
    pair: /^密钥对，由本浏览器生成/,
    publicKey: '公钥（PEM）',
    isPrivate: /这是私钥，请自行保管/,
    next: '继续',
    trade: /^交易/,
    withdraw: /^提现/,
    networks: '允许的 IP 地址',
    download: '下载私钥',
    storeFirst: '请先保存密钥，它不会再次显示',
    stored: '我已保存',
    edit: '编辑 Bot',
    save: '保存',
    saved: 'API 密钥已保存',
    end: '停用 Bot',
    endKey: '停用密钥',
    ended: 'API 密钥已停用',
    endedKeys: '已停用的密钥',
    byYou: '由你停用',
  },
} as const satisfies Record<Language, object>;

interface KeyList {
  readonly list: readonly {
    readonly publicKey: string;
    readonly permissions: readonly string[];
    readonly ended: object | null;
  }[];
}

for (const language of LANGUAGES) {
  const words = WORDS[language];

  test(`api-keys I1 I4 a key pair is made in the browser, its private key is downloaded and never sent; a key is narrowed and ended, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const { email, session } = await beginAsNew(language);
    const list = async () => (await server.call<KeyList>('/bb/app/apiKeys/getKeys', {}, session.token)).list;
    const sent: string[] = [];
    page.on('request', (request: Request) => sent.push(request.url(), request.postData() ?? ''));
    await page.goto(`${server.url}/pc/setting/api`);
    await page.getByRole('button', { name: words.create }).first().click();
    const dialog = page.getByRole('dialog');
    const next = dialog.getByRole('button', { name: words.next });

    await dialog.getByLabel(words.name, { exact: true }).fill('Bot');
    await dialog.getByRole('radio', { name: words.own }).check();
    await dialog.getByLabel(words.publicKey).fill('-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQ');
    await next.click();
    await expect(dialog.getByText(words.isPrivate)).toBeVisible();
    await dialog.getByRole('radio', { name: words.pair }).check();
    await next.click();

    await dialog.getByRole('checkbox', { name: words.trade }).check();
    const withdraw = dialog.getByRole('checkbox', { name: words.withdraw });
    await expect(withdraw).toBeDisabled();
    await dialog.getByRole('textbox', { name: words.networks }).fill('203.0.113.0/24');
    await withdraw.check();
    await next.click();
    await fillCode(dialog, { server, words: PEOPLE[language], email });
    await dialog.getByRole('button', { name: words.create }).click();

    const waiting = page.waitForEvent('download');
    await dialog.getByRole('button', { name: words.download }).click();
    const pem = await readFile(await (await waiting).path(), 'utf8');
    const apiKey = await dialog.getByTestId('api-key').innerText();
    expect(apiKey).toMatch(/^[A-Za-z0-9]{64}$/);
    await page.keyboard.press('Escape');
    await expectToast(page, words.storeFirst);
    await dialog.getByRole('button', { name: words.stored }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(apiKey)).toHaveCount(0);

    const [made] = await list();
    expect(made?.permissions).toEqual(['read', 'trade', 'withdraw']);
    const publicKey = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'pem' });
    expect(made?.publicKey).toBe(publicKey);
    const body = pem.split('\n')[1] ?? '';
    expect(body.length).toBeGreaterThan(60);
    expect(sent.some((text) => text.includes(body) || text.includes('PRIVATE KEY'))).toBe(false);

    await page.getByRole('button', { name: words.edit }).click();
    await dialog.getByRole('checkbox', { name: words.trade }).uncheck();
    await expect(dialog.getByLabel(PEOPLE[language].code, { exact: true })).toHaveCount(0);
    await dialog.getByRole('button', { name: words.save }).click();
    await expectToast(page, words.saved);
    expect((await list())[0]?.permissions).toEqual(['read', 'withdraw']);
    await page.getByRole('button', { name: words.end }).click();
    await dialog.getByRole('button', { name: words.endKey }).click();
    await expectToast(page, words.ended);
    await expect(page.getByRole('heading', { name: words.endedKeys })).toBeVisible();
    await expect(page.getByText(words.byYou)).toBeVisible();
    expect((await list())[0]?.ended).not.toBeNull();
  });
}

test('api-keys I4 who gets no answer is told what may have become of the key, and a browser that makes no pair says so', async ({
  page,
  server,
  beginAsNew,
}) => {
  const { email } = await beginAsNew();
  const words = WORDS['en-US'];
  const dialog = page.getByRole('dialog');
  const next = dialog.getByRole('button', { name: words.next });
  const create = dialog.getByRole('button', { name: words.create });
  await page.goto(`${server.url}/pc/setting/api`);
  await page.getByRole('button', { name: words.create }).first().click();
  await dialog.getByLabel(words.name, { exact: true }).fill('Bot');
  await next.click();
  await next.click();
  await fillCode(dialog, { server, words: PEOPLE['en-US'], email });

  await page.evaluate(() => {
    const generateKey = () => Promise.reject(new DOMException('no Ed25519', 'NotSupportedError'));
    Object.assign(crypto.subtle, { generateKey });
  });
  const code = await dialog.getByLabel(PEOPLE['en-US'].code, { exact: true }).inputValue();
  await create.click();
  await expect(dialog.getByText(/cannot make a key pair on this page/)).toBeVisible();
  await dialog.getByRole('radio', { name: /^Shared secret/ }).check();
  await next.click();
  await next.click();
  await dialog.getByLabel(PEOPLE['en-US'].code, { exact: true }).fill(code);

  await page.route('**/apiKeys/createKey', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await create.click();
  await expect(dialog.getByText(/If “Bot” is in the list by now, end it/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: words.end })).toBeVisible();
});
