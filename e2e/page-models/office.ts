/** Opens the back office for an operator who is made for the test. */
import { expect, type Browser, type Page } from '@playwright/test';
import type { TestServer } from '../server.ts';
import { totp, wrongTotp } from './authenticators.ts';
import { OFFICE } from './support.ts';

interface Operator {
  readonly password: string;
  /** The secret of the operator's authenticator. */
  readonly key: string;
}

interface OpenedBy {
  readonly operator: string;
  readonly language: keyof typeof OFFICE;
  /** Default: an admin. */
  readonly role?: 'admin' | 'auditor';
}

/** The page of an operator who has just logged in, after one wrong code. */
export async function openOffice(
  browser: Browser,
  server: TestServer,
  { operator, language, role = 'admin' }: OpenedBy,
): Promise<Page> {
  const words = OFFICE[language];
  const { password, key } = await create(server, operator, role);
  const context = await browser.newContext({ locale: language });
  await context.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
  const page = await context.newPage();
  await page.goto(`${server.url}/operator/`);
  await page.getByLabel(words.name, { exact: true }).fill(operator);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByLabel(words.code).fill(wrongTotp(key, Date.now()));
  await page.getByRole('button', { name: words.logIn, exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(words.wrong);
  await page.getByLabel(words.code).fill(totp(key, Date.now()));
  await page.getByRole('button', { name: words.logIn, exact: true }).click();
  await expect(
    page.getByRole('heading', { name: role === 'admin' ? words.inbox : words.dashboard }),
  ).toBeVisible();
  return page;
}

/**
 * Creates an operator for one test only. A code works once and the next one takes half a minute, so
 * tests must not share an operator.
 */
async function create(server: TestServer, name: string, role: string): Promise<Operator> {
  const told = await server.operate('operators', 'create', name, '--role', role, '--by', 'test');
  const shown = (what: string): string => new RegExp(`${what}: +(\\S+)`).exec(told)?.[1] ?? '';
  return { password: shown('password'), key: shown('authenticator key') };
}
