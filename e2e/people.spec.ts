/**
 * Goal: the personal center as a person uses it: registration with an invitation, protection, passkeys, addresses, messages, freezing.
 * Method: real Chromium against a real server; a virtual authenticator stands for the device's own.
 */
import { createHmac } from 'node:crypto';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { accountMenu, beginAs, logIn, logOut, type Person } from './page-models/site.ts';
import { TestServer, type Session } from './server.ts';

const PASSWORD = 'Lighthouse-7';
const GOOD_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

let server: TestServer;
let people = 0;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => {
  await server.stop();
});

async function newPerson(): Promise<Person & { readonly session: Session }> {
  people += 1;
  const person = { email: `people${people}@example.com`, password: PASSWORD };
  return { ...person, session: await server.register(person) };
}

/** RFC 6238, as an authenticator computes it. */
function totp(secret: string, atMs: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret.replaceAll(' ', ''), (sign) =>
    alphabet.indexOf(sign).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash[19] ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Fills the code of a form, mailed now. */
async function fillCode(form: Locator, label: string | RegExp, email: string): Promise<void> {
  const field = form.getByLabel(label);
  const after = Date.now();
  await field.locator('xpath=..').getByRole('button').click();
  await field.fill(await server.codeFor(email, { after }));
}

async function fillProof(dialog: Locator, email: string): Promise<void> {
  await dialog.getByLabel('Login password').fill(PASSWORD);
  await fillCode(dialog, 'E-mail code', email);
}

test('SPEC §5 registration: an invitation from the link, strength, rules, agreement; the friend is listed', async ({
  page,
  browser,
}) => {
  const host = await newPerson();
  const info = await server.call<{ invitationCode: string }>('/bb/app/user/info', {}, host.session.token);
  const email = 'invited@example.com';
  await page.goto(`${server.url}/pc/login/register?invite=${info.invitationCode}`);
  await expect(page.getByLabel('Invite code')).toHaveValue(info.invitationCode);
  const create = page.getByRole('button', { name: 'Create account' });
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  const after = Date.now();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(/^Resend in \d+ s$/)).toBeVisible();
  await page.getByLabel('E-mail code').fill(await server.codeFor(email, { after }));
  await page.getByLabel('Password', { exact: true }).fill('aaaaaaaa');
  await expect(page.getByText('weak')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(page.getByText('strong')).toBeVisible();
  await page.getByLabel('Password again').fill('Lighthouse-8');
  await page.getByRole('checkbox').check();
  await expect(page.getByText('Passwords are inconsistent')).toBeVisible();
  await expect(create).toBeDisabled();
  await page.getByLabel('Password again').fill(PASSWORD);
  await create.click();
  await expect(accountMenu(page)).toBeVisible();
  const context = await browser.newContext();
  await beginAs(context, host.session);
  const friends = await context.newPage();
  await friends.goto(`${server.url}/pc/setting/invite`);
  await expect(friends.getByText('in***.com')).toBeVisible();
  await expect(friends.getByLabel('Your link')).toHaveValue(
    `${server.url}/pc/login/register?invite=${info.invitationCode}`,
  );
  await context.close();
});

test('SPEC §4 security center: anti-phishing code, fund password, Google code asked at the next login, other sessions ended', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await beginAs(context, person.session);
  await page.goto(`${server.url}/pc/setting/safty`);
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Set up: Anti-phishing code' }).click();
  await dialog.getByLabel('Your words').fill('blue heron 41');
  await dialog.getByLabel('Login password').fill('Wrong-password-1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Password is incorrect')).toBeVisible();
  await dialog.getByLabel('Login password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Every real mail from us carries “blue heron 41”')).toBeVisible();

  await server.call('/bb/app/user/sendEmailCode', { email: person.email, type: 'login' });
  const code = await server.codeFor(person.email);
  const login = { account: person.email, password: PASSWORD, code };
  const other = await server.call<{ token: string }>('/bb/app/user/login', login);
  await page.reload();
  await page.getByRole('button', { name: 'End all others' }).click();
  await dialog.getByLabel('Login password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'End the session' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Sessions: 1')).toBeVisible();
  await expect(server.call('/bb/app/user/info', {}, other.token)).rejects.toThrow('Your session has ended');

  await page.getByRole('button', { name: 'Set up: Fund password' }).click();
  await dialog.getByLabel('New fund password').fill('739154');
  await dialog.getByLabel('Fund password again').fill('739154');
  await fillCode(dialog, 'E-mail code', person.email);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Fund password set')).toBeVisible();

  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  const secret = await dialog.locator('.hash').innerText();
  // Closed in the middle: nothing is bound, and the next attempt begins anew.
  await page.reload();
  await expect(page.getByText('Not activated').first()).toBeVisible();
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(dialog.locator('.hash')).not.toHaveText(secret);
  await expect(dialog.locator('.hash')).toHaveText(/^[A-Z2-7 ]{30,}$/);
  const bound = await dialog.locator('.hash').innerText();
  await dialog.getByLabel('Google code').fill(totp(bound, Date.now()));
  await fillProof(dialog, person.email);
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expect(dialog.getByTestId('recovery-code')).toHaveCount(10);
  const recovery = await dialog.getByTestId('recovery-code').first().innerText();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();

  await page.getByRole('button', { name: 'Login history' }).click();
  await expect(dialog.getByText('Registration')).toBeVisible();
  await page.keyboard.press('Escape');
  await logOut(page, 'Log out');
  await page.goto(`${server.url}/pc/login/login`);
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  await fillCode(page.locator('form'), 'E-mail code', person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const enter = page.getByRole('button', { name: 'Log in', exact: true });
  await enter.click();
  await page.getByLabel('Google code').fill('000000');
  await enter.click();
  await expect(page.getByText('The Google code is incorrect or was used already')).toBeVisible();
  await page.getByLabel('Google code').fill(recovery);
  await enter.click();
  await expect(accountMenu(page)).toBeVisible();
  await page.goto(`${server.url}/pc/setting/safty`);
  await expect(page.getByText('9 of 10 recovery codes left')).toBeVisible();
});

