/** The controls of the site by their labels, in English unless stated otherwise. */
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { Session, TestServer } from '../server.ts';
import { fillCode, PEOPLE, type Language, type PeopleWords } from './people.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
  /** In the user's language; English by default. */
  readonly words?: PeopleWords;
}

export async function register(page: Page, server: TestServer, person: Person): Promise<void> {
  const words = PEOPLE['en-US'];
  const { email, password } = person;
  const form = page.locator('form');
  await page.goto(`${server.url}/pc/login/register`);
  await form.getByLabel(words.email, { exact: true }).fill(email);
  await fillCode(form, { server, words, email });
  await form.getByLabel(words.password, { exact: true }).fill(password);
  await form.getByLabel(words.passwordAgain).fill(password);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: words.createAccount }).click();
  await expect(accountMenu(page)).toBeVisible();
}

export async function logIn(page: Page, server: TestServer, person: Person): Promise<void> {
  await page.goto(`${server.url}/pc/login/login`);
  await fillLogIn(page, server, person);
}

/** Fills the login page that is open. */
export async function fillLogIn(page: Page, server: TestServer, person: Person): Promise<void> {
  const form = page.locator('form');
  const { email, password, words = PEOPLE['en-US'] } = person;
  await form.getByLabel(words.email, { exact: true }).fill(email);
  await fillCode(form, { server, words, email });
  await form.getByLabel(words.password, { exact: true }).fill(password);
  await form.getByRole('button', { name: words.logIn, exact: true }).click();
  await expect(accountMenu(page)).toBeVisible();
}

/** Starts a context signed in, like a returning visitor: fills the site's storage once. */
export async function beginAs(
  context: BrowserContext,
  session: Session,
  language: Language = 'en-US',
): Promise<void> {
  await context.addInitScript(remember, { ...session, language });
}

/** Starts a context as a visitor who reads this language. */
export async function beginIn(context: BrowserContext, language: Language): Promise<void> {
  await context.addInitScript((chosen) => {
    if (window.origin !== 'null') localStorage.setItem('User-Lang', chosen);
  }, language);
}

/** Runs in the page, and only once, so that a user who logs out stays logged out. */
function remember({ userId, token, email, language }: Session & { language: string }): void {
  // A frame without an origin has no storage.
  if (window.origin === 'null' || localStorage.getItem('User-Lang') !== null) return;
  localStorage.setItem('User-Lang', language);
  localStorage.setItem('User-Id', userId);
  localStorage.setItem('User-Token', token);
  localStorage.setItem('User-Login', 'true');
  localStorage.setItem('User-Email', email);
}

/** The button that shows the masked e-mail. */
export function accountMenu(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: /^(Account|账户)/ });
}

export async function logOut(page: Page, label: string): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: label }).click();
}

export async function placeLimitOrder(
  page: Page,
  order: { side: 'Buy' | 'Sell'; price: string; amount: string },
): Promise<void> {
  await sendOrder(page, WORDS['en-US'], order);
  await confirmOrder(page, WORDS['en-US']);
}

/** Presses the button of the dialog that confirms an order. */
export async function confirmOrder(page: Page, words: Words): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: words.confirm }).click();
}

export async function transferToContract(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Transfer' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** The words of the trading page in a language. */
export const WORDS = {
  'en-US': {
    form: 'Order form',
    orders: 'Orders',
    price: 'Price',
    amount: 'Amount',
    Buy: 'Buy',
    Sell: 'Sell',
    confirm: 'Place order',
    placed: 'Order has been placed',
    belowMinimum: 'The order is below the minimum of 5 USDT',
    insufficient: 'Insufficient available balance',
    conditional: 'Conditional',
    limitAbove: /^The take profit of a sell must be above the index price, [\d,.]+$/,
  },
  'zh-CN': {
    form: '下单',
    orders: '委托',
    price: '价格',
    amount: '数量',
    Buy: '买入',
    Sell: '卖出',
    confirm: '确认下单',
    placed: '下单成功',
    belowMinimum: '低于最小下单金额 5 USDT',
    insufficient: '可用余额不足',
    conditional: '条件委托',
    limitAbove: /^卖出止盈价须高于指数价 [\d,.]+$/,
  },
} as const;
export type Words = (typeof WORDS)[keyof typeof WORDS];

export async function sendOrder(
  page: Page,
  words: Words,
  order: { side: 'Buy' | 'Sell'; price: string; amount: string },
): Promise<void> {
  const form = orderForm(page, words);
  await form.getByRole('button', { name: words[order.side], exact: true }).click();
  // By name, because the price field of an OCO order has another label.
  await form.locator('input[name=price]').fill(order.price);
  await form.locator('input[name=amount]').fill(order.amount);
  await form.getByRole('button', { name: `${words[order.side]} BTC` }).click();
}

export function orderForm(page: Page, words: Words): Locator {
  return page.getByRole('region', { name: words.form });
}
/** The panel with open orders, history and fills. */
export function ordersPanel(page: Page, words: Words): Locator {
  return page.getByRole('region', { name: words.orders, exact: true });
}
