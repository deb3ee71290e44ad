/** The controls of the trading page: order types, chart and book, in both languages. */
import { expect, type Locator, type Page } from '@playwright/test';
import { orderForm, ordersPanel, WORDS, type Words } from './site.ts';
import { expectToast } from './toasts.ts';

export type DeskLanguage = keyof typeof DESK;
export const DESK = {
  'en-US': {
    ...WORDS['en-US'],
    'stop-limit': 'Stop limit',
    'stop-market': 'Stop market',
    'trailing-stop': 'Trailing stop',
    'tp-sl': 'TP/SL',
    exits: 'Take profit / stop loss',
    enterExit: 'Enter a take profit or a stop loss',
    timeInForce: 'Time in force',
    anHour: 'Ends after an hour',
    visible: 'Iceberg: show',
    oco: 'OCO',
    postOnly: 'Post only',
    change: 'Change',
    save: 'Save',
    cancel: 'Cancel',
    changed: 'Order changed',
    cancelled: 'Cancelled',
    history: 'Order history',
    fills: 'Trade history',
    finished: 'Finished',
    taker: 'Taker',
    market: 'Market',
    balances: 'Exchange account',
    deposit: 'Deposit',
    transfer: 'Transfer',
    outOfRange: /^The price is too far from the market\. Allowed: [\d,.]+ to [\d,.]+$/,
    triggerBelow: /^The stop of a sell must be below the index price, [\d,.]+$/,
    trailRange: 'Enter a trailing distance from 0.1% to 50%',
    enterTrigger: 'Enter a trigger price',
    open: (count: number) => `Open orders (${count})`,
  },
  'zh-CN': {
    ...WORDS['zh-CN'],
    'stop-limit': '限价止损',
    'stop-market': '市价止损',
    'trailing-stop': '跟踪委托',
    'tp-sl': '止盈止损',
    exits: '止盈/止损',
    enterExit: '请输入止盈价或止损价',
    timeInForce: '有效方式',
    anHour: '1 小时后失效',
    visible: '冰山委托：显示',
    oco: 'OCO',
    postOnly: '只做 Maker',
    change: '修改',
    save: '保存',
    cancel: '撤单',
    changed: '委托已修改',
    cancelled: '已撤销',
    history: '历史委托',
    fills: '成交记录',
    finished: '已完成',
    taker: '吃单',
    market: '市价',
    balances: '币币账户',
    deposit: '充值',
    transfer: '划转',
    outOfRange: /^价格偏离市场过大，允许范围 [\d,.]+ 至 [\d,.]+$/,
    triggerBelow: /^卖出止损价须低于指数价 [\d,.]+$/,
    trailRange: '请输入 0.1% 至 50% 的回调幅度',
    enterTrigger: '请输入触发价',
    open: (count: number) => `当前委托 (${count})`,
  },
} as const;
export type DeskWords = (typeof DESK)[DeskLanguage];

export type FieldName =
  | 'price'
  | 'triggerPrice'
  | 'stopPrice'
  | 'trailPercent'
  | 'takeProfitPrice'
  | 'stopLossPrice'
  | 'amount'
  | 'total';
export interface DeskOrder {
  readonly side: 'Buy' | 'Sell';
  readonly type?: 'market' | 'stop-limit' | 'stop-market' | 'trailing-stop' | 'tp-sl' | 'oco';
  readonly fields: Partial<Record<FieldName, string>>;
  readonly postOnly?: boolean;
}

/** Fills the order form and returns it. */
export async function fillOrder(page: Page, words: DeskWords, order: DeskOrder): Promise<Locator> {
  const form = orderForm(page, words as Words);
  await form.getByRole('button', { name: words[order.side], exact: true }).click();
  if (order.type === 'market') await form.getByRole('button', { name: words.market, exact: true }).click();
  else if (order.type !== undefined) {
    // The menu's button also shows the type that was chosen last.
    await form.getByRole('button', { name: words.conditional }).click();
    await form.getByRole('menuitemradio', { name: words[order.type] }).click();
  }
  for (const [name, value] of Object.entries(order.fields)) await field(form, name).fill(value);
  if (order.postOnly === true) await form.getByRole('checkbox', { name: words.postOnly }).check();
  return form;
}

/** Fills the order form, sends it, and confirms the order. */
export async function place(page: Page, words: DeskWords, order: DeskOrder): Promise<void> {
  const form = await fillOrder(page, words, order);
  await form.locator('button[type=submit]').click();
  await page.getByRole('dialog').getByRole('button', { name: words.confirm }).click();
  await expectToast(page, words.placed);
  await expect(field(form, order.fields.amount === undefined ? 'total' : 'amount')).toHaveValue('');
}

export const field = (form: Locator, name: string): Locator => form.locator(`input[name=${name}]`);

/** The row of the open orders that contains all of these texts. */
export function orderRow(page: Page, words: DeskWords, ...texts: readonly string[]): Locator {
  return texts.reduce(
    (rows, text) => rows.filter({ hasText: text }),
    ordersPanel(page, words as Words).locator('tbody tr'),
  );
}

/** Changes an open order in its row. No column moves when its fields open. */
export async function amendRow(
  page: Page,
  words: DeskWords,
  { row, texts }: { readonly row: Locator; readonly texts: Readonly<Record<string, string>> },
): Promise<void> {
  const panel = ordersPanel(page, words as Words);
  const widths = () =>
    panel.locator('th').evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width));
  const before = await widths();
  await row.getByRole('button', { name: words.change }).click();
  const open = panel.locator('tbody tr').filter({ has: page.getByRole('button', { name: words.save }) });
  expect(await widths()).toEqual(before);
  for (const [name, text] of Object.entries(texts)) await field(open, name).fill(text);
  await open.getByRole('button', { name: words.save }).click();
  await expect(open).toHaveCount(0);
}