test('TRUST passkeys: added, used to log in without a password, removed; another device does not have it', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  const site = server.url.replace('127.0.0.1', 'localhost');
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await beginAs(context, person.session);
  await page.goto(`${site}/pc/setting/safty`);
  await page.getByRole('button', { name: 'Add a passkey' }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of this device').fill('Test device');
  await fillProof(dialog, person.email);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Test device')).toBeVisible();
  await logOut(page, 'Log out');
  await page.goto(`${site}/pc/login/login`);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(accountMenu(page)).toContainText('peop***.com');

  await page.goto(`${site}/pc/setting/safty`);
  await page.getByRole('button', { name: 'Remove the passkey Test device' }).click();
  await fillProof(dialog, person.email);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Test device')).toHaveCount(0);
  await logOut(page, 'Log out');
  await page.goto(`${site}/pc/login/login`);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByText('The passkey was not accepted')).toBeVisible();
  await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
});

test('TRUST the address book: a typing error is told, a new address waits a day, the whitelist is switched', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await beginAs(context, person.session);
  await page.goto(`${server.url}/pc/setting/address`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add an address' }).first().click();
  await dialog.getByLabel('Address', { exact: true }).fill(GOOD_ADDRESS.replace('TR7', 'TR8'));
  await dialog.getByLabel('Note').fill('Ledger');
  await fillCode(dialog, 'E-mail code', person.email);
  const add = dialog.getByRole('button', { name: 'Add an address' });
  await add.click();
  await expect(dialog.getByText('This is not an address of this network')).toBeVisible();
  await dialog.getByLabel('Address', { exact: true }).fill(GOOD_ADDRESS);
  await add.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTitle(GOOD_ADDRESS)).toBeVisible();
  await expect(page.getByText('Usable from')).toBeVisible();
  const whitelist = page.getByRole('switch');
  await whitelist.click();
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(whitelist).toBeChecked();
  await page.getByRole('button', { name: `Remove ${GOOD_ADDRESS}` }).click();
  await expect(page.getByText('Addresses you withdraw to will be listed here.')).toBeVisible();
});

