/**
 * Goal: who sends coins to the address of the page sees them arrive, without a reload. Method: a
 * demo whose simulated chains are fast, test coins, and the QR code as a camera reads it.
 */
import { expect, type Page } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import { beginAs } from './page-models/site.ts';
import { expectToast, test } from './page-models/toasts.ts';
import { TestServer, type Session } from './server.ts';

const TEXTS = {
  'en-US': {
    test: 'Receive 2,500 USDT of test coins',
    qr: 'QR code of your TRC20 address',
    title: 'Arriving now',
    none: 'Nothing is on its way',
    confirming: /^Confirming (\d+)\/12$/,
    credited: 'Deposit credited: 2,500.00 USDT on TRC20',
    finished: 'Finished',
    simulated: /A simulated network/,
    closed: 'Deposits of XRP on XRP Ledger are closed',
    noNetwork: /^SHIB cannot be deposited yet$/,
  },
  'zh-CN': {
    test: '领取 2,500 USDT 测试币',
    qr: '你的 TRC20 地址二维码',
    title: '正在到账',
    none: '没有正在到账的充值',
    confirming: /^确认中 (\d+)\/12$/,
    credited: '充值已入账：TRC20 网络 2,500.00 USDT',
    finished: '已完成',
    simulated: /这是模拟网络/,
    closed: 'XRP Ledger 网络的 XRP 充值未开放',
    noNetwork: /^SHIB 暂不支持充值$/,
  },
} as const;

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start({ DEMO_BLOCK_MS: '350' });
});
test.afterAll(async () => {
  await server.stop();
});

interface Assets {
  readonly list: readonly { readonly currencyName: string; readonly availableCurrency: string }[];
}
async function usdtOf({ token }: Session): Promise<string | undefined> {
  const { list } = await server.call<Assets>('/bb/app/wallet/getAssets', { account: 2 }, token);
  return list.find(({ currencyName }) => currencyName === 'USDT')?.availableCurrency;
}

/** The text of a QR code as it is seen on the screen. */
async function readQr(page: Page, name: string): Promise<string> {
  const png = (await page.getByRole('img', { name }).screenshot()).toString('base64');
  const blank = await page.context().newPage();
  const { width, height, bytes } = await blank.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const drawing = canvas.getContext('2d')!;
    drawing.drawImage(image, 0, 0);
    const pixels = drawing.getImageData(0, 0, image.width, image.height);
    return { width: pixels.width, height: pixels.height, bytes: [...pixels.data] };
  }, png);
  await blank.close();
  return decodeQR({ width, height, data: Uint8ClampedArray.from(bytes) });
}

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`R15.1 coins arrive on the page without a reload, ${language}`, async ({ page, context }) => {
    const texts = TEXTS[language];
    const person = { email: `deposit-${language}@example.com`, password: 'Lighthouse-7' };
    const session = await server.register(person);
    await beginAs(context, session, language);
    await page.goto(`${server.url}/pc/account/recharge`);
    const address = page.locator('[data-address]');
    await expect(address).toHaveText(/^T\w{33}$/);
    expect(await readQr(page, texts.qr)).toBe(await address.textContent());
    await expect(page.getByText(texts.simulated)).toBeVisible();
    await expect(page.getByText(texts.none)).toBeVisible();
    // A reload would lose it.
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

    await page.getByRole('button', { name: texts.test }).click();
    const table = page.getByRole('table');
    const row = table.locator('tbody tr').first();
    const counted = new Set<string>();
    await expect(async () => {
      const text = await row.locator('td').last().textContent();
      if (text !== null && texts.confirming.test(text)) counted.add(text);
      expect(counted.size).toBeGreaterThan(2);
    }).toPass({ intervals: [100] });
    await expectToast(page, texts.credited);
    expect(await usdtOf(session)).toBe('12500');
    await expect(page.getByText(texts.none)).toBeVisible();
    await expect(row).toContainText('2,500');
    await expect(row).toContainText(texts.finished);
    await expect(table.locator('tbody tr')).toHaveCount(1);
    expect(await page.evaluate(() => Object.hasOwn(globalThis, 'isSamePage'))).toBe(true);

    // Another network has another address, those of one family the same.
    await page.getByRole('button', { name: /^ERC20/ }).click();
    await expect(address).toHaveText(/^0x\w{40}$/);
    await expect(page).toHaveURL(/chain=ERC20/);
    const onErc20 = await address.textContent();
    await page.getByRole('button', { name: /^BEP20/ }).click();
    await expect(page).toHaveURL(/chain=BEP20/);
    await expect(address).toHaveText(onErc20 ?? '');

    await page.getByRole('button', { name: 'BTC' }).click();
    await expect(address).toHaveText(/^bc1q\w{38}$/);
    await page.getByRole('combobox').last().selectOption('XRP');
    await expect(page.getByText(texts.closed)).toBeVisible();
    await page.getByRole('combobox').last().selectOption('SHIB');
    await expect(page.getByText(texts.noNetwork)).toBeVisible();
  });
}
