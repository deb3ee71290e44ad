/** The site as a person uses it: what is on each page, by its label. English unless said otherwise. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { TestServer } from '../server.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
}

export async function register(page: Page, server: TestServer, person: Person): Promise<void> {
  await page.goto(`${server.url}/pc/login/register`);
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('E-mail code').fill(await server.codeFor(person.email));
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Password again').fill(person.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(accountMenu(page)).toBeVisible();
}

export async function logIn(page: Page, server: TestServer, person: Person): Promise<void> {
  await page.goto(`${server.url}/pc/login/login`);
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  const after = Date.now();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('E-mail code').fill(await server.codeFor(person.email, { after: after - 1000 }));
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(accountMenu(page)).toBeVisible();
}

/** The button that shows the masked e-mail. */
export function accountMenu(page: Page): Locator {
  return page.getByRole('button', { name: /^(Account|账户)/ });
}

export async function logOut(page: Page, label: string): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: label }).click();
}

export async function placeLimitOrder(
  page: Page,
  order: { side: 'Buy' | 'Sell'; price: string; amount: string },
): Promise<void> {
  const form = page.getByRole('region', { name: 'Order form' });
  await form.getByRole('button', { name: order.side, exact: true }).click();
  await form.getByLabel('Price').fill(order.price);
  await form.getByLabel('Amount').fill(order.amount);
  await form.getByRole('button', { name: `${order.side} BTC` }).click();
}

export async function transferToContract(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Transfer' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(dialog).toBeHidden();
}
