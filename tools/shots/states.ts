/** States of pages in `npx glasshouse shots` that take user actions. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { ROOT } from '../run.ts';
import { SCREEN, type Who } from './scenes.ts';

/** Written by the site's build, for a proxy. */
const MAINTENANCE_PAGE = path.join(ROOT, 'apps/web/maintenance/dist/maintenance.html');

/** A state of a page that takes user actions; shown in two looks, and on the smaller screen. */
export interface State {
  readonly name: string;
  readonly target: string;
  /** Default: the trader. */
  readonly who?: Who;
  readonly prepare: (page: Page) => Promise<void>;
  readonly fullPage?: boolean;
  /** Set if the state is faint on purpose, or has console errors by nature. */
  readonly offline?: boolean;
  /** Of the back office: taken before its queues are filled. */
  readonly isEmpty?: boolean;
}

export const STATES: readonly State[] = [
  {
    name: 'site-search',
    target: 'about/connect',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('btc');
    },
  },
  {
    name: 'dense-quotes',
    target: 'market',
    prepare: (page) => page.getByRole('button', { name: /^(Dense rows|紧凑显示)$/ }).click(),
  },
  {
    name: 'price-alerts',
    target: 'trade',
    prepare: (page) => page.getByRole('button', { name: /^(Price alerts|价格提醒)$/ }).click(),
  },
  {
    name: 'subscribe-confirm',
    target: 'subscribe/detail?project=1',
    prepare: async (page) => {
      await page.locator('[name=amount]').fill('100');
      await page.locator('[name=amount]').press('Enter');
    },
  },
  {
    name: 'finance-confirm',
    target: 'finance/list',
    prepare: async (page) => {
      await page.locator('#finance-amount').fill('500');
      await page.getByRole('checkbox').first().check();
      await page.locator('#finance-amount').press('Enter');
    },
  },
  {
    name: 'help-search',
    target: 'about/connect',
    prepare: async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('not credited');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'fees-full', target: 'about/legal?view=fees', prepare: scrollThrough, fullPage: true },
  { name: 'main-full', target: 'main', prepare: scrollThrough, fullPage: true },
  {
    name: 'pair-picker',
    target: 'trade',
    prepare: (page) => page.getByRole('button', { name: /^BTC\/USDT Bitcoin/ }).click(),
  },
  {
    name: 'account-menu',
    target: 'market',
    prepare: (page) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: /^(Account|账户)/ })
        .click(),
  },
  {
    name: 'transfer',
    target: 'scontract',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^(Transfer|划转)$/ })
        .first()
        .click(),
  },
  {
    name: 'settlement-check',
    target: 'scontract',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^(Check|核验)$/ })
        .first()
        .click();
      await page
        .getByTestId('settlement-check')
        .getByText(/Verified|已核验/)
        .first()
        .waitFor();
    },
  },
  ...(
    [
      ['message', 'notice', /(Welcome to|欢迎来到) Glasshouse/],
      ['message-notice', 'notice', /Maintenance|系统维护/],
      ['message-security', 'security', /A withdrawal address was added|已添加提现地址/],
      ['message-contract', 'contract', /^.*(Contract #|合约 #)/],
    ] as const
  ).map(([name, kind, title]) => ({
    name,
    // By its kind it is on the first page, however many others there are.
    target: `setting/message?kind=${kind}`,
    prepare: async (page: Page) => {
      await page.getByRole('button', { name: title }).first().click();
      await page.getByRole('article').waitFor();
    },
  })),
  {
    name: 'message-freeze',
    target: 'setting/message?kind=security',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /A withdrawal address was added|已添加提现地址/ })
        .first()
        .click();
      await page.getByRole('button', { name: /^(Freeze my account|冻结我的账户)$/ }).click();
    },
  },
  {
    name: 'message-mail',
    target: 'setting/message?view=mail',
    prepare: (page) => page.getByRole('switch').last().waitFor(),
  },
  {
    name: 'fund-unknown',
    target: 'fund/detail?fund=99',
    prepare: (page) => page.getByRole('link', { name: /^(All funds|全部基金)$/ }).waitFor(),
  },
  {
    name: 'fund-loan',
    target: 'fund/detail?fund=1',
    prepare: async (page) => {
      await page.locator('[name=quantity]').fill('1000');
      for (let step = 0; step < 2; step++) await page.locator('input[type=range]').press('ArrowRight');
      await page.locator('[name=quantity]').press('Enter');
    },
  },
  {
    name: 'period-empty',
    target: 'subscribe/record?tab=cancelled&since=30d',
    prepare: async () => {},
  },
  {
    name: 'fund-sell',
    target: 'fund/record',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^(Sell|卖出)$/ })
        .first()
        .click(),
  },
  {
    name: 'pool-early',
    target: 'pool/record',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^(Redeem early|提前赎回)$/ })
        .first()
        .click(),
  },
  {
    name: 'amount-fault',
    target: 'finance/list',
    prepare: (page) => page.locator('#finance-amount').pressSequentially('-12.34567891'),
  },
  { name: 'maintenance-bar', target: 'trade', prepare: closePlatform },
  {
    name: 'maintenance-page',
    target: 'about/us',
    prepare: async (page) => {
      await page.goto(pathToFileURL(MAINTENANCE_PAGE).href);
    },
  },
  {
    name: 'oco',
    target: 'trade',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(Sell|卖出)$/ }).click();
      await page.getByRole('button', { name: /^(Conditional|条件委托)$/ }).click();
      await page.getByRole('menuitemradio', { name: /^OCO/ }).click();
      await page.locator('input[name=triggerPrice]').fill('80000');
      await page.locator('input[name=amount]').fill('0.01');
    },
  },
  {
    name: 'confirmation',
    target: 'trade',
    prepare: async (page) => {
      await page.locator('input[name=amount]').fill('0.01');
      await page.getByRole('button', { name: /^(Buy BTC|买入 BTC)$/ }).click();
    },
  },
  {
    name: 'depth',
    target: 'trade',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(Depth|深度)$/ }).click();
      await page.mouse.move(300, 400);
    },
  },
  {
    name: 'indicators',
    target: 'trade',
    prepare: (page) => page.getByRole('button', { name: /^(Indicators|指标)$/ }).click(),
  },
  {
    name: 'chart-text',
    target: 'trade',
    prepare: async (page) => {
      const tool = page.getByRole('button', { name: /^(Text|文字)$/ });
      for (const [text, x, y] of [
        ['Resistance', 300, 300],
        ['', 420, 380],
      ] as const) {
        await tool.click();
        await page.mouse.move(x - 20, y);
        await page.mouse.move(x, y, { steps: 4 });
        await page.mouse.down();
        await page.mouse.up();
        const field = page.getByRole('textbox', { name: /^(Text|文字)$/ });
        await field.fill(text);
        if (text === '') return;
        await field.press('Enter');
        // Two presses at once would be a double click.
        await page.waitForTimeout(700);
      }
    },
  },
  {
    name: 'refused-oco',
    target: 'trade',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(Conditional|条件委托)$/ }).click();
      await page.getByRole('menuitemradio', { name: /^OCO/ }).click();
      await page.locator('input[name=price]').fill('200000');
      await page.getByRole('button', { name: /^(Buy BTC|买入 BTC)$/ }).click();
    },
  },
  {
    name: 'refused-price',
    target: 'trade',
    prepare: async (page) => {
      await page.locator('input[name=price]').fill('900000');
      await page.getByLabel(/^(Amount|数量)$/).fill('0.001');
      await page.getByRole('button', { name: /^(Buy BTC|买入 BTC)$/ }).click();
    },
  },
  {
    name: 'refused-order',
    target: 'trade',
    prepare: async (page) => {
      await page.getByLabel(/^(Amount|数量)$/).fill('0.00001');
      await page.getByRole('button', { name: /^(Buy BTC|买入 BTC)$/ }).click();
    },
  },
  {
    name: 'google-code',
    target: 'setting/safty',
    prepare: (page) => page.getByRole('button', { name: /^(Activate|启用)$/ }).click(),
  },
  {
    name: 'limits',
    target: 'setting/safty',
    prepare: (page) => page.getByRole('button', { name: /^(Edit|编辑)$/ }).click(),
  },
  {
    name: 'verify-form',
    target: 'setting/verify',
    prepare: (page) => page.getByRole('button', { name: /^(Try the form|体验流程)$/ }).click(),
  },
  {
    name: 'add-address',
    target: 'setting/address',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^(Add an address|添加地址)$/ })
        .first()
        .click(),
  },
  {
    name: 'history',
    target: 'setting/safty',
    prepare: (page) => page.getByRole('button', { name: /^(Login history|登录历史)$/ }).click(),
  },
  {
    name: 'offline',
    target: 'trade',
    prepare: async (page) => {
      await page.locator('canvas').first().waitFor();
      await page.context().setOffline(true);
      await page
        .getByRole('alert')
        .filter({ hasText: /Connection lost|连接已断开/ })
        .waitFor();
    },
    offline: true,
  },
];

/** Scrolls, because content below the fold is rendered when it is nearly in view. */
async function scrollThrough(page: Page): Promise<void> {
  for (let screens = 0; screens < 6; screens++) {
    await page.mouse.wheel(0, SCREEN.height);
    await page.waitForTimeout(200);
  }
  await page.mouse.wheel(0, -10 * SCREEN.height);
}

/** As if an operator had begun maintenance: the stream's first frame says so. */
async function closePlatform(page: Page): Promise<void> {
  const untilMs = Date.now() + 20 * 60_000;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) =>
      socket.send(String(text).replace('"type":"hello"', `"type":"hello","closedUntilMs":${untilMs}`)),
    );
  });
  await page.reload();
  await page.getByText(/^(Maintenance until|系统维护中)/).waitFor();
  await page.waitForTimeout(2000);
}
