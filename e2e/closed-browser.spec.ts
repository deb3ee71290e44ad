/**
 * Goal: a form that was half filled when the browser closed is empty on return, and nothing typed
 * is stored. Method: a table of every form of the personal pages; each is filled, its page closed
 * and opened again, in one of the languages. http/closed-browser.test.ts covers the server's side.
 */
import { expect, type Page } from '@playwright/test';
import { LANGUAGES, PEOPLE, type Language, type PeopleWords } from './page-models/people.ts';
import { beginAs } from './page-models/site.ts';
import { test } from './shared-server.ts';

/** Part of everything that is typed. Fields of digits get the digits. */
const MARK = 'Halfway';
const DIGITS = '918273';

interface Form {
  readonly path: string;
  /** The button that opens the form, if it is a dialog or collapsed. */
  readonly opens?: (words: PeopleWords) => string;
  readonly fields: readonly string[];
  readonly takesPhoto?: boolean;
}

const safty = { path: 'setting/safty' };
const VISITOR: readonly Form[] = [
  { path: 'login/register', fields: ['email', 'code', 'password', 'again', 'inviteCode'] },
  { path: 'login/login', fields: ['email', 'code', 'password'] },
  { path: 'login/forget', fields: ['email', 'code', 'password', 'again'] },
];
const USER: readonly Form[] = [
  { path: 'login/modify', fields: ['oldPassword', 'password', 'again', 'code'] },
  { ...safty, opens: (words) => words.fundPassword, fields: ['password', 'again', 'code'] },
  { ...safty, opens: (words) => words.activate, fields: ['googleCode', 'password', 'code'] },
  { ...safty, opens: (words) => words.addPasskey, fields: ['name', 'password', 'code'] },
  { ...safty, opens: (words) => words.changeEmail, fields: ['email', 'newCode', 'password', 'code'] },
  { ...safty, opens: (words) => words.antiPhishing, fields: ['text', 'password'] },
  { ...safty, opens: (words) => words.edit, fields: ['dailyLoss', 'stake', 'minutes'] },
  { path: 'setting/verify', opens: (words) => words.tryForm, fields: ['name', 'number'], takesPhoto: true },
  { path: 'setting/address', opens: (words) => words.addAddress, fields: ['address', 'note', 'code'] },
];
const DIGITS_ONLY: ReadonlySet<string> = new Set([
  'code',
  'newCode',
  'googleCode',
  'dailyLoss',
  'stake',
  'minutes',
]);

interface Turn {
  readonly site: string;
  readonly form: Form;
  readonly language: Language;
}

async function openForm(page: Page, { site, form, language }: Turn): Promise<void> {
  const url = `${site}/pc/${form.path}`;
  if (page.url() === url) await page.keyboard.press('Escape');
  else await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  if (form.opens === undefined) return;
  await page
    .getByRole('button', { name: form.opens(PEOPLE[language]), exact: true })
    .last()
    .click();
}

/** Returns the page that was opened after the other was closed. */
async function leaveAndReturn(page: Page, turn: Turn): Promise<Page> {
  const { form } = turn;
  await openForm(page, turn);
  const typed = (name: string): string => (DIGITS_ONLY.has(name) ? DIGITS : `${MARK}-${name}-1`);
  const fresh: Record<string, string> = {};
  for (const name of form.fields) {
    const field = page.locator(`input[name="${name}"]`);
    fresh[name] = await field.inputValue();
    await field.fill(typed(name));
  }
  if (form.takesPhoto === true) {
    const photo = { name: 'card.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.locator('input[type=file]').first().setInputFiles(photo);
    await expect(page.locator('img[src^="blob:"]')).toHaveCount(1);
  }
  await page.close();

  const back = await page.context().newPage();
  await openForm(back, turn);
  for (const name of form.fields)
    await expect(back.locator(`input[name="${name}"]`), form.path).toHaveValue(fresh[name] ?? '');
  await expect(back.locator('img[src^="blob:"]')).toHaveCount(0);
  const kept = await back.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
  expect(kept, 'what is kept can be read').toContain('User-Lang');
  expect(kept, form.path).not.toContain(MARK);
  expect(kept, form.path).not.toContain(DIGITS);
  return back;
}

test('R4.11 identity I8 a form that was half filled as the browser closed is as new again, and nothing that was typed is kept', async ({
  browser,
  server,
  newPerson,
}) => {
  // Browsers allow passkeys only for host names.
  const site = server.url.replace('127.0.0.1', 'localhost');
  const { session } = await newPerson();
  for (const [turn, language] of LANGUAGES.entries()) {
    for (const [forms, signedIn] of [
      [VISITOR, false],
      [USER, true],
    ] as const) {
      const context = await browser.newContext();
      if (signedIn) await beginAs(context, session, language);
      else await context.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
      let page = await context.newPage();
      for (const form of forms.filter((_form, index) => index % LANGUAGES.length === turn))
        page = await leaveAndReturn(page, { site, form, language });
      await context.close();
    }
  }
});
