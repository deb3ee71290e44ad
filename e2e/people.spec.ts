/**
 * Goal: the personal center in both languages: registration with an invitation, protection,
 * passkeys, addresses, messages, freezing. Method: real Chromium against a real server; a virtual
 * authenticator replaces the device's own.
 */
import { expect, type Browser, type Page } from '@playwright/test';
import { nightly } from './nightly.ts';
import { addAuthenticator, totp, wrongTotp } from './page-models/authenticators.ts';
import { editNote, fillCode, fillProof, LANGUAGES, PEOPLE, type Language } from './page-models/people.ts';
import { accountMenu, beginAs, fillLogIn, logIn, logOut } from './page-models/site.ts';
import { expectToast } from './page-models/toasts.ts';
import type { Session, TestServer } from './server.ts';
import { PASSWORD, test } from './shared-server.ts';

const GOOD_ADDRESS = 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ';

for (const language of LANGUAGES) {
  const words = PEOPLE[language];

  test(`R3.12 R5.2 identity I7 registration: an invitation from the link, a password pasted and shown, strength, rules, agreement; the friend is listed, ${language}`, async ({
    page,
    browser,
    server,
    newPerson,
  }) => {
    const host = await newPerson();
    const info = await server.call<{ invitationCode: string }>('/bb/app/user/info', {}, host.session.token);
    const link = `${server.url}/pc/login/register?invite=${info.invitationCode}`;
    const email = `invited-${language.toLowerCase()}@example.com`;
    await page.addInitScript((chosen) => localStorage.setItem('User-Lang', chosen), language);
    await page.goto(link);
    const form = page.locator('form');
    await expect(form.getByLabel(words.inviteCode)).toHaveValue(info.invitationCode);
    const create = form.getByRole('button', { name: words.createAccount });
    const password = form.getByLabel(words.password, { exact: true });
    const again = form.getByLabel(words.passwordAgain);
    const emailField = form.getByLabel(words.email, { exact: true });
    await emailField.fill(PASSWORD);
    await emailField.press('Control+a');
    await emailField.press('Control+c');
    await password.press('Control+v');
    await expect(password).toHaveValue(PASSWORD);
    await expect(password).toHaveAttribute('autocomplete', 'new-password');
    await expect(password).toHaveAttribute('type', 'password');
    await form.getByRole('button', { name: words.showPassword }).first().click();
    await expect(password).toHaveAttribute('type', 'text');
    await emailField.fill(email);
    await fillCode(form, { server, words, email });
    await expect(page.getByText(words.resendIn)).toBeVisible();
    await password.fill('aaaaaaaa');
    await expect(form.getByRole('status').filter({ hasText: words.weak })).toBeVisible();
    await password.fill(PASSWORD);
    await expect(form.getByRole('status').filter({ hasText: words.strong })).toBeVisible();
    await again.fill('Lighthouse-8');
    await create.click();
    await expect(page.getByText(words.inconsistent)).toBeVisible();
    await expect(form.getByText(words.mustAgree)).toBeVisible();
    await form.getByRole('checkbox').check();
    await expect(form.getByText(words.mustAgree)).toBeHidden();
    await again.fill(PASSWORD);
    await create.click();
    await expect(accountMenu(page)).toBeVisible();
    await page.goto(`${server.url}/pc/login/register?returnTo=/market`);
    await expect(page, 'nobody registers twice').toHaveURL(/\/pc\/market$/);
    const friends = await tabAs(browser, host.session, language);
    await friends.goto(`${server.url}/pc/setting/invite`);
    await expect(friends.getByText('in***.com')).toBeVisible();
    await expect(friends.getByLabel(words.inviteLink, { exact: true })).toHaveValue(link);
    await friends.context().close();
  });

  test(`R4.3 R13.3 identity I7 security center: anti-phishing code, fund password, Google code asked at the next login, other sessions ended, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const person = await beginAsNew(language);
    const { email } = person;
    await page.goto(`${server.url}/pc/setting/safty`);
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: words.save });

    await page.getByRole('button', { name: words.antiPhishing }).click();
    await dialog.getByLabel(words.antiPhishingWords).fill('blue heron 41');
    await dialog.getByLabel(words.loginPassword).fill('Wrong-password-1');
    await save.click();
    await expect(dialog.getByText(words.passwordIncorrect)).toBeVisible();
    await dialog.getByLabel(words.loginPassword).fill(PASSWORD);
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(words.antiPhishingSet('blue heron 41'))).toBeVisible();

    const other = await logInByCalls(server, email);
    await page.reload();
    await page.getByRole('button', { name: words.endOthers }).click();
    await dialog.getByLabel(words.loginPassword).fill(PASSWORD);
    await dialog.getByRole('button', { name: words.endSession }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(words.sessions(1))).toBeVisible();
    await expect(server.call('/bb/app/user/info', {}, other)).rejects.toThrow('Log in again');

    await page.getByRole('button', { name: words.fundPassword }).click();
    await dialog.getByLabel(words.newFundPassword).fill('739154');
    await dialog.getByLabel(words.fundPasswordAgain).fill('739154');
    await fillCode(dialog, { server, words, email });
    await save.click();
    await expect(dialog).toBeHidden();

    await page.getByRole('button', { name: words.activate, exact: true }).click();
    const secret = dialog.locator('.hash');
    await expect(secret).toHaveText(/^[A-Z2-7 ]{30,}$/);
    const kept = await secret.innerText();
    await dialog.getByLabel(words.googleCode).fill(totp(kept, Date.now()));
    await fillProof(dialog, { server, words, email, password: PASSWORD });
    await dialog.getByRole('button', { name: words.activate }).click();
    await expect(dialog.getByTestId('recovery-code')).toHaveCount(10);
    const recovery = await dialog.getByTestId('recovery-code').first().innerText();
    await dialog.getByRole('button', { name: words.savedCodes }).click();
    await expect(page.getByText(words.codesLeft(10))).toBeVisible();

    await page.getByRole('button', { name: words.history }).click();
    await expect(dialog.getByText(words.registration)).toBeVisible();
    await page.keyboard.press('Escape');
    await logOut(page, words.logOut);
    await expectToast(page, words.exited);
    await page.goto(`${server.url}/pc/login/login`);
    const form = page.locator('form');
    await form.getByLabel(words.email, { exact: true }).fill(email);
    await fillCode(form, { server, words, email });
    await form.getByLabel(words.password, { exact: true }).fill(PASSWORD);
    const enter = form.getByRole('button', { name: words.logIn, exact: true });
    await enter.click();
    await form.getByLabel(words.googleCode).fill(wrongTotp(kept, Date.now()));
    await enter.click();
    await expect(page.getByText(words.googleWrong)).toBeVisible();
    await form.getByLabel(words.googleCode).fill(recovery);
    await enter.click();
    await expect(accountMenu(page)).toBeVisible();
    await page.goto(`${server.url}/pc/setting/safty`);
    await expect(page.getByText(words.codesLeft(9))).toBeVisible();
  });

  test(`R13.9 identity I7 passkeys: added, used to log in without a password, removed; another device does not have it, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const person = await beginAsNew(language);
    const site = server.url.replace('127.0.0.1', 'localhost');
    const removeAuthenticator = await addAuthenticator(page);
    await page.goto(`${site}/pc/setting/safty`);
    const dialog = page.getByRole('dialog');
    const proof = { ...person, server, words };
    await page.getByRole('button', { name: words.addPasskey }).last().click();
    await dialog.getByLabel(words.deviceName).fill('Test device');
    await fillProof(dialog, proof);
    await dialog.getByRole('button', { name: words.addPasskey }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Test device')).toBeVisible();
    await logOut(page, words.logOut);
    await page.goto(`${site}/pc/login/login`);
    await page.getByRole('button', { name: words.byPasskey }).click();
    await expect(accountMenu(page)).toContainText('pers***.com');

    await page.goto(`${site}/pc/setting/safty`);
    await page.getByRole('button', { name: words.removePasskey('Test device') }).click();
    await fillProof(dialog, proof);
    await dialog.getByRole('button', { name: words.remove, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Test device')).toHaveCount(0);
    await logOut(page, words.logOut);
    await page.goto(`${site}/pc/login/login`);
    await page.getByRole('button', { name: words.byPasskey }).click();
    await expectToast(page, words.passkeyRefused);
    await removeAuthenticator();
  });

  test(`R3.14 R5.12 identity I7 the address book: a typing error is told, a new address waits a day, the whitelist is switched, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const { email } = await beginAsNew(language);
    await page.goto(`${server.url}/pc/setting/address`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: words.addAddress }).first().click();
    const address = dialog.getByLabel(words.address, { exact: true });
    await address.fill(`${GOOD_ADDRESS.slice(0, -1)}7`);
    await expect(dialog.getByText(words.checksumWrong)).toBeVisible();
    await address.fill(GOOD_ADDRESS.replace('TCL', '7CL'));
    await dialog.getByLabel(words.note).fill('Ledger');
    await fillCode(dialog, { server, words, email });
    const add = dialog.getByRole('button', { name: words.addAddress });
    await add.click();
    await expect(dialog.getByText(words.addressWrong)).toBeVisible();
    await address.fill(GOOD_ADDRESS);
    await add.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByTitle(GOOD_ADDRESS)).toBeVisible();
    await expect(page.getByText(words.usableFrom)).toBeVisible();
    await editNote(page, words, { address: GOOD_ADDRESS, note: 'Trezor' });
    const whitelist = page.getByRole('switch');
    await whitelist.click();
    await dialog.getByRole('button', { name: words.turnOn }).click();
    await expect(whitelist).toBeChecked();
    await page.getByRole('button', { name: words.removeAddress(GOOD_ADDRESS) }).click();
    await expect(page.getByText(words.noAddresses)).toBeVisible();
  });

  test(`R2.12 R2.19 identity I7 messages: the badge counts, opening one marks it read, all read; a foreign one is not there, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const { session } = await beginAsNew(language);
    const body = { text: 'blue heron', password: PASSWORD };
    await server.call('/bb/app/user/setAntiPhishingCode', body, session.token);
    await page.goto(`${server.url}/pc/main`);
    const badge = page.getByRole('link', { name: words.unread(2) });
    await badge.hover();
    await expect(badge.getByText(words.unread(2))).toBeVisible();
    await badge.click();
    await page.getByRole('button', { name: words.antiPhishingTitle }).click();
    await expect(page.getByRole('article').getByText(words.antiPhishingText)).toBeVisible();
    await expect(page.getByRole('link', { name: words.unread(1) })).toBeVisible();
    await page.getByRole('button', { name: words.readAll }).click();
    await expect(page.getByRole('link', { name: words.noUnread })).toBeVisible();
    const id = new URL(page.url()).searchParams.get('id');
    await page.goto(`${server.url}/pc/setting/msg-detail?id=${id}`);
    await expect(page.getByRole('heading', { name: words.antiPhishingTitle })).toBeVisible();
    await page.goto(`${server.url}/pc/setting/msg-detail?id=1`);
    await expect(page.getByText(words.noMessage)).toBeVisible();
  });

  test(`R13.7 identity I7 limits on oneself, and freezing: a higher limit waits; the frozen person sees it, and asks to be unfrozen, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const person = await beginAsNew(language);
    await page.goto(`${server.url}/pc/setting/safty`);
    const dialog = page.getByRole('dialog');
    for (const stake of ['50', '90']) {
      await page.getByRole('button', { name: words.edit }).click();
      await dialog.getByLabel(words.stake).fill(stake);
      await dialog.getByRole('button', { name: words.save }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('50.00 USDT')).toBeVisible();
    }
    await page.getByRole('button', { name: words.edit }).click();
    await expect(dialog.getByText(words.stakeFrom)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.exclude }).click();
    await dialog.getByRole('button', { name: words.days30, exact: true }).click();
    await dialog.getByRole('button', { name: words.excludeNow }).click();
    await expect(dialog.getByText(words.typeTheDays)).toBeVisible();
    await dialog.getByLabel(words.daysTyped).fill('30');
    await dialog.getByRole('button', { name: words.excludeNow }).click();
    await expect(page.getByText(words.shutOut)).toBeVisible();

    await page.getByRole('button', { name: words.freezeNow }).click();
    await dialog.getByRole('button', { name: words.freezeNow }).click();
    await expect(page).toHaveURL(/\/login\/login/);
    await expect(page.getByRole('heading', { name: words.frozen })).toBeVisible();
    await expect(accountMenu(page)).toBeHidden();
    await logIn(page, server, { ...person, words });
    await page.goto(`${server.url}/pc/trade`);
    await expect(page.getByRole('note').filter({ hasText: words.frozen })).toBeVisible();
    await page.goto(`${server.url}/pc/setting/safty`);
    await expect(page.getByText(words.frozen, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: words.unfreeze }).click();
    await fillProof(dialog, { ...person, server, words });
    await dialog.getByRole('button', { name: words.unfreeze }).click();
    await expect(page.getByText(words.opensAgain)).toBeVisible();
  });

  test(`R2.9 R5.2 identity I7 a password is changed on /login/modify, an e-mail in the security center, a forgotten password by mail, ${language}`, async ({
    page,
    server,
    beginAsNew,
  }) => {
    const person = await beginAsNew(language);
    const other = await logInByCalls(server, person.email);
    await page.goto(`${server.url}/pc/login/modify`);
    const form = page.locator('form');
    await form.getByLabel(words.presentPassword).fill(PASSWORD);
    await form.getByLabel(words.newPassword, { exact: true }).fill('Lighthouse-9');
    await form.getByLabel(words.passwordAgain).fill('Lighthouse-9');
    await fillCode(form, { server, words, email: person.email });
    await form.getByRole('button', { name: words.setPassword }).click();
    await expect(page).toHaveURL(/\/setting\/safty/);
    await expect(page.getByText(words.passwordHold).last()).toBeVisible();
    await expect(server.call('/bb/app/user/info', {}, other)).rejects.toThrow('Log in again');

    const email = `moved-${person.email}`;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: words.changeEmail }).click();
    await dialog.getByLabel(words.newEmail, { exact: true }).fill(email);
    await fillCode(dialog, { server, words, email, label: words.newEmailCode });
    await fillProof(dialog, { server, words, email: person.email, password: 'Lighthouse-9' });
    await dialog.getByRole('button', { name: words.changeEmailSend }).click();
    await expect(dialog).toBeHidden();
    await expect(accountMenu(page)).toContainText('move***.com');

    await logOut(page, words.logOut);
    await page.goto(`${server.url}/pc/login/forget`);
    await form.getByLabel(words.email, { exact: true }).fill(email);
    await fillCode(form, { server, words, email });
    await form.getByLabel(words.newPassword, { exact: true }).fill('Lighthouse-10');
    await form.getByLabel(words.passwordAgain).fill('Lighthouse-10');
    await form.getByRole('button', { name: words.setPassword }).click();
    await expect(page).toHaveURL(/\/login\/login/);
    await logIn(page, server, { email, password: 'Lighthouse-10', words });
  });
}

test('R7.4 R1.4 a notice of the platform: on the home page for visitors, under messages for the registered, in the language that is chosen', async ({
  page,
  browser,
  server,
  newPerson,
}) => {
  const { session } = await newPerson();
  const texts = [
    '--title-en=Maintenance on Sunday',
    '--text-en=Orders stay on the book.',
    '--title-zh=周日系统维护',
    '--text-zh=委托保留在订单簿中。',
  ];
  await server.operate('notices', 'publish', '--by', 'ana', ...texts);
  await page.goto(`${server.url}/pc/main`);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByText('Maintenance on Sunday').click();
  await expect(page.getByText('Orders stay on the book.')).toBeVisible();
  const reader = await tabAs(browser, session);
  await reader.goto(`${server.url}/pc/main`);
  await expect(reader.getByRole('link', { name: PEOPLE['en-US'].unread(2) })).toBeVisible();
  await reader.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await reader.getByRole('link', { name: 'Maintenance on Sunday' }).click();
  await expect(reader.getByRole('article').getByText('Orders stay on the book.')).toBeVisible();
  await expect(reader.getByRole('link', { name: PEOPLE['en-US'].unread(1) })).toBeVisible();
  await reader.getByRole('button', { name: /English/ }).click();
  await reader.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(reader.getByRole('article').getByText('委托保留在订单簿中。')).toBeVisible();
  await expect(reader.getByRole('button', { name: /周日系统维护/ })).toBeVisible();
  await reader.context().close();
  const [notice = ''] = /^\d+/.exec(await server.operate('notices', 'list')) ?? [];
  await server.operate('notices', 'withdraw', notice, '--by', 'ana');
});

async function tabAs(browser: Browser, session: Session, language: Language = 'en-US'): Promise<Page> {
  const context = await browser.newContext();
  await beginAs(context, session, language);
  return context.newPage();
}

/** Another device: the token of its session. */
async function logInByCalls(server: TestServer, email: string): Promise<string> {
  await server.call('/bb/app/user/sendEmailCode', { email, type: 'login' });
  const login = { account: email, password: PASSWORD, code: await server.codeFor(email) };
  const { token } = await server.call<{ token: string }>('/bb/app/user/login', login);
  return token;
}

test('R3.11 two tabs: when another person signs in, the security center shows theirs and nothing of the first', async ({
  browser,
  server,
  newPerson,
}) => {
  const [first, second] = [await newPerson(), await newPerson()];
  for (const [person, text] of [
    [first, 'first heron'],
    [second, 'second heron'],
  ] as const)
    await server.call('/bb/app/user/setAntiPhishingCode', { text, password: PASSWORD }, person.session.token);
  const page = await tabAs(browser, first.session);
  await page.goto(`${server.url}/pc/setting/safty`);
  await expect(page.getByText('first heron').first()).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${server.url}/pc/main`);
  await logOut(other, 'Log out');
  await expect(page).toHaveURL(/\/login\/login/);
  // The login is open in the other tab while somebody logs in here.
  await other.goto(`${server.url}/pc/login/login`);
  await logIn(page, server, second);
  await page.goto(`${server.url}/pc/setting/safty`);
  await expect(page.getByText('second heron').first()).toBeVisible();
  await expect(page.getByText('first heron')).toHaveCount(0);
  // Without logging out and without touching this tab.
  await fillLogIn(other, server, first);
  await expect(page.getByText('first heron').first()).toBeVisible();
  await expect(page.getByText('second heron')).toHaveCount(0);
  await page.context().close();
});

test(
  'R13.3 identity I7 a freeze link that is used up says so on the page, and leads on',
  nightly('protection.test.ts shows the refusal'),
  async ({ page, server }) => {
    await page.goto(`${server.url}/pc/login/login?freeze=1000.1.used`);
    await page.getByRole('button', { name: 'Freeze my account' }).click();
    await expect(page.getByRole('heading', { name: 'This link is no longer good' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Freeze my account' })).toBeHidden();
    await page.locator('form').getByRole('link', { name: 'Log in' }).click();
    await expect(page.locator('form').getByLabel('Password', { exact: true })).toBeVisible();
  },
);