test('SPEC §2 messages: the badge counts, opening one marks it read, all read; a foreign one is not there', async ({
  page,
  context,
}) => {
  const { session } = await newPerson();
  const body = { text: 'blue heron', password: PASSWORD };
  await server.call('/bb/app/user/setAntiPhishingCode', body, session.token);
  await beginAs(context, session);
  await page.goto(`${server.url}/pc/main`);
  const badge = page.getByRole('link', { name: 'Unread messages: 2' });
  await badge.hover();
  await expect(badge.getByText('Unread messages: 2')).toBeVisible();
  await badge.click();
  await page.getByRole('button', { name: /Your anti-phishing code was set/ }).click();
  await expect(
    page.getByRole('article').getByText('Every mail from us carries it from now on.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unread messages: 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(page.getByRole('link', { name: 'No unread messages' })).toBeVisible();
  const id = new URL(page.url()).searchParams.get('id');
  await page.goto(`${server.url}/pc/setting/msg-detail?id=${id}`);
  await expect(page.getByRole('heading', { name: 'Your anti-phishing code was set' })).toBeVisible();
  await page.goto(`${server.url}/pc/setting/msg-detail?id=1`);
  await expect(page.getByText('There is no such message')).toBeVisible();
});

test('TRUST freezing ends every session; the frozen person sees it, and asks to be unfrozen', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await beginAs(context, person.session);
  await page.goto(`${server.url}/pc/setting/safty`);
  await page.getByRole('button', { name: 'Freeze now' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Freeze now' }).click();
  await expect(page).toHaveURL(/\/login\/login/);
  await expect(accountMenu(page)).toBeHidden();
  await logIn(page, server, person);
  await page.goto(`${server.url}/pc/trade`);
  await expect(page.getByRole('note').filter({ hasText: 'Your account is frozen' })).toBeVisible();
  await page.goto(`${server.url}/pc/setting/safty`);
  await expect(page.getByText('Your account is frozen', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Unfreeze the account' }).click();
  await fillProof(dialog, person.email);
  await dialog.getByRole('button', { name: 'Unfreeze the account' }).click();
  await expect(page.getByText('It opens again at')).toBeVisible();
});

test('TRUST limits on oneself: set at once, a higher one waits; shut out until a time', async ({
  page,
  context,
}) => {
  const { session } = await newPerson();
  await beginAs(context, session);
  await page.goto(`${server.url}/pc/setting/safty`);
  const dialog = page.getByRole('dialog');
  const set = async (stake: string) => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Stake at a time').fill(stake);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await set('50');
  await expect(page.getByText('50.00 USDT')).toBeVisible();
  await set('90');
  await expect(page.getByText('50.00 USDT')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByText(/^90 USDT from \d{4}-/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Shut myself out' }).click();
  await dialog.getByRole('button', { name: '30 days', exact: true }).click();
  await dialog.getByRole('button', { name: 'Shut me out for 30 days' }).click();
  await expect(page.getByText('Shut out until')).toBeVisible();
});

test('SPEC §5 a password is changed on /login/modify; the other device is signed out', async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await beginAs(context, person.session);
  await page.goto(`${server.url}/pc/login/modify`);
  await page.getByLabel('Present password').fill(PASSWORD);
  await page.getByLabel('New password').fill('Lighthouse-9');
  await page.getByLabel('Password again').fill('Lighthouse-9');
  await fillCode(page.locator('form'), 'E-mail code', person.email);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/setting\/safty/);
  await expect(page.getByText('Password changed')).toBeVisible();
  await logOut(page, 'Log out');
  await logIn(page, server, { ...person, password: 'Lighthouse-9' });
});

async function tabAs(browser: Browser, session: Session): Promise<Page> {
  const context = await browser.newContext();
  await beginAs(context, session);
  return context.newPage();
}

test('SPEC §3 two tabs: when another person signs in, the security center shows theirs and nothing of the first', async ({
  browser,
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
  await logIn(other, server, second);
  await page.goto(`${server.url}/pc/setting/safty`);
  await expect(page.getByText('second heron').first()).toBeVisible();
  await expect(page.getByText('first heron')).toHaveCount(0);
  await page.context().close();
});
