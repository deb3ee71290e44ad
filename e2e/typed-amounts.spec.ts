/**
 * Goal: a pasted or typed amount is the one that was meant, or the field asks and nothing is sent.
 * Method: the real clipboard in Chromium against a real server. What each text is read as:
 * packages/ui/src/decimal-text.test.ts.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './page-models/accessible.ts';
import { LANGUAGES } from './page-models/people.ts';
import { orderForm, WORDS } from './page-models/site.ts';
import { test } from './shared-server.ts';

const FAULTS = {
  'en-US': {
    unclear: 'Amount: this can be read in two ways. Write it without a comma:',
    unit: 'Amount: an amount of USDT is needed. Write the number alone',
    unreadable: 'Principal: this is not a number. Write digits and a point, such as 1234.56',
    stop: 'Stop loss: this can be read in two ways. Write it without a comma:',
    exits: 'Take profit / stop loss',
  },
  'zh-CN': {
    unclear: '数量：该写法有两种含义，请不带逗号填写：',
    unit: '数量：此处以 USDT 计，请只填写数字',
    unreadable: '存入数量：无法识别为数字，请用数字和小数点填写，例如 1234.56',
    stop: '止损：该写法有两种含义，请不带逗号填写：',
    exits: '止盈/止损',
  },
} as const;

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.press('ControlOrMeta+v');
}
const alertOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

for (const language of LANGUAGES) {
  const words = FAULTS[language];

  test(`R5.9 R5.10 amounts pasted into an order, a withdrawal and a stake, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    await beginAsNew(language);
    await page.goto(`${server.url}/pc/trade`);
    const form = orderForm(page, WORDS[language]);
    const [price, amount] = [form.locator('input[name=price]'), form.locator('input[name=amount]')];
    await expect(price).not.toHaveValue('');
    await paste(page, price, '$90.000,50');
    await expect(price).toHaveValue('90000.50');
    await paste(page, amount, '1,500 BTC');
    await expect(alertOf(page, words.unclear)).toBeVisible();
    await expectAccessible(page);
    await alertOf(page, words.unclear).getByRole('button', { name: '1.500', exact: true }).click();
    await expect(amount).toHaveValue('1.500');
    await expect(amount).toBeFocused();
    await expect(alertOf(page, words.unclear)).toHaveCount(0);
    // A comma that is typed stays one until the field is left.
    await amount.fill('');
    await amount.pressSequentially('1,5');
    await expect(amount).toHaveValue('1,5');
    await expect(form.locator('input[name=total]')).toHaveValue('135000.75');
    await amount.press('Tab');
    await expect(amount).toHaveValue('1.5');

    // A stop loss that is not read is no order without one.
    await amount.fill('0.001');
    await form.getByRole('checkbox', { name: words.exits }).check();
    const stop = form.locator('input[name=stopLossPrice]');
    await form.locator('input[name=takeProfitPrice]').fill('99000');
    await paste(page, stop, '80,000');
    await form.locator('button[type=submit]').click();
    await expect(stop).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await alertOf(page, words.stop).getByRole('button', { name: '80000', exact: true }).click();
    await form.locator('button[type=submit]').click();
    await expect(page.getByRole('dialog')).toContainText('80,000');

    await page.goto(`${server.url}/pc/account/withdrawel?coin=USDT&chain=TRC20`);
    const withdrawn = page.locator('[name=amount]');
    await paste(page, withdrawn, '12,345,678 USDT');
    await expect(withdrawn).toHaveValue('12345678');
    await paste(page, withdrawn, '0.5 ETH');
    await expect(alertOf(page, words.unit)).toBeVisible();
    await expect(withdrawn).toHaveValue('0.5 ETH');

    await page.goto(`${server.url}/pc/finance/list`);
    const stake = page.locator('#finance-amount');
    await paste(page, stake, '１，２３４．５');
    await expect(stake).toHaveValue('1234.5');
    await paste(page, stake, '100\n200');
    await expect(alertOf(page, words.unreadable)).toBeVisible();
    await expect(stake).toHaveValue('100; 200');
  });
}
